#ifndef AGENTC_LIB_ANALYSIS_CODEFLOWPARTS_H
#define AGENTC_LIB_ANALYSIS_CODEFLOWPARTS_H

#include "CallGraph.h"
#include "Registrations.h"

#include "agentc/Analysis/CodeFlow.h"

namespace agentc {

struct CodeFlow::Parts {
  Parts(const Program &program, const Values &values, const ApiUses &uses)
      : program(program), values(values), uses(uses), named(program, values),
        calls(program, values, uses, named), registrations(program, values) {}

  const Program &program;
  const Values &values;
  const ApiUses &uses;
  NamedMembers named;
  CallGraph calls;
  Registrations registrations;
};

} // namespace agentc

#endif
