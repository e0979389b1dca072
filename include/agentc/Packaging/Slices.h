#ifndef AGENTC_PACKAGING_SLICES_H
#define AGENTC_PACKAGING_SLICES_H

#include "agentc/Config/Config.h"

namespace agentc {

/// The folder of slices in a package.
inline constexpr llvm::StringLiteral sliceFolder = "agentc/tools/";

/// One tool or handler as a file of its own, which needs nothing else of the bundle.
struct ToolSlice {
  std::string id; ///< of the ToolDefinition or AgentDefinition
  /// In the package, `agentc/tools/NAME.js`; that of the first tool that needs the same code.
  std::string path;
  bool exact = false; ///< else all of the bundle
  std::string reason; ///< why it is all of the bundle
  std::string text;
  std::string sourceMap; ///< stands at `path` with `.map`; empty for a whole bundle
  bool isEsm = false;
  /// How to reach the definition from the slice's exports, as RuntimeReference's steps; empty where
  /// a framework's function makes it, at `made`.
  std::vector<std::string> steps;
  struct Place {
    uint32_t line = 1, column = 1, endLine = 1, endColumn = 1;
  };
  std::optional<Place> made;
};

/// Of all slices with their source maps; tools beyond are whole.
inline constexpr size_t maxSliceBytes = 16 << 20;

/// Slices every tool and handler that can be called, in the configuration's order: the top-level
/// declarations that it needs, and the statements whose effects can reach what it reads (Weiser
/// 1984, at the granularity of top-level statements and class members). The program is JavaScript:
/// types were erased before. Whole where that isn't possible, with the reason.
std::vector<ToolSlice> sliceTools(const Program &program, const Values &values,
                                  const AgentConfig &config);

/// Prints each slice with its name and whether it is exact, for `--dump=slices`.
void dumpSlices(llvm::ArrayRef<ToolSlice> slices, llvm::raw_ostream &out);

} // namespace agentc

#endif
