#ifndef AGENTC_LIB_ACCESS_REACHED_AGENTHOOKS_H
#define AGENTC_LIB_ACCESS_REACHED_AGENTHOOKS_H

#include "agentc/Config/Config.h"

#include <vector>

namespace agentc {

/// The code of a BaseAgent class that runs though none of the bundle calls it.
struct AgentHooks {
  std::vector<const ast::Node *> making;  ///< fields and constructors: an instance is made
  std::vector<const ast::Node *> methods; ///< what the base class's `processMessage` calls on it
};

/// Nothing for an agent that is no such class.
AgentHooks agentHooks(const Program &program, const Values &values, const AgentDefinition &agent);

} // namespace agentc

#endif
