#include "ServedPackage.h"

#include "Reports/BundleReport.h"

#include "agentc/Calls/CallRequest.h"
#include "agentc/Calls/FileGrants.h"
#include "agentc/Calls/ToolHints.h"
#include "agentc/Config/ToolTargets.h"
#include "agentc/Packaging/Attestation.h"
#include "agentc/Support/Text.h"
#include "agentc/Values/ApiPath.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace agentc {

namespace {

/// Compares a package with what is sealed in it, as `verify` does; false after printing what is
/// wrong.
llvm::Expected<bool> checkSealed(DriverEnv &env, const CommonOptions &options,
                                 Compilation &compilation, llvm::ArrayRef<PublicKey> keys,
                                 llvm::StringRef path) {
  llvm::Expected<std::string> bytes = env.readFile(path);
  if (!bytes)
    return bytes.takeError();
  llvm::Expected<Signer> signer =
      checkAttestation(*compilation.packageFiles, keys, compilation.diagnostics);
  if (!signer)
    return signer.takeError();
  if (compilation.plan)
    comparePackage(*bytes, *compilation.packageFiles, *compilation.plan, compilation.diagnostics);
  BundleResult result = makeResult(compilation, path, options.failOn);
  if (result.valid && compilation.plan)
    return true;
  result.files = *compilation.packageFiles; // excerpts of the record too
  printFindings(env, options, result);
  env.err << "agentc: error: `" << escapeForTerminal(path) << "` is not what is sealed in it\n";
  return false;
}

llvm::Error meetDemands(const ServingDemands &demands, const ServedPackage &served,
                        llvm::StringRef path) {
  const std::string shown = "`" + escapeForTerminal(path) + "`";
  if (!demands.keys.empty() && !served.isSealed)
    return usageError("`--key` is for packages, and " + shown + " is not one");
  if (!demands.digests.empty() && !llvm::is_contained(demands.digests, served.digest))
    return usageError("the digest of " + shown + " is " + served.digest +
                      ", which `--digest` does not name");
  return llvm::Error::success();
}

class ToolOffers {
public:
  ToolOffers(DriverEnv &env, const CommonOptions &options, const Compilation &compilation,
             const RunOptions &flags)
      : env_(env), options_(options), compilation_(compilation), flags_(flags) {}

  void addAll(SharedImage image, llvm::StringRef path, ServedPackage &served);

private:
  std::optional<OfferedTool> offer(TargetTool &each, const SharedImage &image,
                                   std::set<std::string> &environment);
  void leaveOut(llvm::StringRef name, llvm::StringRef why) {
    if (!options_.quiet)
      env_.err << "agentc: note: the tool `" << escapeForTerminal(name) << "` is left out: " << why
               << '\n';
  }

