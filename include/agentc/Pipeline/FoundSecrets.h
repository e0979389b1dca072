#ifndef AGENTC_PIPELINE_FOUNDSECRETS_H
#define AGENTC_PIPELINE_FOUNDSECRETS_H

#include "agentc/Pipeline/Pipeline.h"

namespace agentc {

/// Finds the secrets of a compilation that was not checked, for whoever prints values of its code;
/// it got as far as `infer`. They are in `secrets` then.
void findSecrets(const PipelineRequest &request, Compilation &compilation);

} // namespace agentc

#endif
