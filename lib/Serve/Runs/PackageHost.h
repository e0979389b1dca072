#ifndef AGENTC_LIB_SERVE_PACKAGEHOST_H
#define AGENTC_LIB_SERVE_PACKAGEHOST_H

#include "PreparedPackages.h"

#include "agentc/Agents/AgentLoop.h"

namespace agentc::serve {

class App;

/// Whose a call is, and for which agent it is made.
struct Caller {
  std::string tenant, user, conversation, agent;
};
/// Gives a package's prepared call its caller and the limits of an agent's settings.
void setCaller(ToolRequest &request, const Caller &caller, const Json &settings);

/// Calls the tools of a prepared package in the sandboxes. A call for which there is no room waits.
class PackageHost : public agents::ToolHost {
public:
  /// `tools`: the requests of the tools that may be called, which are the package's.
  PackageHost(App &app, SharedPackage package, std::vector<const ToolRequest *> tools,
              Caller caller, Json settings)
      : app_(app), package_(std::move(package)), tools_(std::move(tools)),
        caller_(std::move(caller)), settings_(std::move(settings)) {}

  std::unique_ptr<Call> call(size_t tool, const Json &input,
                             std::function<void(const ToolReport &)> onReport) override;

private:
  App &app_;
  const SharedPackage package_;
  const std::vector<const ToolRequest *> tools_;
  const Caller caller_;
  const Json settings_;
};

} // namespace agentc::serve

#endif
