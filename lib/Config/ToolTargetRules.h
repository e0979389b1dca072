#ifndef AGENTC_LIB_CONFIG_TOOLTARGETRULES_H
#define AGENTC_LIB_CONFIG_TOOLTARGETRULES_H

#include "agentc/Diagnostics/Rule.h"

/// Rules for the parts of a tool definition that a target refuses.
namespace agentc::target {

extern const RuleInfo name, schema, description, duplicate;

} // namespace agentc::target

#endif
