#include "agentc/Flow/CodeFlow.h"

namespace agentc {

CodeFlow::CodeFlow(const Program &program, const Values &values, const ApiUses &uses)
    : program_(program), values_(values), uses_(uses),
      loads_(std::make_unique<const ModuleLoads>(program, values)),
      named_(std::make_unique<const NamedMembers>(program, values, *loads_)),
      calls_(std::make_unique<const CallGraph>(program, values, uses, *named_)),
      registrations_(std::make_unique<const Registrations>(program, values)) {}

CodeFlow link(const Program &program, const Values &values, const ApiUses &uses) {
  return CodeFlow(program, values, uses);
}

} // namespace agentc
