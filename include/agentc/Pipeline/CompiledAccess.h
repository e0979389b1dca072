#ifndef AGENTC_PIPELINE_COMPILEDACCESS_H
#define AGENTC_PIPELINE_COMPILEDACCESS_H

#include "agentc/Pipeline/Pipeline.h"

namespace agentc {

/// The access that a compilation inferred, or that is inferred now; it got as far as `extract`, and
/// its uses are collected.
const AccessMap &accessOf(Compilation &compilation);

} // namespace agentc

#endif
