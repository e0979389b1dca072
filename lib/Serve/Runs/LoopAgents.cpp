#include "Runs/LoopAgents.h"

#include "Handlers.h"
#include "Runs/CodeAgents.h"
#include "Runs/PackageHost.h"
#include "Runs/Runs.h"

#include "agentc/Agents/ToolNames.h"
#include "agentc/Models/Members.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc::serve {

using models::memberOf;
using models::textOf;

namespace {

using Done = std::function<void(std::variant<agents::LoopAgent, Refusal>)>;

/// A field of the configuration, without its provenance.
Json valueOf(const Json &definition, const char *field) {
  const Json *found = memberOf(definition, field);
  const Json *value = found ? memberOf(*found, "value") : nullptr;
  return value ? *value : Json();
}

Refusal cannot(const llvm::Twine &why) { return refusal(422, why.str()); }

/// The agent of a run: the named one, the only one, or the one whose name is the slug.
std::variant<Json, Refusal> chooseAgent(const Json &configuration, llvm::StringRef name,
                                        llvm::StringRef slug) {
  const Json *list = memberOf(configuration, "agents");
  if (!list || list->empty())
    return cannot("the package defines no agent, only tools");
  const auto isCalled = [](const Json &agent, llvm::StringRef wanted) {
    return textOf(agent, "id") == wanted || valueOf(agent, "name") == Json(wanted.str());
  };
  for (const Json &agent : *list)
    if (name.empty() ? list->size() == 1 || isCalled(agent, slug) : isCalled(agent, name))
      return agent;
  return name.empty() ? cannot("the package defines several agents; `agentName` says which")
                      : cannot("the package defines no agent `" + escapeForTerminal(name) + "`");
}

/// The sealed instructions; a refusal if only running code could make them.
std::variant<std::string, Refusal> instructionsOf(const Json &configuration, const Json &agent) {
  const Json value = valueOf(agent, "instructions");
  if (value.is_string())
    return value.get<std::string>();
  const Json *agents = memberOf(configuration, "agents"),
             *unresolved = memberOf(configuration, "unresolved");
  const auto place = llvm::find_if(
      *agents, [&](const Json &one) { return textOf(one, "id") == textOf(agent, "id"); });
  const std::string path =
      "agents[" + std::to_string(std::distance(agents->begin(), place)) + "].instructions";
  const bool isUnknown = unresolved && llvm::any_of(*unresolved, [&](const Json &one) {
                           return textOf(one, "path").starts_with(path);
                         });
  if (isUnknown || !value.is_null())
    return cannot("the agent's instructions are made when its code runs, which no run of it does");
  return std::string();
}

std::variant<std::vector<models::ModelName>, Refusal>
modelsOf(const models::ModelSettings &settings, const Json &agent) {
  const Json model = valueOf(agent, "model");
  const std::string provider = textOf(model, "provider").str(),
                    id = model.is_string() ? model.get<std::string>() : textOf(model, "id").str();
  const std::optional<models::ModelName> found = settings.find(provider, id);
  if (!found)
    return id.empty() ? cannot("the agent names no model, and the server has no `default`")
                      : cannot("the server has no model `" +
                               escapeForTerminal(provider.empty() ? id : provider + "/" + id) +
                               "`; its operator names it by `aliases`");
  return settings.withFallbacks(*found);
}

/// Adds the agent's tools; if `only` is a list, only those that it names.
void addTools(agents::LoopAgent &loop, std::vector<const ToolRequest *> &requests,
              const Offer &offer, const Json &agent, const ApprovalRules &rules, const Json &only) {
  const Json none = Json::array(), *ids = memberOf(agent, "tools");
  for (const Json &id : ids ? *ids : none)
    for (const OfferedTool &offered : offer.tools) {
      if (!offered.request.tool || Json(*offered.request.tool) != id)
        continue;
      const auto isIt = [&](const Json &name) { return name == Json(offered.name); };
      if (only.is_array() && llvm::none_of(only, isIt))
        continue;
      const Json *hints = memberOf(offered.definition, "annotations");
      const Json *readOnly = hints ? memberOf(*hints, "readOnlyHint") : nullptr;
      const Json *schema = memberOf(offered.definition, "inputSchema");
      agents::LoopTool tool;
      const auto isTaken = [&](const std::string &name) {
        return llvm::any_of(loop.tools,
                            [&](const auto &other) { return other.definition["name"] == name; });
      };
      tool.definition = {{"name", agents::nameForModels(offered.name, isTaken)},
                         {"description", textOf(offered.definition, "description").str()},
                         {"input_schema", schema ? *schema : Json({{"type", "object"}})}};
      tool.changesNothing = readOnly && *readOnly == Json(true);
      tool.needsApproval = rules.names(offered);
      tool.reach = offered.reach;
      loop.tools.push_back(std::move(tool));
      requests.push_back(&offered.request);
    }
}

/// The parts of a run's agent, without the calls of its tools.
struct SealedAgent {
  store::PackageRecord package;
  Json settings, agent;
  agents::LoopAgent loop;
};

std::variant<SealedAgent, Refusal> failed(llvm::Error error) {
  return refusal(503, llvm::toString(std::move(error)));
}

/// Makes an agent that is code of its own, or a configured one: all but its tools.
std::optional<Refusal> addSealed(App &app, const Json &configuration, SealedAgent &sealed) {
  const models::ModelSettings &settings = *app.runs().settings();
  const bool isCode = isCodeAgent(sealed.agent);
  if (!isCode && memberOf(sealed.agent, "handler"))
    return cannot("the agent is code of its own (`" + textOf(sealed.agent, "framework").str() +
                  "`), which `/api/execute` calls");
  const Json config = sealed.settings.value("config", Json::object());
  const Json *own = memberOf(config, "llmConfig");
  if (!isCode) {
    auto instructions = instructionsOf(configuration, sealed.agent);
    if (auto *refused = std::get_if<Refusal>(&instructions))
      return *refused;
    sealed.loop.instructions = std::get<std::string>(std::move(instructions));
    if (const Json *temperature = own ? memberOf(*own, "temperature") : nullptr;
        temperature && temperature->is_number())
      sealed.loop.temperature = temperature->get<double>();
    if (const uint64_t tokens = own ? models::countOf(*own, "maxTokens") : 0)
      sealed.loop.maxTokens = static_cast<uint32_t>(std::min<uint64_t>(tokens, settings.maxTokens));
  }
  auto models = modelsOf(settings, sealed.agent);
  // Code may name another model with each question.
  if (auto *refused = std::get_if<Refusal>(&models); refused && !isCode)
    return *refused;
  if (auto *found = std::get_if<std::vector<models::ModelName>>(&models))
    sealed.loop.models = std::move(*found);
  return std::nullopt;
}

std::variant<SealedAgent, Refusal> readSealed(App &app, const store::RunRecord &run,
                                              const Json &start) {
  if (!app.runs().settings())
    return refusal(503, "the server has no models; `agentc serve --models FILE` names them");
  llvm::Expected<std::vector<store::AgentVersion>> versions =
      app.store().versions(run.tenant, run.agent);
  if (!versions)
    return failed(versions.takeError());
  const auto version = llvm::find_if(*versions, [&](const store::AgentVersion &one) {
    return one.number == models::countOf(start, "version");
  });
  if (version == versions->end())
    return cannot("there is no such version of the agent");
  llvm::Expected<std::optional<store::PackageRecord>> package =
      app.store().findPackage(run.tenant, version->package);
  if (!package || !*package)
    return package ? std::variant<SealedAgent, Refusal>(cannot("the agent's package is missing"))
                   : failed(package.takeError());
  llvm::Expected<Json> configuration = sealedConfiguration(app, run.tenant, **package);
  if (!configuration)
    return failed(configuration.takeError());
  auto agent = chooseAgent(*configuration, textOf(start, "agentName"), run.agent);
  if (auto *refused = std::get_if<Refusal>(&agent))
    return *refused;
  SealedAgent result;
  result.package = std::move(**package);
  result.settings = parseJson(version->settings).value_or(Json::object());
  result.agent = std::get<Json>(std::move(agent));
  result.loop.identity = std::to_string(version->number) + "/" + textOf(result.agent, "id").str();
  if (std::optional<Refusal> refused = addSealed(app, *configuration, result))
    return *refused;
  return result;
}

} // namespace

