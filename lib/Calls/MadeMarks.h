#ifndef AGENTC_LIB_CALLS_MADEMARKS_H
#define AGENTC_LIB_CALLS_MADEMARKS_H

#include "agentc/Config/Config.h"
#include "agentc/ToolProtocol/RunImage.h"

namespace agentc {

/// Where a bundle carries its framework inside, nothing tells the sandbox of the tools that it
/// makes: puts a call around the code that makes each, in the image's texts, which hands the tool
/// to the prelude. What it gives and the lines stay what they are.
void markMadeTools(const AgentConfig &config, RunImage &image);

} // namespace agentc

#endif
