#ifndef AGENTC_LIB_RUNTIME_V8COMPAT_H
#define AGENTC_LIB_RUNTIME_V8COMPAT_H

#include <v8.h>

namespace agentc {

/// What differs between V8 10.2 (Debian 12) and V8 11.3 (Debian 13).

inline v8::ScriptOrigin makeOrigin(v8::Isolate *isolate, v8::Local<v8::Value> name, bool isModule) {
#if V8_MAJOR_VERSION >= 12
  (void)isolate;
  return v8::ScriptOrigin(name, 0, 0, false, -1, {}, false, false, isModule);
#else
  return v8::ScriptOrigin(isolate, name, 0, 0, false, -1, {}, false, false, isModule);
#endif
}

/// `die` must not return.
template <void (*die)()> void setOutOfMemoryHandler(v8::Isolate *isolate) {
#if V8_MAJOR_VERSION >= 11
  isolate->SetOOMErrorHandler([](const char *, const v8::OOMDetails &) { die(); });
#else
  isolate->SetOOMErrorHandler([](const char *, bool) { die(); });
#endif
}

/// Takes a buffer's bytes from the script that holds it.
inline void detach(v8::Local<v8::ArrayBuffer> buffer) {
#if V8_MAJOR_VERSION >= 11
  buffer->Detach(v8::Local<v8::Value>()).Check();
#else
  buffer->Detach();
#endif
}

} // namespace agentc

#endif
