#include "Corruption.h"

#include <cstdint>
#include <cstring>
#include <random>

namespace agentc {

using namespace v8;

namespace {

using Info = const FunctionCallbackInfo<Value> &;
constexpr uintptr_t page = uintptr_t(256) << 10;

/// Returns the words of an object in V8's heap; a handle points to the object's tagged address.
uint64_t *wordsOf(Local<Value> value) {
  return reinterpret_cast<uint64_t *>(*reinterpret_cast<uintptr_t *>(*value) & ~uintptr_t(7));
}

uint64_t numberOf(Info info, int index) {
  return info[index]->IsBigInt() ? info[index].As<BigInt>()->Uint64Value()
                                 : static_cast<uint64_t>(info[index].As<Number>()->Value());
}

/// `write(object, index, word)`: the first word is the object's map.
void write(Info info) { wordsOf(info[0])[numberOf(info, 1)] = numberOf(info, 2); }

void read(Info info) {
  info.GetReturnValue().Set(
      BigInt::NewFromUnsigned(info.GetIsolate(), wordsOf(info[0])[numberOf(info, 1)]));
}

/// `aim(view, address)`: the view's bytes are what lies at the address, as far as it likes.
void aim(Info info) {
  auto view = info[0].As<Uint8Array>();
  auto own = reinterpret_cast<uintptr_t>(view->Buffer()->GetBackingStore()->Data());
  uint64_t *words = wordsOf(view);
  for (size_t i = 1; i < 16; ++i)
    if (words[i] == own)
      words[i] = numberOf(info, 1);
}

/// `place(object)`: its address, which JavaScript cannot tell.
void place(Info info) {
  info.GetReturnValue().Set(
      BigInt::NewFromUnsigned(info.GetIsolate(), reinterpret_cast<uintptr_t>(wordsOf(info[0]))));
}

/// `code()`: where V8 keeps the machine code that it makes.
void code(Info info) {
  void *begin = nullptr;
  size_t size = 0;
  info.GetIsolate()->GetCodeRange(&begin, &size);
  info.GetReturnValue().Set(
      BigInt::NewFromUnsigned(info.GetIsolate(), reinterpret_cast<uintptr_t>(begin)));
}

/// `scribble(object, seed, count)`: so many words of the part of the heap that the object lies in
/// get values by chance: bytes, or addresses of others there.
void scribble(Info info) {
  auto begin = reinterpret_cast<uintptr_t>(wordsOf(info[0])) & ~(page - 1);
  std::minstd_rand random(static_cast<uint32_t>(numberOf(info, 1) + 1));
  auto *words = reinterpret_cast<uint64_t *>(begin);
  for (uint64_t i = numberOf(info, 2); i > 0; --i) {
    uint64_t word = random() % 2 ? words[random() % (page / 8)] : uint64_t(random()) << 20;
    words[random() % (page / 8)] = word;
  }
}

} // namespace

void addCorruption(Local<Context> context) {
  Isolate *isolate = Isolate::GetCurrent();
  Context::Scope scope(context);
  Local<Object> corruption = Object::New(isolate);
  auto add = [&](const char *name, FunctionCallback callback) {
    corruption
        ->Set(context, String::NewFromUtf8(isolate, name).ToLocalChecked(),
              Function::New(context, callback).ToLocalChecked())
        .Check();
  };
  add("write", write);
  add("read", read);
  add("aim", aim);
  add("place", place);
  add("code", code);
  add("scribble", scribble);
  context->Global()
      ->Set(context, String::NewFromUtf8(isolate, "corruption").ToLocalChecked(), corruption)
      .Check();
}

} // namespace agentc