llvm::Expected<Json> sealedConfiguration(App &app, llvm::StringRef tenant,
                                         const store::PackageRecord &package) {
  llvm::Expected<std::string> document = app.store().documentOf(tenant, package);
  if (!document)
    return document.takeError();
  const Json inspection = parseJson(*document).value_or(Json::object());
  const Json *sealed = memberOf(inspection, "package");
  const Json *configuration = sealed ? memberOf(*sealed, "configuration") : nullptr;
  return configuration ? *configuration : Json::object();
}

std::vector<std::string> agentsForRuns(App &app, const Json &configuration,
                                       const store::PackageRecord &package, const Json &settings) {
  std::vector<std::string> names;
  const Json none = Json::array(), *agents = memberOf(configuration, "agents");
  for (const Json &agent : agents &&app.runs().settings() ? *agents : none) {
    SealedAgent sealed{package, settings, agent, {}};
    if (const Json name = valueOf(agent, "name"); !addSealed(app, configuration, sealed))
      names.push_back(name.is_string() ? name.get<std::string>() : textOf(agent, "id").str());
  }
  return names;
}

llvm::Error completeStart(App &app, const store::RunRecord &run, Json &start) {
  const std::string digest = textOf(start, "package").str();
  llvm::Expected<std::optional<store::PackageRecord>> package =
      app.store().findPackage(run.tenant, digest);
  if (!package)
    return package.takeError();
  if (!*package)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the agent's package is missing");
  llvm::Expected<Json> configuration = sealedConfiguration(app, run.tenant, **package);
  if (!configuration)
    return configuration.takeError();
  // Other faults show when the agent is made.
  auto agent = chooseAgent(*configuration, textOf(start, "agentName"), run.agent);
  if (const Json *found = std::get_if<Json>(&agent); found && isCodeAgent(*found)) {
    start["isCode"] = true;
    start["input"] = codeInput(run, start);
  }
  return llvm::Error::success();
}

