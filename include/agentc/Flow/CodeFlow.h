#ifndef AGENTC_FLOW_CODEFLOW_H
#define AGENTC_FLOW_CODEFLOW_H

#include "agentc/Flow/CallGraph.h"
#include "agentc/Flow/ModuleLoads.h"
#include "agentc/Flow/Registrations.h"

namespace agentc {

/// The value of the stage `link`: who calls, mentions, keeps and hands on which code, in all of a
/// program. It refers to what it was made of, and is never changed.
class CodeFlow {
public:
  const Program &program() const { return program_; }
  const Values &values() const { return values_; }
  const ApiUses &uses() const { return uses_; }
  const NamedMembers &named() const { return *named_; }
  const CallGraph &calls() const { return *calls_; }
  const Registrations &registrations() const { return *registrations_; }
  const ModuleLoads &loads() const { return *loads_; }

private:
  friend CodeFlow link(const Program &program, const Values &values, const ApiUses &uses);
  CodeFlow(const Program &program, const Values &values, const ApiUses &uses);

  const Program &program_;
  const Values &values_;
  const ApiUses &uses_;
  // on the heap, since they refer to each other
  std::unique_ptr<const ModuleLoads> loads_;
  std::unique_ptr<const NamedMembers> named_;
  std::unique_ptr<const CallGraph> calls_;
  std::unique_ptr<const Registrations> registrations_;
};

CodeFlow link(const Program &program, const Values &values, const ApiUses &uses);

/// For people and tests, by module and code: each place that calls or mentions other code, with the
/// code; functions that objects keep; modules that code loads while it runs.
void dumpFlow(const CodeFlow &flow, llvm::raw_ostream &out);

} // namespace agentc

#endif
