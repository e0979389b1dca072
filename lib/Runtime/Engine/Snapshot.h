#ifndef AGENTC_LIB_RUNTIME_SNAPSHOT_H
#define AGENTC_LIB_RUNTIME_SNAPSHOT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <v8.h>

#include <string>

namespace agentc {

/// The functions by which the prelude is entered, in the order in which it gives them.
enum class PreludeFunction {
  Load,
  Ready,
  Call,
  Turn,
  Receive,
  ImportDynamically,
  Exercise,
  Rehearse,
  DescribeModule
};
inline constexpr size_t preludeFunctions = 9;

/// Evaluates the prelude in a fresh context; gives its array of functions. With `eager` everything
/// in it is compiled at once.
v8::Local<v8::Array> evaluatePrelude(v8::Local<v8::Context> context, bool eager);

/// V8 as it is after the prelude ran, made by this very object in this very program. A file beside
/// them holds it, with the build ids of both in front and the compiled code of the scripts behind.
class Snapshot {
public:
  /// The file `snapshot` in the current folder; nothing if it is missing, broken or made by other
  /// builds. What is found stays mapped for good; the scripts' code is that of V8 by such flags.
  static const v8::StartupData *find(bool jitless);
  /// The compiled code of the scripts in the file that was found; empty if none was.
  static llvm::StringRef scriptCaches();
  /// Makes the file's content: nothing without build ids.
  static llvm::Expected<std::string> make();
  /// The addresses that a snapshot names by number, ended by 0.
  static const intptr_t *references();
};

/// V8's flags, which must be the same for a snapshot as for its use.
void setEngineFlags(bool jitless);

} // namespace agentc

#endif
