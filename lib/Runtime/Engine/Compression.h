#ifndef AGENTC_LIB_RUNTIME_COMPRESSION_H
#define AGENTC_LIB_RUNTIME_COMPRESSION_H

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <variant>
#include <vector>

/// Brotli and Zstandard for the guest, by libraries that V8's program has, without V8. Lengths
/// and parameters come from a stranger and are judged here and there.
namespace agentc::compression {

/// The bytes that were made, or an error's code as Node has it (empty where it is the name of its
/// number), number and message, with NUL between.
using Result = std::variant<std::vector<uint8_t>, std::string>;

/// A number of the library's own parameters, and its value.
struct Parameter {
  uint32_t name, value;
};

using Function = Result(llvm::ArrayRef<uint8_t> bytes, llvm::ArrayRef<Parameter> parameters,
                        size_t limit);

/// Each takes all of the bytes at once, and makes `limit` of them at most. What follows the end of
/// a compressed text is left alone.
Function brotliCompress, brotliDecompress, zstdCompress, zstdDecompress;

} // namespace agentc::compression

#endif
