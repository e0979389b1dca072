#ifndef AGENTC_LIB_RUNTIME_HOSTFUNCTIONS_H
#define AGENTC_LIB_RUNTIME_HOSTFUNCTIONS_H

#include <v8.h>

#include <vector>

namespace agentc {

/// A function that scripts of the prelude call by this name.
struct HostFunction {
  const char *name;
  v8::FunctionCallback function;
};

/// Runs a host function in which no code of the guest can run, whatever values it looks at: if any
/// did, the process would end.
template <v8::FunctionCallback function>
void quietly(const v8::FunctionCallbackInfo<v8::Value> &info) {
  v8::Isolate::DisallowJavascriptExecutionScope noScript(
      info.GetIsolate(), v8::Isolate::DisallowJavascriptExecutionScope::CRASH_ON_FAILURE);
  function(info);
}

/// The C++ functions that the prelude, and nothing else, can call.
struct HostFunctions {
  /// The C++ behind what `makeObject` gives, in its order.
  static std::vector<v8::FunctionCallback> callbacks();
  static v8::Local<v8::Object> makeObject(v8::Local<v8::Context> context);

  using Info = const v8::FunctionCallbackInfo<v8::Value> &;
  static void compileCommonJs(Info info);
  static void compileModule(Info info);
  static void linkModule(Info info);
  static void makeSynthetic(Info info);
  static void evaluateModule(Info info);
  static void evaluateNow(Info info);
  static void namespaceOf(Info info);
  static void failurePlace(Info info);
  static void textOf(Info info);
  static void bytesOf(Info info);
  static void log(Info info);
  static void send(Info info);
  static void ask(Info info);
  static void expect(Info info);
  static void settle(Info info);
  static void now(Info info);
  static void random(Info info);
  static void fillRandom(Info info);
  static void detach(Info info);
  static void enqueueMicrotask(Info info);
  static void compileScript(Info info);
  static void callers(Info info);
  static void asyncContext(Info info);
  static void setAsyncContext(Info info);
};

} // namespace agentc

#endif
