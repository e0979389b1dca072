#ifndef AGENTC_LIB_VALUES_REGIONS_H
#define AGENTC_LIB_VALUES_REGIONS_H

#include "agentc/Program/Program.h"

#include "llvm/ADT/SetVector.h"

namespace agentc {

/// Statements beside each other that give a variable all its values: its declaration, assignments
/// and changes of what it holds, with whatever those need.
struct Region {
  llvm::SmallVector<const ast::Node *, 4> statements;
  /// Variables that the statements change, declared beside them.
  llvm::SmallSetVector<const Symbol *, 4> symbols;
  uint32_t end = 0; ///< where the last of the statements ends
};

/// The region of a variable; std::nullopt where it has one value only, or where changes are out of
/// sight.
std::optional<Region> findRegion(const Program &program, const Symbol &symbol);

/// True if the use of a name or member changes its value: a member of the value is assigned, or
/// an array method changes it.
bool changesHeld(const ast::Node &use);

} // namespace agentc

#endif
