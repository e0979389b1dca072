#include "Memory.h"

#include "Walls.h"

#include <cstdlib>
#include <new>
#include <unistd.h>

namespace agentc {

void dieOfMemory() { _exit(exitMemoryLimit); }

bool MemoryMeter::exceeded() const {
  v8::HeapStatistics heap;
  isolate_->GetHeapStatistics(&heap);
  return heap.used_heap_size() + buffers_ > limit_;
}

bool MemoryMeter::take(size_t size) {
  buffers_ += size;
  unchecked_ += size;
  bool fits = size <= limit_ && buffers_ <= limit_;
  if (fits && unchecked_ > (1u << 20)) {
    unchecked_ = 0;
    fits = !exceeded();
  }
  if (!fits)
    buffers_ -= size;
  return fits;
}

void *MemoryMeter::Allocate(size_t size) {
  // V8 asks again after each of three collections.
  constexpr unsigned attempts = 4;
  if (take(size)) {
    if (void *bytes = calloc(size ? size : 1, 1)) {
      refusals_ = 0;
      return bytes;
    }
    buffers_ -= size;
  }
  if (++refusals_ == attempts)
    dieOfMemory();
  return nullptr;
}

void *MemoryMeter::AllocateUninitialized(size_t size) { return Allocate(size); }

void MemoryMeter::Free(void *bytes, size_t size) {
  buffers_ -= size;
  free(bytes);
}

size_t MemoryMeter::nearHeapLimit(void *meter, size_t current, size_t) {
  auto *self = static_cast<MemoryMeter *>(meter);
  // V8 raises its limit only here. The margin lets it survive until the next collection sees the
  // excess.
  if (self->limit_ <= current || self->exceeded())
    dieOfMemory();
  return self->limit_;
}

void MemoryMeter::collected(v8::Isolate *, v8::GCType, v8::GCCallbackFlags, void *meter) {
  if (static_cast<MemoryMeter *>(meter)->exceeded())
    dieOfMemory();
}

void MemoryMeter::watch(v8::Isolate *isolate) {
  isolate_ = isolate;
  isolate->SetOOMErrorHandler([](const char *, const v8::OOMDetails &) { dieOfMemory(); });
  isolate->AddNearHeapLimitCallback(nearHeapLimit, this);
  isolate->AddGCEpilogueCallback(
      collected, this, static_cast<v8::GCType>(v8::kGCTypeMarkSweepCompact | v8::kGCTypeScavenge));
  std::set_new_handler(dieOfMemory);
}

} // namespace agentc
