#include "CodeRequest.h"

#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <climits>
#include <csignal>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace agentc {

namespace {

/// How long reading a bundle of one file may take, on a machine under load.
constexpr int patienceMs = 60000;
constexpr size_t mostMessageBytes = 4096;

llvm::Error refuse(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

llvm::Error machineFailed(const char *what) {
  return llvm::createStringError(std::error_code(errno, std::generic_category()), "%s", what);
}

/// Bytes that another process reads or writes, without a file.
class SharedBytes {
public:
  SharedBytes() : descriptor_(memfd_create("agentc", MFD_CLOEXEC)) {}
  ~SharedBytes() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }
  SharedBytes(const SharedBytes &) = delete;
  SharedBytes &operator=(const SharedBytes &) = delete;

  int descriptor() const { return descriptor_; }
  bool fill(llvm::StringRef bytes) {
    for (size_t at = 0; at < bytes.size();) {
      ssize_t size = write(descriptor_, bytes.data() + at, bytes.size() - at);
      if (size <= 0 && errno != EINTR)
        return false;
      at += size > 0 ? static_cast<size_t>(size) : 0;
    }
    return lseek(descriptor_, 0, SEEK_SET) == 0;
  }
  std::string content() const {
    off_t end = lseek(descriptor_, 0, SEEK_END);
    std::string bytes(end > 0 ? static_cast<size_t>(end) : 0, '\0');
    for (size_t at = 0; at < bytes.size();) {
      ssize_t size =
          pread(descriptor_, bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
      if (size <= 0 && errno != EINTR)
        break;
      at += size > 0 ? static_cast<size_t>(size) : 0;
    }
    return bytes;
  }

private:
  int descriptor_;
};

std::string programBeside(const char *name) {
  char path[PATH_MAX];
  ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return llvm::StringRef(path, size > 0 ? static_cast<size_t>(size) : 0).rsplit('/').first.str() +
         "/" + name;
}

/// Waits for a child, and kills it when patience ends; its exit status, -1 if it was killed.
int waitFor(pid_t child) {
  int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  pollfd one = {handle, POLLIN, 0};
  if (handle >= 0 && poll(&one, 1, patienceMs) <= 0)
    kill(child, SIGKILL);
  if (handle >= 0)
    close(handle);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

struct Output {
  int status = -1;
  std::string out, err;
};

/// Runs agentc with the code as standard input and the manifest as descriptor 3.
llvm::Expected<Output> runAgentc(std::vector<std::string> arguments, llvm::StringRef code,
                                 llvm::StringRef manifest) {
  SharedBytes input, inputManifest, out, err;
  if (!input.fill(code) || !inputManifest.fill(manifest) || out.descriptor() < 0 ||
      err.descriptor() < 0)
    return machineFailed("no memory to share with `agentc`");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const int descriptors[] = {input.descriptor(), out.descriptor(), err.descriptor(),
                             inputManifest.descriptor()};
  for (size_t i = 0; i < std::size(descriptors); ++i)
    posix_spawn_file_actions_adddup2(&actions, descriptors[i], static_cast<int>(i));
  std::vector<char *> pointers;
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  pid_t child;
  int code2 = posix_spawn(&child, programBeside("agentc").c_str(), &actions, nullptr,
                          pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (code2 != 0) {
    errno = code2;
    return machineFailed("`agentc`, which makes run images of code, could not be started");
  }
  Output output;
  output.status = waitFor(child);
  output.out = out.content();
  output.err = err.content();
  return output;
}

/// Makes a report of agentc's error message, without its prefix and cut to `mostMessageBytes`.
ToolReport failedReport(Outcome outcome, llvm::StringRef text) {
  ToolReport report;
  report.outcome = outcome;
  text = text.trim();
  text.consume_front("agentc: error: ");
  report.error = ToolError{"Error", text.take_front(mostMessageBytes).str(), ""};
  return report;
}

/// The members of such a request, beside those that only agentc reads.
constexpr llvm::StringLiteral passedOn[] = {"id",       "input",  "inputText",   "grant",
                                            "platform", "limits", "streamEvents"};
constexpr llvm::StringLiteral readHere[] = {"schema", "code", "filename", "manifest",
                                            "tool",   "mode", "context"};

const std::string *findText(const Json &line, const char *member) {
  auto it = line.find(member);
  return it == line.end() ? nullptr : it->get_ptr<const std::string *>();
}

llvm::Error checkMembers(const Json &line) {
  for (const auto &[key, value] : line.items())
    if (!llvm::is_contained(passedOn, key) && !llvm::is_contained(readHere, key))
      return refuse("`" + escapeForTerminal(key) + "` is unknown in a request with `code`");
  for (const char *member : {"code", "filename", "tool"})
    if (line.contains(member) && !findText(line, member))
      return refuse("`" + llvm::Twine(member) + "` is not a string");
  for (const char *member : {"manifest", "context"})
    if (line.contains(member) && !line[member].is_object())
      return refuse("`" + llvm::Twine(member) + "` is not an object");
  return llvm::Error::success();
}

} // namespace

llvm::Expected<CodeAnswer> makeRequest(const Json &line) {
  if (llvm::Error error = checkMembers(line))
    return error;
  const std::string *filename = findText(line, "filename"), *tool = findText(line, "tool");
  std::vector<std::string> arguments = {"agentc", "run", "--dump=request",
                                        "--stdin-filename=" +
                                            (filename ? *filename : std::string("handler.js"))};
  if (tool)
    arguments.push_back("--tool=" + *tool);
  std::string manifest;
  if (line.contains("manifest")) {
    manifest = printJson(line["manifest"]);
    arguments.push_back("--manifest=/dev/fd/3");
  }
  arguments.push_back("-");
  llvm::Expected<Output> output =
      runAgentc(std::move(arguments), line["code"].get_ref<const std::string &>(), manifest);
  if (!output)
    return output.takeError();
  CodeAnswer answer;
  if (output->status == 1 || output->status == 2)
    answer.report = output->status == 1
                        ? failedReport(Outcome::LoadFailed, output->out + output->err)
                        : failedReport(Outcome::InvalidInput, output->err);
  std::optional<Json> made = answer.report ? std::nullopt : parseJson(output->out);
  if (!answer.report && (!made || !made->is_object()))
    return refuse("`agentc` makes no request of the code");
  if (answer.report) {
    if (const std::string *id = findText(line, "id"))
      answer.report->id = *id;
    return answer;
  }
  answer.request = std::move(*made);
  if (line.contains("input"))
    answer.request.erase("inputText");
  for (llvm::StringRef member : passedOn)
    if (line.contains(member.str()))
      answer.request[member.str()] = line[member.str()];
  Json &context = answer.request["context"];
  const Json given = line.value("context", Json::object());
  for (const char *member : {"config", "agent"})
    if (given.contains(member))
      context.erase(std::string(member) + "Text");
  context.update(given);
  return answer;
}

} // namespace agentc