  DriverEnv &env_;
  const CommonOptions &options_;
  const Compilation &compilation_;
  const RunOptions &flags_;
};

void addNames(const ToolAccess &access, const GrantDecision &grant, const Manifest &manifest,
              std::set<std::string> &names) {
  const bool isInferred = grant.basis == GrantBasis::Inferred;
  for (const ManifestWord &word : manifest.allowedEnv)
    if (!isInferred || llvm::any_of(access.items, [&](const AccessItem &item) {
          return item.kind == AccessKind::Env && item.name == word.text;
        }))
      names.insert(word.text);
}

std::optional<OfferedTool> ToolOffers::offer(TargetTool &each, const SharedImage &image,
                                             std::set<std::string> &environment) {
  const ToolDefinition &tool = *each.tool;
  const Manifest &manifest = *compilation_.manifest;
  OfferedTool offered;
  offered.name = each.definition["name"].get<std::string>();
  if (!isEnabled(manifest, tool))
    return std::nullopt;
  if (tool.reference.style == RuntimeReference::Style::None) {
    leaveOut(offered.name, "nothing that the entry exports leads to it");
    return std::nullopt;
  }
  PreparedCall call = prepareCall(env_, compilation_, CallTarget{tool.id}, flags_, image);
  if (call.fault) {
    leaveOut(offered.name, *call.fault);
    return std::nullopt;
  }
  const ToolAccess &topLevel = compilation_.access->topLevel;
  Json hints = provenHints(call, topLevel);
  if (auto own = each.definition.find("annotations"); own != each.definition.end())
    if (auto title = own->find("title"); title != own->end() && title->is_string())
      hints["title"] = *title;
  each.definition["annotations"] = std::move(hints);
  if (call.access)
    addNames(*call.access, call.grant, manifest, environment);
  addNames(topLevel, call.grant, manifest, environment);
  offered.definition = std::move(each.definition);
  offered.reach = reachInWords(call);
  offered.request = std::move(call.request);
  offered.speaksMcp = tool.framework == "mcp";
  return offered;
}

void ToolOffers::addAll(SharedImage image, llvm::StringRef path, ServedPackage &served) {
  DiagnosticList findings;
  std::set<std::string> environment(flags_.environment.begin(), flags_.environment.end());
  for (TargetTool &each : targetTools(*compilation_.config, ToolTarget::Mcp, findings))
    if (std::optional<OfferedTool> tool = offer(each, image, environment))
      served.tools.push_back(std::move(*tool));
  served.environment.assign(environment.begin(), environment.end());
  if (findings.all().empty() || options_.quiet)
    return;
  BundleResult result = makeResult(compilation_, path, Severity::Error);
  result.diagnostics = std::move(findings);
  result.diagnostics.sort();
  printFindings(env_, options_, result);
}

/// A feature as the SDK's servers list it; nothing where the configuration does not tell all of it.
std::optional<Json> listed(const ServerFeature &feature) {
  const bool isPrompt = feature.kind == ServerFeature::Kind::Prompt;
  for (const auto *field : {&feature.name, &feature.uri, &feature.metadata, &feature.title,
                            &feature.description, &feature.arguments})
    if (*field && (!(*field)->value || (*field)->kind == Provenance::Unresolved))
      return std::nullopt;
  auto isText = [](const std::optional<ConfigField> &field) {
    return field && field->value->is_string();
  };
  if (feature.isListedByCode || !isText(feature.name) || (!isPrompt && !isText(feature.uri)) ||
      (feature.metadata && !feature.metadata->value->is_object()))
    return std::nullopt;
  Json json = {{"name", *feature.name->value}};
  const bool isTemplate = feature.kind == ServerFeature::Kind::ResourceTemplate;
  for (auto [member, field] :
       {std::pair(isTemplate ? "uriTemplate" : "uri", &feature.uri),
        std::pair("title", &feature.title), std::pair("description", &feature.description),
        std::pair("arguments", &feature.arguments)})
    if (*field)
      json[member] = *(*field)->value;
  if (feature.metadata)
    json.update(*feature.metadata->value);
  return json;
}

/// Fills in what the sealed configuration tells of the lists of resources and prompts.
void addLists(const AgentConfig &config, OfferedMethods &methods) {
  std::map<ServerFeature::Kind, std::vector<Json>> lists;
  std::set<ServerFeature::Kind> unknown;
  bool isRegistered = false;
  for (const ServerFeature &feature : config.features) {
    isRegistered |= llvm::StringRef(feature.form).starts_with("server.");
    std::optional<Json> json = listed(feature);
    json ? lists[feature.kind].push_back(std::move(*json)) : void(unknown.insert(feature.kind));
  }
  for (const UnresolvedField &field : config.unresolved)
    for (ServerFeature::Kind kind : featureKinds)
      if (field.path == listName(kind))
        unknown.insert(kind);
  using enum ServerFeature::Kind;
  // A template may list resources, and who registers a resource answers for templates, too.
  const bool hasResources =
      lists.count(Resource) || (isRegistered && lists.count(ResourceTemplate));
  const bool hasTemplates =
      lists.count(ResourceTemplate) || (isRegistered && lists.count(Resource));
  if (methods.resources && hasResources && !unknown.count(Resource) &&
      !unknown.count(ResourceTemplate))
    methods.lists["resources/list"] = lists[Resource];
  if (methods.resources && hasTemplates && !unknown.count(ResourceTemplate))
    methods.lists["resources/templates/list"] = lists[ResourceTemplate];
  if (methods.prompts && lists.count(Prompt) && !unknown.count(Prompt))
    methods.lists["prompts/list"] = lists[Prompt];
}

/// Which methods beside the calls of tools a bundle that is a server answers. Their functions are
/// handed to the framework as the bundle loads, so that what they reach is what its top level does.
std::optional<OfferedMethods> methodsOf(const DriverEnv &env, const Compilation &compilation,
                                        const RunOptions &flags, const SharedImage &image) {
  OfferedMethods methods;
  for (const ApiUse &use : compilation.uses->all()) {
    if (!use.path.starts_with("module:@modelcontextprotocol/"_api))
      continue;
    methods.resources |= use.path.ends_with("McpServer().registerResource") ||
                         use.path.ends_with("McpServer().resource") ||
                         use.path.ends_with(".ListResourcesRequestSchema");
    methods.prompts |= use.path.ends_with("McpServer().registerPrompt") ||
                       use.path.ends_with("McpServer().prompt") ||
                       use.path.ends_with(".ListPromptsRequestSchema");
    methods.completions |=
        use.path.ends_with(".completable") || use.path.ends_with(".CompleteRequestSchema");
  }
  if (!methods.resources && !methods.prompts)
    return std::nullopt;
  PreparedCall call = prepareCall(env, compilation, CallTarget{methodsTool}, flags, image);
  if (call.fault)
    return std::nullopt;
  const ToolAccess none;
  call.request.grant = decideGrant(env, *compilation.manifest, compilation.manifestSecrets, &none,
                                   compilation.access->topLevel, flags)
                           .grant;
  methods.request = std::move(call.request);
  addLists(*compilation.config, methods);
  return methods;
}

/// The call that `agentc run` makes without `--tool`; std::nullopt where several could be meant, or
/// none.
std::optional<OfferedTool> entryOf(const DriverEnv &env, const Compilation &compilation,
                                   const RunOptions &flags, const SharedImage &image) {
  llvm::Expected<CallTarget> target =
      chooseTarget(*compilation.config, *compilation.manifest, std::nullopt);
  if (!target) {
    llvm::consumeError(target.takeError());
    return std::nullopt;
  }
  PreparedCall call = prepareCall(env, compilation, *target, flags, image);
  if (call.fault)
    return std::nullopt;
  OfferedTool entry;
  entry.name = target->id;
  entry.definition = {{"annotations", provenHints(call, compilation.access->topLevel)}};
  entry.reach = reachInWords(call);
  entry.request = std::move(call.request);
  return entry;
}

} // namespace

