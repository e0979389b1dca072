#ifndef AGENTC_LIB_CONFIG_TEXTBOUNDS_H
#define AGENTC_LIB_CONFIG_TEXTBOUNDS_H

#include "agentc/Config/Config.h"

namespace agentc {

/// Makes a configuration's texts, which a stranger wrote, fit to be handed on: what is not Unicode
/// (half of a surrogate pair) and names that are too long or that show as other than they are
/// become unresolved; what is only shown is cut.
void boundTexts(AgentConfig &config);

} // namespace agentc

#endif
