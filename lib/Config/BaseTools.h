#ifndef AGENTC_LIB_CONFIG_BASETOOLS_H
#define AGENTC_LIB_CONFIG_BASETOOLS_H

#include "agentc/Config/Framework.h"

namespace agentc {

/// Returns true if a tool's definition is there for other definitions only, which are listed: they
/// copy it (`{...search, description}`) or stand in its place (`{...base, search: newer}`). No
/// model gets a tool by it.
bool isBaseOnly(const ExtractionContext &context, const ResultValue &definition);

} // namespace agentc

#endif
