#ifndef AGENTC_AGENTS_TOOLNAMES_H
#define AGENTC_AGENTS_TOOLNAMES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace agentc::agents {

/// A tool's name as all models' APIs take it, and no other tool has it.
std::string nameForModels(llvm::StringRef name,
                          llvm::function_ref<bool(const std::string &)> isTaken);

} // namespace agentc::agents

#endif
