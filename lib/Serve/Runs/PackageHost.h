#ifndef AGENTC_LIB_SERVE_PACKAGEHOST_H
#define AGENTC_LIB_SERVE_PACKAGEHOST_H

#include "PreparedPackages.h"

#include "agentc/Agents/AgentLoop.h"

namespace agentc::serve {

class App;

/// The tenant of a call and the agent that it is made for.
struct Caller {
  std::string tenant, user, conversation, agent;
};
/// Gives a package's prepared call its caller and the limits of an agent's settings.
void setCaller(ToolRequest &request, const Caller &caller, const Json &settings);

/// Calls the tools of a prepared package in the sandboxes. A call waits until there is room for it.
class PackageHost : public agents::ToolHost {
public:
  /// `tools`: the requests of the tools that may be called, which are the package's. The code of an
  /// agent is the package's entry.
  /// `only`: the names of the tools that code is to use, if it is a list.
  PackageHost(App &app, SharedPackage package, std::vector<const ToolRequest *> tools,
              Caller caller, Json settings, Json only)
      : app_(app), package_(std::move(package)), tools_(std::move(tools)),
        caller_(std::move(caller)), settings_(std::move(settings)), only_(std::move(only)) {}

  std::unique_ptr<Call> call(size_t tool, const Json &input,
                             std::function<void(const ToolReport &)> onReport) override;
  std::unique_ptr<Call> callCode(const Json &input, CodeListener listener) override;
  Json delegate(const store::RunRecord &run, size_t signal, llvm::StringRef agent,
                const Json &data) override;
  void search(const Json &question, std::function<void(Passages)> then) override;

private:
  std::unique_ptr<Call> start(ToolRequest request, const Json &input, CodeListener listener);

  App &app_;
  const SharedPackage package_;
  const std::vector<const ToolRequest *> tools_;
  const Caller caller_;
  const Json settings_, only_;
};

} // namespace agentc::serve

#endif
