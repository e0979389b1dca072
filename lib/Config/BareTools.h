#ifndef AGENTC_LIB_CONFIG_BARETOOLS_H
#define AGENTC_LIB_CONFIG_BARETOOLS_H

#include "agentc/Config/Framework.h"

namespace agentc {

/// Adds the tools of the AI SDK where a bundler put it into the bundle. Its `tool` gives back what
/// it is given, and minifiers leave it out, so that a tool is a plain object: one with the members
/// that such tools have and no others, whose input schema was made by the bundle's copy of a schema
/// library. Returns whether there are any.
bool addBareTools(ExtractionContext &context);

} // namespace agentc

#endif
