#ifndef AGENTC_LIB_CALLS_MADEMARKS_H
#define AGENTC_LIB_CALLS_MADEMARKS_H

#include "agentc/Config/Config.h"
#include "agentc/ToolProtocol/RunImage.h"

namespace agentc {

/// Marks the tools of a bundle that carries its framework inside, since nothing else tells the
/// sandbox of them: in the image's texts, puts a call around the code that makes each tool,
/// which hands the tool to the prelude. The code's result and the line numbers stay the same.
void markMadeTools(const AgentConfig &config, RunImage &image);

} // namespace agentc

#endif
