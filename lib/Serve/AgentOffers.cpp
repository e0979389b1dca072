#include "AgentOffers.h"

#include "Runs/Runs.h"

#include "agentc/Agents/ToolNames.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc::serve {

/// The tool by which a client asks one of the agents of these names.
static OfferedTool agentTool(llvm::StringRef slug, const std::vector<std::string> &names,
                             const Offer &offer) {
  Json properties = {{"message", {{"type", "string"}, {"description", "The question or task"}}},
                     {"conversationId",
                      {{"type", "string"},
                       {"description", "Names a conversation, whose earlier messages are told"}}}};
  Json required = {"message"};
  if (names.size() > 1) {
    properties["agentName"] = {{"enum", names}};
    required.push_back("agentName");
  }
  OfferedTool tool;
  tool.name = agents::nameForModels("ask", [&](const std::string &name) {
    return llvm::any_of(offer.tools, [&](const OfferedTool &one) { return one.name == name; });
  });
  tool.definition = {
      {"name", tool.name},
      {"title", ("Ask " + slug).str()},
      {"description",
       ("Has the agent `" + slug + "` answer, with the model and the tools that it has").str()},
      {"inputSchema",
       {{"type", "object"},
        {"properties", std::move(properties)},
        {"required", std::move(required)},
        {"additionalProperties", false}}}};
  tool.request.tool = agentToolId;
  tool.speaksMcp = true;
  return tool;
}

/// The names by which runs of an agent's package can be begun.
static llvm::Expected<std::vector<std::string>> namesOf(App &app, llvm::StringRef tenant,
                                                        const ResolvedAgent &agent) {
  if (!app.runs().settings())
    return std::vector<std::string>();
  llvm::Expected<Json> configuration = sealedConfiguration(app, tenant, agent.package);
  if (!configuration)
    return configuration.takeError();
  return agentsForRuns(app, *configuration, agent.package, agent.settings);
}

llvm::Expected<std::shared_ptr<const Offer>> AgentOffers::get(App &app, llvm::StringRef tenant,
                                                              const ResolvedAgent &agent,
                                                              const SharedPackage &package) {
  const std::string &settings = agent.agent.current.settings;
  auto offered = [&](const std::shared_ptr<const Offer> &made) {
    return made ? made : std::shared_ptr<const Offer>(package, &package->offer);
  };
  auto found = llvm::find_if(made_, [&](const Made &made) {
    return made.package.lock() == package && made.tenant == tenant &&
           made.slug == agent.agent.slug && made.settings == settings;
  });
  if (found != made_.end()) {
    std::rotate(found, found + 1, made_.end());
    return offered(made_.back().offer);
  }
  llvm::Expected<std::vector<std::string>> names = namesOf(app, tenant, agent);
  if (!names)
    return names.takeError();
  std::shared_ptr<const Offer> offer;
  if (!names->empty()) {
    auto whole = std::make_shared<Offer>(package->offer);
    OfferedTool tool = agentTool(agent.agent.slug, *names, *whole);
    const auto place = llvm::lower_bound(
        whole->tools, tool, [](const auto &a, const auto &b) { return a.name < b.name; });
    whole->tools.insert(place, std::move(tool));
    offer = std::move(whole);
  }
  llvm::erase_if(made_, [&](const Made &made) {
    return made.package.expired() || (made.tenant == tenant && made.slug == agent.agent.slug);
  });
  if (made_.size() == mostKept)
    made_.erase(made_.begin());
  made_.push_back({tenant.str(), agent.agent.slug, settings, package, offer});
  return offered(offer);
}

} // namespace agentc::serve
