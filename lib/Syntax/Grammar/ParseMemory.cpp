#include "ParseMemory.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemAlloc.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <atomic>
#include <cstring>

namespace agentc {

namespace {

/// tree-sitter walks its parse stack by recursion when it merges two readings of a text, and where
/// brackets stay open that stack is as deep as the text is long. There is no call to ask for its
/// depth, but its nodes have a size of their own among what tree-sitter allocates.
/// test/Syntax/too-deep.test notices when a new version changes that size.
constexpr size_t stackNodeSize = 232;

constexpr size_t slabSize = size_t(1) << 20;

/// Stands directly before every block that tree-sitter gets; a large block's place in the list of
/// large ones stands before that.
struct Head {
  uint32_t size;  ///< as asked for
  uint32_t owner; ///< the memory's id; 0 for the C library
};

Head &headOf(void *pointer) { return static_cast<Head *>(pointer)[-1]; }
size_t &largeIndexOf(void *pointer) { return static_cast<size_t *>(pointer)[-2]; }
char *largeBegin(void *pointer) {
  return static_cast<char *>(pointer) - sizeof(Head) - sizeof(size_t);
}
void *&nextFreeOf(void *pointer) { return *static_cast<void **>(pointer); }

void *withHead(void *pointer, size_t size, uint32_t owner) {
  if (size > UINT32_MAX)
    llvm::report_bad_alloc_error("a source needs more memory than a parser may have");
  headOf(pointer) = {static_cast<uint32_t>(size), owner};
  return pointer;
}

thread_local ParseMemory *current = nullptr;

/// Slabs that earlier texts left, for the next ones of this thread. Others go to the C library,
/// whose one heap gives them to what is evaluated later: a page that is taken anew costs more than
/// what is written to it.
struct SpareSlabs {
  static constexpr size_t most = 8;
  std::vector<char *> slabs;
  ~SpareSlabs() {
    for (char *slab : slabs)
      free(slab);
  }
  char *take() {
    if (slabs.empty())
      return static_cast<char *>(llvm::safe_malloc(slabSize));
    char *slab = slabs.back();
    slabs.pop_back();
    return slab;
  }
};
thread_local SpareSlabs spare;

} // namespace

size_t ParseMemory::roomFor(size_t size) { return (size + sizeof(Head) + step - 1) / step * step; }

ParseMemory::Use::Use(ParseMemory &memory) : outer_(current) { current = &memory; }
ParseMemory::Use::~Use() { current = outer_; }

void *ParseMemory::allocate(size_t size) {
  bytesAsked_ += size;
  stackNodes_ += size == stackNodeSize;
  const size_t room = roomFor(size);
  if (room > largest) {
    auto *begin = static_cast<char *>(llvm::safe_malloc(size + sizeof(Head) + sizeof(size_t)));
    void *pointer = begin + sizeof(Head) + sizeof(size_t);
    largeIndexOf(pointer) = large_.size();
    large_.push_back(pointer);
    bytes_ += size;
    return withHead(pointer, size, id_);
  }
  void *&list = free_[room / step];
  if (list) {
    void *pointer = list;
    list = nextFreeOf(pointer);
    return withHead(pointer, size, id_);
  }
  if (static_cast<size_t>(slabEnd_ - next_) < room) {
    next_ = spare.take();
    slabEnd_ = next_ + slabSize;
    slabs_.push_back(next_);
    bytes_ += slabSize;
  }
  void *pointer = next_ + sizeof(Head);
  next_ += room;
  return withHead(pointer, size, id_);
}

void ParseMemory::release(void *pointer) {
  const size_t size = headOf(pointer).size;
  stackNodes_ -= size == stackNodeSize;
  const size_t room = roomFor(size);
  if (room <= largest) {
    nextFreeOf(pointer) = free_[room / step];
    free_[room / step] = pointer;
    return;
  }
  const size_t index = largeIndexOf(pointer);
  large_[index] = large_.back();
  largeIndexOf(large_[index]) = index;
  large_.pop_back();
  bytes_ -= size;
  free(largeBegin(pointer));
}

/// The functions that tree-sitter calls for memory.
struct ParseMemoryHooks {
  static void *allocate(size_t size) {
    if (current)
      return current->allocate(size);
    return withHead(static_cast<char *>(llvm::safe_malloc(size + sizeof(Head))) + sizeof(Head),
                    size, 0);
  }

  static void *allocateZeroed(size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size)
      llvm::report_bad_alloc_error("a parser asked for too much memory");
    return memset(allocate(count * size), 0, count * size);
  }

  static void release(void *pointer) {
    if (!pointer)
      return;
    const uint32_t owner = headOf(pointer).owner;
    if (owner == 0)
      free(&headOf(pointer));
    else if (current && current->id_ == owner)
      current->release(pointer);
    // else it goes with the rest of its memory
  }

  static void *reallocate(void *old, size_t size) {
    if (!old)
      return allocate(size);
    void *pointer = allocate(size);
    memcpy(pointer, old, std::min<size_t>(size, headOf(old).size));
    release(old);
    return pointer;
  }
};

ParseMemory::ParseMemory() {
  [[maybe_unused]] static const bool installed =
      (ts_set_allocator(ParseMemoryHooks::allocate, ParseMemoryHooks::allocateZeroed,
                        ParseMemoryHooks::reallocate, ParseMemoryHooks::release),
       true);
  static std::atomic<uint32_t> ids{0};
  do
    id_ = ++ids;
  while (id_ == 0);
}

ParseMemory::~ParseMemory() {
  for (void *pointer : large_)
    free(largeBegin(pointer));
  for (char *slab : slabs_)
    if (spare.slabs.size() < SpareSlabs::most)
      spare.slabs.push_back(slab);
    else
      free(slab);
}

} // namespace agentc
