#include "CallConfig.h"

#include "agentc/Access/InferenceMiss.h"
#include "agentc/Calls/CallRequest.h"
#include "agentc/Calls/RunImages.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// Returns the combined access of an agent's own code and the tools that its model may call.
ToolAccess accessOfAgent(const Compilation &compilation, const AgentDefinition &agent) {
  ToolAccess all{agent.id, true, {}};
  auto add = [&](const std::string &id) {
    const ToolAccess *access = compilation.access->find(id);
    for (const AccessItem &item : access ? access->items : std::vector<AccessItem>())
      if (llvm::none_of(all.items, [&](const AccessItem &known) {
            return known.kind == item.kind && known.name == item.name;
          }))
        all.items.push_back(item);
  };
  add(agent.id);
  for (const std::string &tool : agent.tools)
    add(tool);
  std::stable_sort(all.items.begin(), all.items.end(),
                   [](const AccessItem &a, const AccessItem &b) {
                     return std::tie(a.kind, a.name) < std::tie(b.kind, b.name);
                   });
  return all;
}

std::optional<ToolAccess> accessOf(const Compilation &compilation, const CallTarget &target) {
  if (target.isMessage)
    for (const AgentDefinition &agent : compilation.config->agents)
      if (agent.id == target.id)
        return accessOfAgent(compilation, agent);
  const ToolAccess *access = compilation.access->find(target.id);
  return access ? std::optional(*access) : std::nullopt;
}

/// True for a tool, or an agent's tools, of a framework that the bundle carries inside.
bool isCalledByCopy(const AgentConfig &config, const CallTarget &target) {
  if (!config.carriesFramework || target.isMessage)
    return config.carriesFramework;
  const ToolDefinition *tool = config.findTool(target.id);
  return tool && isMadeByCall(tool->framework);
}

/// Whom handlers find as `ctx.agent`, if nobody says: the package's name without its scope.
std::string agentOf(const Manifest &manifest) {
  if (!manifest.name)
    return {};
  llvm::StringRef name = manifest.name->text;
  return printJson({{"slug", (name.contains('/') ? name.split('/').second : name).str()}},
                   /*indented=*/false);
}

} // namespace

RunImage imageFor(const Compilation &compilation, const CallTarget &target, RunImage image) {
  llvm::erase_if(image.tools, [&](const ToolLocation &location) {
    const ToolDefinition *tool = compilation.config->findTool(location.name);
    return tool && !isEnabled(*compilation.manifest, *tool);
  });
  if (target.isMessage)
    std::stable_partition(image.agents.begin(), image.agents.end(),
                          [&](const ToolLocation &agent) { return agent.name == target.id; });
  return image;
}

PreparedCall prepareCall(const DriverEnv &env, const Compilation &compilation,
                         const CallTarget &target, const RunOptions &flags, SharedImage image) {
  const Manifest &manifest = *compilation.manifest;
  PreparedCall call;
  call.access = accessOf(compilation, target);
  call.isByCopy = isCalledByCopy(*compilation.config, target);
  call.grant =
      decideGrant(env, manifest, compilation.manifestSecrets, call.access ? &*call.access : nullptr,
                  compilation.access->topLevel, flags);
  ToolRequest &request = call.request;
  request.id = "1";
  request.image = std::move(image);
  if (!target.isMessage)
    request.tool = target.id;
  request.input = flags.input;
  request.context = flags.context;
  CallConfig config = chooseConfig(compilation, request.image->style, flags.context.config);
  request.context.config = config.text;
  call.fault = config.fault;
  if (request.context.agent.empty())
    request.context.agent = agentOf(manifest);
  request.platform = flags.platform;
  request.streamEvents = flags.streamEvents;
  request.grant = call.grant.grant;
  request.limits = manifestLimits(manifest);
  request.limits.wallMs = flags.wallMs.value_or(request.limits.wallMs);
  request.limits.cpuMs = flags.cpuMs.value_or(request.limits.cpuMs);
  request.limits.memoryBytes = flags.memoryBytes.value_or(request.limits.memoryBytes);
  return call;
}

std::vector<AccessItem> missedBy(const PreparedCall &call, const Compilation &compilation,
                                 const ObservedAccess &observed) {
  if (!call.access || call.isByCopy)
    return {};
  return missedByInference(*call.access, compilation.access->topLevel, observed);
}

} // namespace agentc
