#ifndef AGENTC_LIB_AGENTS_EARLIERDECISIONS_H
#define AGENTC_LIB_AGENTS_EARLIERDECISIONS_H

#include "agentc/Agents/AgentLoop.h"

namespace agentc::agents {

/// Keys by which decisions about a call count for later calls. They differ for each agent, version,
/// tool and user.
struct CallLikeness {
  std::string same;  ///< the same arguments, in any order of their members
  std::string alike; ///< arguments of the same names and types
};
CallLikeness likenessOf(const store::RunRecord &run, const LoopAgent &agent, const RunState &state,
                        const RunState::Call &call);

/// Decisions in other runs, for the person who decides: `before`, and the `suggestion` that follows
/// from them, if any. An empty object if the journal cannot be read.
Json describeEarlier(store::Journal &journal, llvm::StringRef tenant, const CallLikeness &likeness);

} // namespace agentc::agents

#endif
