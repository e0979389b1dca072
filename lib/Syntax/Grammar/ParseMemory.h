#ifndef AGENTC_LIB_SYNTAX_GRAMMAR_PARSEMEMORY_H
#define AGENTC_LIB_SYNTAX_GRAMMAR_PARSEMEMORY_H

#include "llvm/Support/Compiler.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace agentc {

/// The memory that tree-sitter allocates for one text, all freed at once: freeing trees node by
/// node takes a tenth of the time of reading large sources. Belongs to one thread at a time.
class ParseMemory {
public:
  ParseMemory();
  ParseMemory(const ParseMemory &) = delete;
  ParseMemory &operator=(const ParseMemory &) = delete;
  ~ParseMemory();

  /// How many blocks of a parse stack's node are in use.
  int64_t stackNodes() const { return stackNodes_; }
  /// The number of bytes of the system's memory that it holds, or nearly so.
  size_t bytes() const { return bytes_; }
  /// All that was ever asked for, in bytes.
  uint64_t bytesAsked() const { return bytesAsked_; }

  /// While one lives, what tree-sitter allocates on this thread comes from `memory`; at other times
  /// from the C library.
  class Use {
  public:
    explicit Use(ParseMemory &memory);
    ~Use();

  private:
    ParseMemory *outer_;
  };

private:
  friend struct ParseMemoryHooks;

  void *allocate(size_t size);
  void release(void *pointer);
  /// Returns the number of bytes that a block of a size takes, its head included.
  static size_t roomFor(size_t size);

  static constexpr size_t step = 16;
  /// Of the blocks that come from slabs. Sanitizers see each block by itself.
  static constexpr size_t largest = LLVM_ADDRESS_SANITIZER_BUILD ? 0 : 1024;

  uint32_t id_;
  char *next_ = nullptr;
  char *slabEnd_ = nullptr;
  std::vector<char *> slabs_;
  std::vector<void *> large_;
  void *free_[largest / step + 1] = {}; ///< by size, each holding the next one
  int64_t stackNodes_ = 0;
  size_t bytes_ = 0;
  uint64_t bytesAsked_ = 0;
};

} // namespace agentc

#endif
