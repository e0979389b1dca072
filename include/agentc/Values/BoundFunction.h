#ifndef AGENTC_VALUES_BOUNDFUNCTION_H
#define AGENTC_VALUES_BOUNDFUNCTION_H

#include "agentc/Values/Value.h"

namespace agentc {

/// Whether a function of the host is one that `bind` gave arguments, which nothing else tells.
bool hasBoundArguments(const ApiValue &function);

} // namespace agentc

#endif
