#ifndef AGENTC_BUNDLE_SECRETNAMES_H
#define AGENTC_BUNDLE_SECRETNAMES_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// True if a value of such a name is secret: `apiKey`, `DB_PASSWORD`, but not `tokenType`.
bool isSecretName(llvm::StringRef name);
/// True if the value of an environment variable is secret, by its name: `CRM_KEY` too, but not
/// `PRIMARY_KEY`.
bool isSecretVariable(llvm::StringRef name);
/// True if it is something that people choose and remember.
bool isPasswordName(llvm::StringRef name);

} // namespace agentc

#endif
