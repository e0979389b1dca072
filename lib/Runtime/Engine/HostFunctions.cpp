#include "HostFunctions.h"

#include "CompressionFunctions.h"
#include "CryptoFunctions.h"
#include "Engine.h"
#include "GuestBytes.h"
#include "Scripts.h"

#include "llvm/ADT/StringExtras.h"

#include <chrono>
#include <cstring>
#include <unistd.h>

namespace agentc {

using namespace v8;

static Engine &engineOf(HostFunctions::Info info) {
  return *static_cast<Engine *>(info.GetIsolate()->GetData(0));
}

/// True if the isolate has an engine; the one in which the build exercises scripts has none.
static bool hasEngine(HostFunctions::Info info) { return info.GetIsolate()->GetData(0); }

static std::string text(HostFunctions::Info info, int index) {
  return toUtf8(info.GetIsolate(), info[index]);
}

static uint32_t number(HostFunctions::Info info, int index) {
  return info[index]->IsUint32() ? info[index].As<Uint32>()->Value() : 0;
}

/// The bytes of a view, which stay where they are; empty if it is none, or its buffer is detached.
static llvm::StringRef bytes(HostFunctions::Info info, int index) {
  if (!info[index]->IsArrayBufferView())
    return {};
  Local<ArrayBufferView> view = info[index].As<ArrayBufferView>();
  std::shared_ptr<BackingStore> store = view->Buffer()->GetBackingStore();
  if (!store || view->ByteOffset() + view->ByteLength() > store->ByteLength())
    return {};
  return {static_cast<const char *>(store->Data()) + view->ByteOffset(), view->ByteLength()};
}

template <typename T> static void answer(HostFunctions::Info info, MaybeLocal<T> value) {
  Local<T> known;
  if (value.ToLocal(&known))
    info.GetReturnValue().Set(known);
}

static Local<Context> contextOf(HostFunctions::Info info) {
  return info.GetIsolate()->GetCurrentContext();
}

/// The strings of a list that the prelude made; its elements are its own.
static std::vector<Local<String>> strings(HostFunctions::Info info, int index) {
  std::vector<Local<String>> result;
  Local<Array> list = info[index].As<Array>();
  for (uint32_t i = 0; i < list->Length(); ++i) {
    Local<Value> value;
    if (list->Get(contextOf(info), i).ToLocal(&value) && value->IsString())
      result.push_back(value.As<String>());
  }
  return result;
}

void HostFunctions::compileCommonJs(Info info) {
  answer(info, engineOf(info).modules().compileCommonJs(contextOf(info), text(info, 0)));
}

void HostFunctions::compileModule(Info info) {
  answer(info, engineOf(info).modules().compileEs(contextOf(info), text(info, 0)));
}

void HostFunctions::linkModule(Info info) {
  std::vector<Local<String>> specifiers = strings(info, 1), targets = strings(info, 2);
  llvm::StringMap<std::string> links;
  for (size_t i = 0; i < std::min(specifiers.size(), targets.size()); ++i)
    links[toUtf8(info.GetIsolate(), specifiers[i])] = toUtf8(info.GetIsolate(), targets[i]);
  engineOf(info).modules().link(text(info, 0), std::move(links));
}

void HostFunctions::makeSynthetic(Info info) {
  engineOf(info).modules().makeSynthetic(info.GetIsolate(), text(info, 0), strings(info, 1),
                                         info[2].As<Array>());
}

void HostFunctions::evaluateModule(Info info) {
  answer(info, engineOf(info).modules().evaluate(contextOf(info), text(info, 0)));
}

/// Of a module's key and those of its graph: the namespace, or a text that says why there is none.
void HostFunctions::evaluateNow(Info info) {
  answer(info,
         engineOf(info).modules().evaluateNow(contextOf(info), text(info, 0), strings(info, 1)));
}

void HostFunctions::namespaceOf(Info info) {
  answer(info, engineOf(info).modules().namespaceOf(info.GetIsolate(), text(info, 0)));
}

void HostFunctions::failurePlace(Info info) {
  info.GetReturnValue().Set(toV8(info.GetIsolate(), engineOf(info).modules().takeFailurePlace()));
}

void HostFunctions::textOf(Info info) {
  const std::string *found = engineOf(info).modules().text(text(info, 0));
  info.GetReturnValue().Set(toV8(info.GetIsolate(), found ? llvm::StringRef(*found) : ""));
}

void HostFunctions::bytesOf(Info info) {
  const std::string *found = engineOf(info).modules().text(text(info, 0));
  info.GetReturnValue().Set(toUint8Array(
      info.GetIsolate(), llvm::arrayRefFromStringRef(found ? llvm::StringRef(*found) : "")));
}

void HostFunctions::log(Info info) {
  // Nobody hears what code goes on to say after a load's or call's end.
  if (!hasEngine(info) || engineOf(info).settled_)
    return;
  std::string line = text(info, 0);
  line += '\0';
  line += text(info, 1);
  if (!engineOf(info).channel_->send(FrameKind::Log, line))
    _exit(1);
}

/// Sends a message: topic, number, JSON text, and bytes or undefined.
void HostFunctions::send(Info info) {
  if (engineOf(info).settled_)
    return;
  GuestMessage message;
  message.topic = static_cast<Topic>(number(info, 0));
  message.number = number(info, 1);
  std::string json = text(info, 2);
  message.json = json;
  message.bytes = bytes(info, 3);
  if (!engineOf(info).channel_->send(FrameKind::Message, encode(message)))
    _exit(1);
}

/// Asks about a granted file: JSON text, and bytes or undefined. Answers with JSON text and bytes.
void HostFunctions::ask(Info info) {
  if (!hasEngine(info))
    return;
  Isolate *isolate = info.GetIsolate();
  std::string json = text(info, 0);
  std::optional<Frame> frame = engineOf(info).ask({Topic::File, 0, json, bytes(info, 1)});
  std::optional<GuestMessage> answer = frame ? decodeMessage(frame->payload) : std::nullopt;
  if (!answer)
    return;
  Local<Value> parts[] = {toV8(isolate, answer->json),
                          toUint8Array(isolate, llvm::arrayRefFromStringRef(answer->bytes))};
  info.GetReturnValue().Set(Array::New(isolate, parts, std::size(parts)));
}

/// So many answers more, or fewer, are outstanding.
void HostFunctions::expect(Info info) {
  Engine &engine = engineOf(info);
  if (info[0]->IsInt32())
    engine.outstanding_ += info[0].As<Int32>()->Value();
}

void HostFunctions::settle(Info info) {
  engineOf(info).settle(text(info, 0), text(info, 1), text(info, 2));
}

void HostFunctions::now(Info info) {
  std::chrono::duration<double, std::milli> now =
      std::chrono::steady_clock::now().time_since_epoch();
  info.GetReturnValue().Set(now.count());
}

void HostFunctions::random(Info info) {
  if (!hasEngine(info))
    return info.GetReturnValue().Set(0.0);
  Engine &engine = engineOf(info);
  uint64_t bits;
  if (engine.randomLeft_ < sizeof bits) {
    engine.fillRandom(engine.random_.data(), engine.random_.size());
    engine.randomLeft_ = engine.random_.size();
  }
  memcpy(&bits, &engine.random_[engine.randomLeft_ -= sizeof bits], sizeof bits);
  info.GetReturnValue().Set(static_cast<double>(bits >> 11) * 0x1p-53);
}

/// For `structuredClone`, which moves buffers: takes a buffer's bytes from the script.
void HostFunctions::detach(Info info) {
  if (info[0]->IsArrayBuffer() && info[0].As<ArrayBuffer>()->IsDetachable())
    info[0].As<ArrayBuffer>()->Detach(Local<Value>()).Check();
}

void HostFunctions::fillRandom(Info info) {
  if (!info[0]->IsArrayBufferView() || !hasEngine(info))
    return;
  Local<ArrayBufferView> view = info[0].As<ArrayBufferView>();
  std::shared_ptr<BackingStore> store = view->Buffer()->GetBackingStore();
  if (store && view->ByteOffset() + view->ByteLength() <= store->ByteLength())
    engineOf(info).fillRandom(static_cast<char *>(store->Data()) + view->ByteOffset(),
                              view->ByteLength());
}

void HostFunctions::enqueueMicrotask(Info info) {
  if (info[0]->IsFunction())
    info.GetIsolate()->EnqueueMicrotask(info[0].As<Function>());
}

void HostFunctions::compileScript(Info info) {
  answer(info, agentc::compileScript(contextOf(info), text(info, 0), Snapshot::scriptCaches()));
}

/// The places in the bundle from which the prelude was called, innermost first, one a line.
void HostFunctions::callers(Info info) {
  Isolate *isolate = info.GetIsolate();
  Local<StackTrace> stack = StackTrace::CurrentStackTrace(isolate, 32, StackTrace::kDetailed);
  std::string text;
  for (int i = 0; i < stack->GetFrameCount(); ++i) {
    Local<StackFrame> frame = stack->GetFrame(isolate, static_cast<uint32_t>(i));
    Local<String> name = frame->GetScriptName();
    std::string path = name.IsEmpty() ? std::string() : toUtf8(isolate, name);
    if (!path.empty() && !llvm::StringRef(path).starts_with("agentc:"))
      text += path + '\0' + std::to_string(frame->GetLineNumber()) + '\0' +
              std::to_string(frame->GetColumn()) + '\n';
  }
  info.GetReturnValue().Set(toV8(isolate, text));
}

/// Returns the value that promises carry from the code that made them to the code that waits
/// for them.
void HostFunctions::asyncContext(Info info) {
  Local<Data> kept = info.GetIsolate()->GetContinuationPreservedEmbedderDataV2();
  if (kept->IsValue())
    info.GetReturnValue().Set(kept.As<Value>());
}

void HostFunctions::setAsyncContext(Info info) {
  info.GetIsolate()->SetContinuationPreservedEmbedderDataV2(info[0]);
}

namespace {

constexpr HostFunction table[] = {{"compileCommonJs", quietly<HostFunctions::compileCommonJs>},
                                  {"compileModule", quietly<HostFunctions::compileModule>},
                                  {"linkModule", quietly<HostFunctions::linkModule>},
                                  {"makeSynthetic", quietly<HostFunctions::makeSynthetic>},
                                  {"evaluateModule", HostFunctions::evaluateModule},
                                  {"evaluateNow", HostFunctions::evaluateNow},
                                  {"namespaceOf", quietly<HostFunctions::namespaceOf>},
                                  {"failurePlace", quietly<HostFunctions::failurePlace>},
                                  {"textOf", quietly<HostFunctions::textOf>},
                                  {"bytesOf", quietly<HostFunctions::bytesOf>},
                                  {"log", quietly<HostFunctions::log>},
                                  {"send", quietly<HostFunctions::send>},
                                  {"ask", quietly<HostFunctions::ask>},
                                  {"expect", quietly<HostFunctions::expect>},
                                  {"settle", quietly<HostFunctions::settle>},
                                  {"now", quietly<HostFunctions::now>},
                                  {"random", quietly<HostFunctions::random>},
                                  {"fillRandom", quietly<HostFunctions::fillRandom>},
                                  {"detach", quietly<HostFunctions::detach>},
                                  {"enqueueMicrotask", quietly<HostFunctions::enqueueMicrotask>},
                                  {"compileScript", quietly<HostFunctions::compileScript>},
                                  {"callers", quietly<HostFunctions::callers>},
                                  {"asyncContext", quietly<HostFunctions::asyncContext>},
                                  {"setAsyncContext", quietly<HostFunctions::setAsyncContext>}};

} // namespace

std::vector<FunctionCallback> HostFunctions::callbacks() {
  std::vector<FunctionCallback> all;
  for (llvm::ArrayRef<HostFunction> functions :
       {llvm::ArrayRef(table), cryptoFunctions(), compressionFunctions()})
    for (const HostFunction &entry : functions)
      all.push_back(entry.function);
  return all;
}

static Local<Object> makeRecord(Local<Context> context, llvm::ArrayRef<HostFunction> functions) {
  Isolate *isolate = Isolate::GetCurrent();
  Local<Object> record = Object::New(isolate);
  for (const HostFunction &entry : functions) {
    Local<String> name = toV8(isolate, entry.name);
    Local<Function> function =
        Function::New(context, entry.function, {}, 0, ConstructorBehavior::kThrow).ToLocalChecked();
    function->SetName(name);
    record->Set(context, name, function).Check();
  }
  return record;
}

Local<Object> HostFunctions::makeObject(Local<Context> context) {
  Local<Object> host = makeRecord(context, table);
  auto add = [&](const char *name, llvm::ArrayRef<HostFunction> functions) {
    host->Set(context, toV8(Isolate::GetCurrent(), name), makeRecord(context, functions)).Check();
  };
  add("openssl", cryptoFunctions());
  add("compression", compressionFunctions());
  return host;
}

} // namespace agentc
