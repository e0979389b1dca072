#ifndef AGENTC_MODELS_MEMBERS_H
#define AGENTC_MODELS_MEMBERS_H

#include "agentc/Support/Json.h"

namespace agentc::models {

// Members of untrusted JSON, which may be of any type.

/// An object's member; null if it is missing, or the value is not an object.
const Json *memberOf(const Json &object, const char *name);
/// An object's member that is a string; empty if it is not.
llvm::StringRef textOf(const Json &object, const char *name);
/// An object's member that is a count; 0 if it is not.
uint64_t countOf(const Json &object, const char *name);

} // namespace agentc::models

#endif
