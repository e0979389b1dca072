#ifndef AGENTC_LIB_SERVE_AGENTOFFERS_H
#define AGENTC_LIB_SERVE_AGENTOFFERS_H

#include "Handlers.h"

#include "agentc/Mcp/Offer.h"

namespace agentc::serve {

/// The tool that is a deployed agent itself, in calls of it; no tool of a package has this id.
inline constexpr const char *agentToolId = "agent:run";

/// The offers of deployed agents to MCP clients: their package's tools, and the agent itself as one
/// more if a run can be made of it. Each is made once for an agent's package and settings; the ones
/// that were used last are kept.
class AgentOffers {
public:
  /// The offer of an agent whose package is prepared.
  llvm::Expected<std::shared_ptr<const Offer>>
  get(App &app, llvm::StringRef tenant, const ResolvedAgent &agent, const SharedPackage &package);

private:
  static constexpr size_t mostKept = 64;

  struct Made {
    std::string tenant, slug, settings;
    std::weak_ptr<const PreparedPackage> package;
    std::shared_ptr<const Offer> offer; ///< null: the package's own
  };
  std::vector<Made> made_; ///< the last used last
};

} // namespace agentc::serve

#endif