void loopAgentOf(App &app, const store::RunRecord &run, const Json &start, Done done) {
  auto sealed = readSealed(app, run, start);
  if (auto *refused = std::get_if<Refusal>(&sealed))
    return done(*refused);
  auto agent = std::make_shared<SealedAgent>(std::get<SealedAgent>(std::move(sealed)));
  const Json *only = memberOf(start, "tools");
  const Caller caller{run.tenant, textOf(start, "userId").str(), run.conversation, run.agent};
  app.packages().get(
      agent->package.file, preparationOf(agent->settings),
      [&] { return app.store().archiveOf(agent->package); },
      [&app, agent, caller, only = only ? *only : Json(),
       done = std::move(done)](std::variant<SharedPackage, Refusal> prepared) {
        if (auto *refused = std::get_if<Refusal>(&prepared))
          return done(*refused);
        const SharedPackage package = std::get<SharedPackage>(std::move(prepared));
        std::vector<const ToolRequest *> requests;
        const ApprovalRules rules = std::get<ApprovalRules>(
            readApprovalRules(agent->settings.value("approvals", Json::object())));
        agent->loop.approvalTime = rules.time;
        const Json signals = agent->settings.value("signals", Json::object());
        for (const auto &[type, what] : signals.items())
          agent->loop.signals[type] = textOf(what, "agent").str();
        if (isCodeAgent(agent->agent)) {
          auto code = codeOf(package->offer, rules);
          if (auto *fault = std::get_if<std::string>(&code))
            return done(cannot(*fault));
          agent->loop.code = std::get<agents::LoopTool>(std::move(code));
        } else {
          addTools(agent->loop, requests, package->offer, agent->agent, rules, only);
        }
        agent->loop.host = std::make_shared<PackageHost>(app, package, std::move(requests), caller,
                                                         std::move(agent->settings), only);
        done(std::move(agent->loop));
      });
}

} // namespace agentc::serve
