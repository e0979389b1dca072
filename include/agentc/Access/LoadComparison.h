#ifndef AGENTC_ACCESS_LOADCOMPARISON_H
#define AGENTC_ACCESS_LOADCOMPARISON_H

#include "agentc/Config/Config.h"
#include "agentc/ToolProtocol/ToolReport.h"

namespace agentc {

/// One thing in which what was loaded is not what was extracted, or which could not be compared.
struct LoadFinding {
  enum class Kind {
    Difference, ///< the bundle defines something else than agentc read
    Failure,    ///< making or finding a definition threw
    Incomplete  ///< this version's sandbox cannot say
  };
  Kind kind = Kind::Difference;
  SourcePlace place;
  std::string message;
  std::string stack; ///< of a failure, or of what made a definition that was not read
};

/// Compares what a bundle defined when it was loaded (agents, tools, their names, descriptions,
/// instructions and schemas) with what was extracted, in the configuration's order. Only fields
/// that extraction resolved are compared; what it could not resolve was reported there.
std::vector<LoadFinding> compareLoad(const AgentConfig &config, const LoadReport &load);

} // namespace agentc

#endif
