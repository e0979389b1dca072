#ifndef AGENTC_VALUES_BOUNDFUNCTION_H
#define AGENTC_VALUES_BOUNDFUNCTION_H

#include "agentc/Values/Value.h"

namespace agentc {

/// True if a function of the host may have got arguments from `bind`, which nothing else tells.
bool hasBoundArguments(const ApiValue &function);

} // namespace agentc

#endif