llvm::Expected<std::optional<ServedPackage>>
readServed(DriverEnv &env, const CommonOptions &options, const RunOptions &given,
           const ServingDemands &demands, llvm::StringRef path) {
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, options, path);
  if (!request)
    return request.takeError();
  const bool isArchive = expectedTrust(options, path) == Trust::Registry;
  request->last = isArchive ? Stage::Plan : Stage::Infer;
  request->believeSeal = true;
  Compilation compilation;
  if (llvm::Error error = compile(*request, compilation))
    return error;
  ServedPackage served;
  served.isSealed = compilation.packageFiles.has_value();
  if (served.isSealed) {
    llvm::Expected<bool> isWhole = checkSealed(env, options, compilation, demands.keys, path);
    if (!isWhole)
      return isWhole.takeError();
    if (!*isWhole)
      return std::nullopt;
  }
  std::optional<RunImage> image = makeCallableImage(env, options, compilation, path);
  if (!image)
    return std::nullopt;
  const Manifest &manifest = *compilation.manifest;
  RunOptions flags = given;
  if (demands.leavesDataOpen && manifest.data)
    flags.data = "/dev/null/data"; // which can be nowhere
  if (llvm::Error error = checkData(manifest, flags.data))
    return error;
  if (llvm::Error error = checkSecrets(env, compilation.manifestSecrets, flags))
    return error;
  served.secrets = compilation.manifestSecrets;
  served.name = manifest.name ? manifest.name->text : image->name;
  served.version = manifest.version ? manifest.version->text : "";
  served.digest =
      compilation.plan ? compilation.plan->digest : bundleDigest(compilation.bundle->files);
  if (llvm::Error error = meetDemands(demands, served, path))
    return error;
  auto shared = std::make_shared<RunImage>(imageFor(compilation, CallTarget(), std::move(*image)));
  // By its name alone: its place is the framework's.
  shared->tools.push_back({methodsTool, "", {}});
  served.imageLine = sendAhead(*shared);
  served.imageDigest = shared->digest;
  served.methods = methodsOf(env, compilation, flags, shared);
  served.entry = entryOf(env, compilation, flags, shared);
  ToolOffers(env, options, compilation, flags).addAll(std::move(shared), path, served);
  if (!served.isSealed && !options.quiet)
    env.err << "agentc: warning: `" << escapeForTerminal(path)
            << "` is not sealed, and may change until the next start; `agentc package` seals it\n";
  return served;
}

} // namespace agentc
