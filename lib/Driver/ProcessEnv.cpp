#include "agentc/Driver/Driver.h"

#include "Terminal/StatusLine.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace agentc {

namespace {

llvm::Expected<std::string> bytesOf(llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer,
                                    const llvm::Twine &what) {
  if (!buffer)
    return llvm::createStringError(buffer.getError(),
                                   "cannot read " + what + ": " + describe(buffer.getError()));
  return (*buffer)->getBuffer().str();
}

llvm::Expected<std::string> readFile(llvm::StringRef path) {
  return bytesOf(llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false),
                 "`" + escapeForTerminal(path) + "`");
}

bool isFile(llvm::StringRef path) { return llvm::sys::fs::is_regular_file(path); }

llvm::Expected<std::string> readStandardInput() {
  return bytesOf(llvm::MemoryBuffer::getSTDIN(), "standard input");
}

std::optional<std::string> variable(const std::string &name) {
  const char *value = std::getenv(name.c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

std::optional<std::string> readLine() {
  std::string line;
  for (int c; (c = std::getchar()) != EOF;) {
    if (c == '\n')
      return line;
    line += static_cast<char>(c);
  }
  // A signal ended the wait, not the input.
  if (std::ferror(stdin)) {
    std::clearerr(stdin);
    return std::nullopt;
  }
  return line.empty() ? std::nullopt : std::optional(line);
}

/// Returns the width that the terminal reports, else the one that the shell reports.
unsigned terminalWidth() {
  for (int stream : {STDERR_FILENO, STDOUT_FILENO})
    if (winsize size{}; ::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
      return size.ws_col;
  unsigned columns = 0;
  return llvm::to_integer(variable("COLUMNS").value_or(""), columns, 10) && columns > 0 ? columns
                                                                                        : 80;
}

/// `AGENTC_TODAY` is there for tests; the clock is asked else.
std::string today() {
  if (std::optional<std::string> given = variable("AGENTC_TODAY"))
    return *given;
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[sizeof "2026-11-22"];
  return std::strftime(text, sizeof text, "%Y-%m-%d", &parts) ? text : "";
}

#ifdef __GLIBC__
bool isUnlimited(__rlimit_resource what) {
  rlimit limit{};
  return getrlimit(what, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

/// The heap's first part, which is all that nearly every bundle takes, gets pages of 2 MB where the
/// kernel has some: each small one is a fault, and reading values goes to and fro in all of them.
/// It is nothing but address space until it is used.
void enlargePages() {
  constexpr int first = 1 << 30;
  if (!isUnlimited(RLIMIT_AS) || !isUnlimited(RLIMIT_DATA))
    return;
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  auto end = [&] { return reinterpret_cast<uintptr_t>(sbrk(0)) / page * page; };
  const uintptr_t begin = end();
  mallopt(M_TOP_PAD, first);
  void *volatile grown = malloc(1 << 20);
  free(grown);
  if (end() > begin)
    madvise(reinterpret_cast<void *>(begin), end() - begin, MADV_HUGEPAGE);
}
#endif

/// One heap for all threads, which grows by much at a time and gives nothing back before the end:
/// of each page that a thread's own heap grows by the kernel would be asked.
void keepHeap() {
#ifdef __GLIBC__
  constexpr int step = 8 << 20, large = 1 << 30;
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TRIM_THRESHOLD, large);
  mallopt(M_MMAP_THRESHOLD, 64 << 20);
  enlargePages();
  mallopt(M_TOP_PAD, step);
#endif
}

/// Ends a stream; what could not be written is an exit code, but a reader that left fails nothing.
int finish(llvm::raw_fd_ostream &stream, const char *name, int code, llvm::raw_ostream *complain) {
  stream.flush();
  if (!stream.has_error())
    return code;
  std::error_code error = stream.error();
  stream.clear_error();
  // Whatever its buffer held: a reader that leaves doesn't change what was found.
  if (error == std::errc::broken_pipe)
    return code;
  if (complain)
    *complain << "agentc: error: cannot write " << name << ": " << describe(error) << '\n';
  return ExitUsage;
}

} // namespace

int driverMain(int argc, const char *const *argv, const char *subcommand) {
  keepHeap();
  // A reader that leaves shows as an error of the write.
  std::signal(SIGPIPE, SIG_IGN);
  llvm::raw_fd_ostream out(STDOUT_FILENO, /*shouldClose=*/false);
  llvm::raw_fd_ostream err(STDERR_FILENO, /*shouldClose=*/false);
  StatusLine line(terminalWidth);
  StatusLine::Stream shownOut(line, out), shownErr(line, err);
  const bool isShown = isatty(STDERR_FILENO) == 1 && variable("TERM").value_or("dumb") != "dumb";
  DriverEnv env{isShown ? static_cast<llvm::raw_ostream &>(shownOut) : out,
                isShown ? static_cast<llvm::raw_ostream &>(shownErr) : err,
                isatty(STDOUT_FILENO) == 1,
                isatty(STDERR_FILENO) == 1,
                variable,
                readFile,
                isFile,
                readStandardInput,
                readLine,
                isatty(STDIN_FILENO) == 1,
                today(),
                {},
                terminalWidth};
  if (isShown)
    env.status = [&](std::string text) { line.show(std::move(text)); };

  llvm::SmallVector<const char *> arguments;
  if (*subcommand)
    arguments.push_back(subcommand);
  arguments.append(argv + std::min(argc, 1), argv + argc);
  int code = runDriver(env, arguments);
  line.show("");
  code = finish(out, "standard output", code, &err);
  return finish(err, "standard error", code, nullptr);
}

} // namespace agentc
