#ifndef AGENTC_LIB_RUNTIME_MEMORY_H
#define AGENTC_LIB_RUNTIME_MEMORY_H

#include <v8.h>

#include <cstdint>

namespace agentc {

/// Ends the process with exitMemoryLimit.
[[noreturn]] void dieOfMemory();

/// Counts array buffers and refuses what exceeds the limit together with the heap; when V8 has
/// collected garbage and still asks, the process ends, because a refusal that the guest could catch
/// would let it go on. Also watches the heap.
class MemoryMeter : public v8::ArrayBuffer::Allocator {
public:
  /// The heap limit of an isolate is fixed before the request is known.
  static constexpr uint64_t startingHeap = 128ull << 20;

  void *Allocate(size_t size) override;
  void *AllocateUninitialized(size_t size) override;
  void Free(void *bytes, size_t size) override;

  void watch(v8::Isolate *isolate);
  void setLimit(uint64_t bytes) { limit_ = bytes; }
  /// True if the process has a limit of its own (RLIMIT_DATA), so that the kernel refuses memory
  /// for no other reason.
  static inline bool isLimitedByKernel = false;

private:
  bool take(size_t size);
  bool exceeded() const;
  static size_t nearHeapLimit(void *meter, size_t current, size_t initial);
  static void collected(v8::Isolate *, v8::GCType, v8::GCCallbackFlags, void *meter);

  v8::Isolate *isolate_ = nullptr;
  uint64_t limit_ = startingHeap;
  uint64_t buffers_ = 0;
  uint64_t unchecked_ = 0;
  unsigned refusals_ = 0; ///< without a success between them
};

} // namespace agentc

#endif
