#ifndef AGENTC_LIB_RUNTIME_ENGINE_H
#define AGENTC_LIB_RUNTIME_ENGINE_H

#include "Channel.h"
#include "Memory.h"
#include "ModuleTable.h"
#include "Snapshot.h"
#include "SystemCalls.h"

#include <v8.h>

#include <array>
#include <deque>
#include <memory>
#include <string>

namespace agentc {

/// V8 with the prelude, in a process that serves one channel. Single-threaded; survives fork().
/// Only strings, numbers and random bytes pass between guest values and C++.
class Engine {
public:
  /// Without a compiler to machine code if `jitless`. Starts from the snapshot if there is one.
  Engine(bool jitless, const v8::StartupData *snapshot);
  ~Engine();

  /// Sets the channel for logs, requests and outcomes; not owned.
  void setChannel(Channel *channel) { channel_ = channel; }
  void setMemoryLimit(uint64_t bytes) { memory_.setLimit(bytes); }
  ModuleTable &modules() { return modules_; }
  /// Returns the range in which V8 puts the machine code that it makes.
  CodeRange codeRange() const;

  /// Evaluates the image's top level until it settles, and tells the broker.
  void load(llvm::StringRef image);
  /// Calls a tool until it settles, and tells the broker.
  void call(llvm::StringRef request);
  /// Compiles every module and tells the broker which it cannot compile.
  void compileAll();

  /// Has at hand what a call of this shape needs: calls a tool of the sandbox's own.
  /// Returns true if it went as far as it goes, which is from the second time on.
  bool rehearse(llvm::StringRef call);
  /// Does so in a process that will be copied, and leaves its heap tidy.
  void warm(llvm::StringRef call);

  /// Randomness that children would share if it were kept over a fork.
  void forgetRandomness() { randomLeft_ = 0; }
  /// From the kernel itself; ends the process if it has none.
  static void fillRandom(void *bytes, size_t size);

private:
  friend struct HostFunctions;
  void enterPrelude(bool fromSnapshot);
  v8::MaybeLocal<v8::Value> callPrelude(PreludeFunction function, llvm::StringRef text);
  /// Runs microtasks, timers and replies until the prelude has settled or nothing can happen.
  void runUntilSettled(llvm::StringRef ifNothingHappens);
  /// Waits for a timer or a reply; false if the broker is gone.
  bool waitForEvent(double milliseconds);
  void receive(const GuestMessage &message);
  /// Sends a question and waits for its answer; what else comes meanwhile is heard later. Nothing
  /// if nobody answers any more.
  std::optional<Frame> ask(const GuestMessage &question);
  void settle(llvm::StringRef outcome, llvm::StringRef json, llvm::StringRef observed);

  static v8::MaybeLocal<v8::Promise> importDynamically(v8::Local<v8::Context> context,
                                                       v8::Local<v8::Data> options,
                                                       v8::Local<v8::Value> resource,
                                                       v8::Local<v8::String> specifier,
                                                       v8::Local<v8::FixedArray> assertions);

  static void describeModule(v8::Local<v8::Context> context, v8::Local<v8::Module> module,
                             v8::Local<v8::Object> meta);

  bool jitless_;
  std::unique_ptr<v8::Platform> platform_;
  MemoryMeter memory_;
  v8::Isolate *isolate_ = nullptr;
  v8::Global<v8::Context> context_;
  std::array<v8::Global<v8::Function>, preludeFunctions> prelude_;
  ModuleTable modules_;
  Channel *channel_ = nullptr;
  bool settled_ = false;
  std::deque<Frame> unheard_; ///< that came while a question waited
  int64_t outstanding_ = 0;   ///< answers that the prelude waits for
  std::array<char, 256> random_;
  size_t randomLeft_ = 0;
};

} // namespace agentc

#endif
