#ifndef AGENTC_MODELS_MEMBERS_H
#define AGENTC_MODELS_MEMBERS_H

#include "agentc/Support/Json.h"

namespace agentc::models {

// Members of JSON that a stranger wrote, whose types may be any.

/// An object's member; null if there is none, or no object.
const Json *memberOf(const Json &object, const char *name);
/// An object's member that is a text; empty if it is not one.
llvm::StringRef textOf(const Json &object, const char *name);
/// An object's member that counts something; 0 if it does not.
uint64_t countOf(const Json &object, const char *name);

} // namespace agentc::models

#endif
