#include "GuestBytes.h"

#include "ModuleTable.h"

#include <algorithm>
#include <cstring>

namespace agentc {

using namespace v8;

GuestBytes::GuestBytes(HostFunctions::Info info, int index) {
  Local<Value> value = info[index];
  if (value->IsString()) {
    text_ = toUtf8(info.GetIsolate(), value);
    bytes_ = {reinterpret_cast<const uint8_t *>(text_.data()), text_.size()};
  }
  if (!value->IsArrayBufferView())
    return;
  Local<ArrayBufferView> view = value.As<ArrayBufferView>();
  if (!view->HasBuffer()) {
    copy_.resize(view->ByteLength());
    copy_.resize(view->CopyContents(copy_.data(), copy_.size()));
    bytes_ = copy_;
    return;
  }
  store_ = view->Buffer()->GetBackingStore();
  if (store_ && view->ByteOffset() + view->ByteLength() <= store_->ByteLength())
    bytes_ = {static_cast<const uint8_t *>(store_->Data()) + view->ByteOffset(),
              view->ByteLength()};
}

Local<Uint8Array> toUint8Array(Isolate *isolate, llvm::ArrayRef<uint8_t> bytes) {
  Local<ArrayBuffer> buffer = ArrayBuffer::New(isolate, bytes.size());
  if (!bytes.empty())
    memcpy(buffer->GetBackingStore()->Data(), bytes.data(), bytes.size());
  return Uint8Array::New(buffer, 0, bytes.size());
}

size_t lengthOf(HostFunctions::Info info, int index) {
  double value = info[index]->IsNumber() ? info[index].As<Number>()->Value() : 0;
  return value > 0 ? static_cast<size_t>(std::min<double>(value, INT32_MAX)) : 0;
}

} // namespace agentc
