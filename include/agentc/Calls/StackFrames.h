#ifndef AGENTC_CALLS_STACKFRAMES_H
#define AGENTC_CALLS_STACKFRAMES_H

#include "agentc/Support/FileTree.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace agentc {

/// The place that a line of a stack names: `… (lib/a.js:3:7)` or `at lib/a.js:3:7`.
struct FramePlace {
  llvm::StringRef text; ///< `lib/a.js:3:7`, within the line
  llvm::StringRef path;
  uint32_t line = 0;
  uint32_t column = 0;
};
std::optional<FramePlace> placeOfFrame(llvm::StringRef line);

/// A stack with the places of sources where the bundle ships a file's source map (beside it or
/// within it); what maps to nothing stays as it is.
std::string mapStack(llvm::StringRef stack, const FileTree &files);

} // namespace agentc

#endif
