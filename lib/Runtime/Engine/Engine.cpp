#include "Engine.h"

#include "HostFunctions.h"
#ifdef AGENTC_CORRUPTION
#include "Corruption.h"
#endif

#include <libplatform/libplatform.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace agentc {

using namespace v8;

Engine::Engine(bool jitless, const StartupData *snapshot) : jitless_(jitless) {
  setEngineFlags(jitless);
  // Otherwise it reads 4096 bytes of a device each time.
  V8::SetEntropySource([](unsigned char *bytes, size_t size) {
    fillRandom(bytes, size);
    return true;
  });
  platform_ = platform::NewSingleThreadedDefaultPlatform();
  V8::InitializePlatform(platform_.get());
  V8::Initialize();
  Isolate::CreateParams parameters;
  parameters.array_buffer_allocator = &memory_;
  parameters.constraints.ConfigureDefaultsFromHeapSize(0, MemoryMeter::startingHeap);
  // All of it is writable and executable for good, and counts as memory in use.
  parameters.constraints.set_code_range_size_in_bytes(size_t(32) << 20);
  parameters.allow_atomics_wait = false;
  if (snapshot) {
    parameters.snapshot_blob = const_cast<StartupData *>(snapshot);
    parameters.external_references = Snapshot::references();
  }
  isolate_ = Isolate::New(parameters);
  isolate_->SetData(0, this);
  isolate_->Enter();
  memory_.watch(isolate_);
  isolate_->SetMicrotasksPolicy(MicrotasksPolicy::kExplicit);
  isolate_->SetAllowWasmCodeGenerationCallback([](Local<Context>, Local<String>) { return false; });
  isolate_->SetHostImportModuleDynamicallyCallback(importDynamically);
  isolate_->SetHostInitializeImportMetaObjectCallback(describeModule);
  // Without a listener V8 prints what nobody caught.
  isolate_->AddMessageListener([](Local<Message>, Local<Value>) {});
  HandleScope handles(isolate_);
  Local<Context> context = Context::New(isolate_);
  context->AllowCodeGenerationFromStrings(false);
  context_.Reset(isolate_, context);
  // V8 gives them to each context, whatever the prelude took from the one in the snapshot.
  for (const char *shared : {"WebAssembly", "SharedArrayBuffer"})
    (void)context->Global()->Delete(context, toV8(isolate_, shared)).IsNothing();
  enterPrelude(snapshot != nullptr);
#ifdef AGENTC_CORRUPTION // test/Runtime/heap-corruption.test
  addCorruption(context);
#endif
}

// A process of the sandbox ends by _exit: nothing is torn down.
Engine::~Engine() = default;

CodeRange Engine::codeRange() const {
  void *begin = nullptr;
  size_t size = 0;
  if (!jitless_)
    isolate_->GetCodeRange(&begin, &size);
  return {reinterpret_cast<uintptr_t>(begin), size};
}

void Engine::enterPrelude(bool fromSnapshot) {
  Local<Context> context = context_.Get(isolate_);
  Local<Array> functions;
  if (!fromSnapshot)
    functions = evaluatePrelude(context, /*eager=*/false);
  for (uint32_t i = 0; i < preludeFunctions; ++i) {
    Local<Value> function = fromSnapshot
                                ? context->GetDataFromSnapshotOnce<Value>(i).ToLocalChecked()
                                : functions->Get(context, i).ToLocalChecked();
    prelude_[i].Reset(isolate_, function.As<Function>());
  }
}

MaybeLocal<Value> Engine::callPrelude(PreludeFunction function, llvm::StringRef text) {
  Local<Context> context = context_.Get(isolate_);
  Local<Value> argument = toV8(isolate_, text);
  return prelude_[static_cast<size_t>(function)].Get(isolate_)->Call(context, Undefined(isolate_),
                                                                     1, &argument);
}

