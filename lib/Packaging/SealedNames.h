#ifndef AGENTC_LIB_PACKAGING_SEALEDNAMES_H
#define AGENTC_LIB_PACKAGING_SEALEDNAMES_H

#include "agentc/Analysis/Access.h"

#include <map>

namespace agentc {

/// The name under which a file is sealed: TypeScript's extension becomes JavaScript's; declaration
/// files
/// (`.d.ts`) and everything else keep theirs.
std::string sealedName(llvm::StringRef path);

/// The configuration and access with every place named as its file is sealed, so that they equal
/// what is extracted from the package. Places hold, because erasing types moves nothing.
AgentConfig withSealedNames(AgentConfig config);
AccessMap withSealedNames(AccessMap access);

} // namespace agentc

#endif
