// The way into V8's program: it is Node's, but what is loaded into it first takes over before its
// `main`, and nothing of Node ever runs.

#include "Constructors.h"
#include "Serve.h"
#include "Snapshot.h"

#include "llvm/Support/Error.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

// The locks of V8 in its program, which has no header of theirs. A later one may do without.
namespace absl {
enum class OnDeadlockCycle { kIgnore, kReport, kAbort };
[[gnu::weak]] void SetMutexDeadlockDetectionMode(OnDeadlockCycle mode);
} // namespace absl

namespace agentc {

static int numberOf(llvm::StringRef word) {
  int number;
  if (word.getAsInteger(10, number) || number < 0)
    _exit(2);
  return number;
}

/// Writes V8's state after the prelude ran, which only this build of object and program will take.
static int writeSnapshot(const char *path) {
  llvm::Expected<std::string> content = Snapshot::make();
  if (!content) {
    fprintf(stderr, "agentc-sandbox: error: %s\n", llvm::toString(content.takeError()).c_str());
    return 2;
  }
  FILE *file = fopen(path, "we");
  bool isWritten = file && fwrite(content->data(), 1, content->size(), file) == content->size();
  if (!file || fclose(file) != 0 || !isWritten) {
    fprintf(stderr, "agentc-sandbox: error: cannot write %s\n", path);
    return 2;
  }
  return 0;
}

/// `serve CHANNEL BROKER jitless|compiling few-calls|many-calls` or `write-snapshot FILE`.
static int run(int count, char **arguments, char **) {
  unsetenv("LD_PRELOAD");
  // Node's are built to look for deadlocks of threads: a megabyte of notes, and a search at each
  // lock.
  if (absl::SetMutexDeadlockDetectionMode)
    absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  llvm::StringRef verb = count > 1 ? arguments[1] : "";
  if (verb == "serve" && count == 6) {
    EngineOptions options;
    options.jitless = llvm::StringRef(arguments[4]) == "jitless";
    options.fewCalls = llvm::StringRef(arguments[5]) == "few-calls";
    serve(Channel(numberOf(arguments[2])), numberOf(arguments[3]), options);
  }
  // Node's own objects are not there to be torn down.
  _exit(verb == "write-snapshot" && count == 3 ? writeSnapshot(arguments[2]) : 2);
}

} // namespace agentc

using Main = int (*)(int, char **, char **);

extern "C" int __libc_start_main(Main, int count, char **arguments, Main, void (*fini)(),
                                 void (*loaderFini)(), void *stackEnd) {
  auto *next =
      reinterpret_cast<decltype(&__libc_start_main)>(dlsym(RTLD_NEXT, "__libc_start_main"));
  Main construct = [](int count, char **arguments, char **environment) {
    agentc::constructProgram(count, arguments, environment);
    return 0;
  };
  return next(agentc::run, count, arguments, construct, fini, loaderFini, stackEnd);
}