MaybeLocal<Promise> Engine::importDynamically(Local<Context> context, Local<Data>,
                                              Local<Value> resource, Local<String> specifier,
                                              Local<FixedArray>) {
  Isolate *isolate = Isolate::GetCurrent();
  auto *engine = static_cast<Engine *>(isolate->GetData(0));
  Local<Value> arguments[] = {resource, specifier};
  Local<Value> answer;
  if (!engine->prelude_[static_cast<size_t>(PreludeFunction::ImportDynamically)]
           .Get(isolate)
           ->Call(context, Undefined(isolate), 2, arguments)
           .ToLocal(&answer) ||
      !answer->IsPromise())
    return {};
  return answer.As<Promise>();
}

void Engine::describeModule(Local<Context> context, Local<Module> module, Local<Object> meta) {
  Isolate *isolate = Isolate::GetCurrent();
  auto *engine = static_cast<Engine *>(isolate->GetData(0));
  Local<Value> arguments[] = {meta, toV8(isolate, engine->modules_.pathOf(isolate, module))};
  (void)engine->prelude_[static_cast<size_t>(PreludeFunction::DescribeModule)]
      .Get(isolate)
      ->Call(context, Undefined(isolate), 2, arguments)
      .IsEmpty();
}

void Engine::settle(llvm::StringRef outcome, llvm::StringRef json, llvm::StringRef observed) {
  std::string payload = outcome.str();
  payload += '\0';
  payload += json;
  payload += '\0';
  payload += observed;
  // Of a rehearsal nobody is told.
  if (std::exchange(settled_, true))
    return;
  if (!channel_->send(FrameKind::Settled, payload))
    _exit(1);
}

bool Engine::waitForEvent(double milliseconds) {
  // Several replies may have come at once.
  bool tooLong;
  std::optional<Frame> frame;
  if (!unheard_.empty()) {
    frame = std::move(unheard_.front());
    unheard_.pop_front();
  } else {
    frame = channel_->next(UINT32_MAX, tooLong);
  }
  if (!frame) {
    pollfd one = {channel_->descriptor(), POLLIN, 0};
    int timeout = milliseconds < 0 ? -1 : static_cast<int>(std::ceil(milliseconds));
    int ready = poll(&one, 1, timeout);
    if (ready < 0)
      return errno == EINTR;
    if (ready == 0)
      return true;
    frame = channel_->receive();
    if (!frame)
      return false;
  }
  if (frame->kind == FrameKind::Message)
    if (std::optional<GuestMessage> message = decodeMessage(frame->payload))
      receive(*message);
  return true;
}

std::optional<Frame> Engine::ask(const GuestMessage &question) {
  if (settled_)
    return std::nullopt;
  if (!channel_->send(FrameKind::Message, encode(question)))
    _exit(1);
  for (;;) {
    std::optional<Frame> frame = channel_->receive();
    if (!frame)
      _exit(1);
    std::optional<GuestMessage> message;
    if (frame->kind == FrameKind::Message)
      message = decodeMessage(frame->payload);
    if (message && message->topic == question.topic)
      return frame;
    unheard_.push_back(std::move(*frame));
  }
}

void Engine::receive(const GuestMessage &message) {
  Local<Context> context = context_.Get(isolate_);
  Local<Value> bytes = Undefined(isolate_);
  if (!message.bytes.empty()) {
    Local<ArrayBuffer> buffer = ArrayBuffer::New(isolate_, message.bytes.size());
    memcpy(buffer->GetBackingStore()->Data(), message.bytes.data(), message.bytes.size());
    bytes = Uint8Array::New(buffer, 0, message.bytes.size());
  }
  Local<Value> arguments[] = {Integer::New(isolate_, static_cast<int>(message.topic)),
                              Integer::NewFromUnsigned(isolate_, message.number),
                              toV8(isolate_, message.json), bytes};
  Local<Function> receive = prelude_[static_cast<size_t>(PreludeFunction::Receive)].Get(isolate_);
  (void)receive->Call(context, Undefined(isolate_), std::size(arguments), arguments).IsEmpty();
}

void Engine::runUntilSettled(llvm::StringRef ifNothingHappens) {
  Local<Context> context = context_.Get(isolate_);
  for (;;) {
    HandleScope handles(isolate_);
    isolate_->PerformMicrotaskCheckpoint();
    if (settled_)
      return;
    Local<Value> next;
    double wait = -1;
    // Zero may follow an exhausted stack, and then the next turn comes at once.
    if (!prelude_[static_cast<size_t>(PreludeFunction::Turn)]
             .Get(isolate_)
             ->Call(context, Undefined(isolate_), 0, nullptr)
             .ToLocal(&next))
      wait = 0;
    else if (next->IsNumber())
      wait = next.As<Number>()->Value();
    if (wait == 0)
      continue;
    isolate_->PerformMicrotaskCheckpoint();
    if (settled_)
      return;
    if (wait < 0 && outstanding_ <= 0)
      return settle(ifNothingHappens,
                    R"({"name":"Error","message":"waits for a promise that nothing can settle",)"
                    R"("stack":""})",
                    "");
    if (!waitForEvent(wait))
      _exit(1);
  }
}

void Engine::load(llvm::StringRef image) {
  HandleScope handles(isolate_);
  Context::Scope scope(context_.Get(isolate_));
  TryCatch caught(isolate_);
  caught.SetVerbose(false);
  settled_ = false;
  (void)callPrelude(PreludeFunction::Load, image);
  runUntilSettled("load-failed");
  // Everything that the load began stays; the processes of calls go on from here.
  (void)callPrelude(PreludeFunction::Ready, "");
}

void Engine::call(llvm::StringRef request) {
  HandleScope handles(isolate_);
  Context::Scope scope(context_.Get(isolate_));
  TryCatch caught(isolate_);
  settled_ = false;
  unheard_.clear(); // of the load
  (void)callPrelude(PreludeFunction::Call, request);
  runUntilSettled("unsettled");
}

bool Engine::rehearse(llvm::StringRef call) {
  HandleScope handles(isolate_);
  Context::Scope scope(context_.Get(isolate_));
  TryCatch caught(isolate_);
  Local<Value> went;
  const bool wentFar =
      callPrelude(PreludeFunction::Rehearse, call).ToLocal(&went) && went->IsTrue();
  if (wentFar)
    isolate_->PerformMicrotaskCheckpoint();
  return wentFar;
}

void Engine::warm(llvm::StringRef call) {
  HandleScope handles(isolate_);
  Context::Scope scope(context_.Get(isolate_));
  if (!rehearse(call))
    return;
  // The load and the rehearsal fill V8's nursery, so that each copy would collect garbage.
  isolate_->MemoryPressureNotification(MemoryPressureLevel::kCritical);
  isolate_->MemoryPressureNotification(MemoryPressureLevel::kNone);
  // Each copy would sweep, too; counting code is what finishes that.
  HeapCodeStatistics ignored;
  (void)isolate_->GetHeapCodeAndMetadataStatistics(&ignored);
  // Else each copy would map the nursery's first page, and bind the clock's symbol, by itself.
  (void)Object::New(isolate_);
  (void)std::chrono::steady_clock::now();
}

void Engine::compileAll() {
  HandleScope handles(isolate_);
  Context::Scope scope(context_.Get(isolate_));
  modules_.compileAll(context_.Get(isolate_),
                      [&](llvm::StringRef path, llvm::StringRef place, llvm::StringRef message) {
                        std::string payload = path.str();
                        payload += '\0';
                        payload += place;
                        payload += '\0';
                        payload += message;
                        channel_->send(FrameKind::Compile, payload);
                      });
}

void Engine::fillRandom(void *bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    // the kernel itself: libc's own generator (since 2.41) maps memory that the filter refuses
    long got = syscall(SYS_getrandom, static_cast<char *>(bytes) + done, size - done, 0);
    if (got < 0 && errno != EINTR)
      _exit(1);
    done += got > 0 ? got : 0;
  }
}

} // namespace agentc
