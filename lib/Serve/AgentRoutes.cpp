#include "Handlers.h"
#include "Runs/ApprovalRules.h"
#include "Runs/History.h"

#include "agentc/Agents/Signals.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

#include <ctime>

namespace agentc::serve {

static constexpr size_t mostSlugBytes = 64, mostVariableBytes = 64 << 10;

static bool isSlug(llvm::StringRef slug) {
  return !slug.empty() && slug.size() <= mostSlugBytes && llvm::isAlnum(slug.front()) &&
         llvm::all_of(slug,
                      [](char c) { return llvm::isLower(c) || llvm::isDigit(c) || c == '-'; });
}

static bool isVariable(llvm::StringRef name) {
  return !name.empty() && name.size() <= 256 && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

PreparationSettings preparationOf(const Json &settings) {
  PreparationSettings preparation;
  std::vector<std::string> &variables = preparation.environment;
  for (const char *member : {"env", "secrets"}) {
    const Json values = settings.value(member, Json::object());
    for (const auto &[name, value] : values.items())
      variables.push_back(name + "=" + value.get<std::string>());
  }
  llvm::sort(variables);
  const Json config = settings.value("config", Json::object());
  if (!config.empty())
    preparation.config = printJson(config, /*indented=*/false);
  return preparation;
}

/// An agent for a client, without the values of its secrets.
static Json describeVersion(llvm::StringRef slug, const store::AgentVersion &version) {
  Json settings = parseJson(version.settings).value_or(Json::object());
  const Json kept = settings.value("secrets", Json::object());
  Json secrets = Json::array();
  for (const auto &[name, value] : kept.items())
    secrets.push_back(name);
  Json body = {{"slug", slug.str()},
               {"version", version.number},
               {"package", version.package},
               {"status", settings.value("status", "active")},
               {"config", settings.value("config", Json::object())},
               {"env", settings.value("env", Json::object())},
               {"secrets", std::move(secrets)},
               {"limits", settings.value("limits", Json::object())},
               {"approvals", settings.value("approvals", Json::object())},
               {"history", settings.value("history", Json::object())},
               {"signals", settings.value("signals", Json::object())},
               {"created", timeText(version.created)},
               {"createdBy", version.createdBy}};
  if (!version.approval.empty())
    body["approval"] = parseJson(version.approval).value_or(Json());
  return body;
}

static std::string entityTag(unsigned number) { return "\"" + std::to_string(number) + "\""; }

static void answerAgent(const SharedCall &call, unsigned status, llvm::StringRef slug,
                        const store::AgentVersion &version) {
  call->answer(status, describeVersion(slug, version), {{"etag", entityTag(version.number)}});
}

/// The fault of one member of a deployment's body.
static std::optional<std::string> faultOf(const std::string &name, const Json &value) {
  if (name == "package")
    return value.is_string() ? std::nullopt : std::optional<std::string>("`package` is a digest");
  if (name == "status")
    return value == "active" || value == "inactive"
               ? std::nullopt
               : std::optional<std::string>("`status` is `active` or `inactive`");
  if (!value.is_object())
    return "`" + name + "` is not an object";
  if (name == "limits") {
    for (const auto &[limit, number] : value.items())
      if ((limit != "timeoutMs" && limit != "cpuMs") || !number.is_number_unsigned() ||
          number.get<uint64_t>() < 1 || number.get<uint64_t>() > 3600000)
        return "`limits` has `timeoutMs` and `cpuMs`, in milliseconds up to an hour";
  }
  if (name == "approvals") {
    const auto rules = readApprovalRules(value);
    if (const auto *fault = std::get_if<std::string>(&rules))
      return *fault;
  }
  if (name == "history" && !readHistoryRules(value))
    return "`history` has `maxMessages` (up to 1000) and `ttl`, in seconds";
  if (name == "signals")
    for (const auto &[type, what] : value.items())
      if (!agents::isSignalType(type) || !what.is_object() || what.size() > 1 ||
          (!what.empty() && (!what.contains("agent") || !what["agent"].is_string() ||
                             !isSlug(what["agent"].get_ref<const std::string &>()))))
        return "`signals` has words in capitals, each with the `agent` that it begins a run of";
  if (name == "env" || name == "secrets") {
    size_t bytes = 0;
    for (const auto &[variable, text] : value.items()) {
      if (!isVariable(variable) || !text.is_string() ||
          llvm::StringRef(text.get_ref<const std::string &>()).contains('\0'))
        return "`" + name + "` has names of variables with texts";
      bytes += variable.size() + text.get_ref<const std::string &>().size();
    }
    if (bytes > mostVariableBytes)
      return "`" + name + "` has more than " + std::to_string(mostVariableBytes) + " bytes";
  }
  if (name == "approve")
    for (const auto &[member, text] : value.items())
      if ((member != "reason" && member != "expires") || !text.is_string() ||
          text.get_ref<const std::string &>().empty())
        return "`approve` has a `reason` and may have a day on which it `expires`";
  return std::nullopt;
}

/// The body of a deployment; std::nullopt after refusing it.
static std::optional<Json> readDeployment(const SharedCall &call) {
  std::optional<Json> body = call->object();
  if (!body)
    return std::nullopt;
  static constexpr llvm::StringLiteral members[] = {"package", "config",    "env",     "secrets",
                                                    "limits",  "approvals", "history", "signals",
                                                    "status",  "approve"};
  for (const auto &[name, value] : body->items()) {
    std::optional<std::string> fault =
        llvm::is_contained(members, name)
            ? faultOf(name, value)
            : std::optional("`" + escapeForTerminal(name) + "` is not a member of a deployment");
    if (fault) {
      call->refuse(400, *fault);
      return std::nullopt;
    }
  }
  if (body->contains("package") &&
      (!body->contains("approve") || (*body)["approve"].contains("reason")))
    return body;
  call->refuse(400,
               body->contains("package") ? "`approve` needs a `reason`" : "`package` is missing");
  return std::nullopt;
}

namespace {

/// A deployment between its request and its answer: compared, prepared, and then stored.
struct Deployment : std::enable_shared_from_this<Deployment> {
  App &app;
  SharedCall call;
  std::string slug;
  Json body;
  std::optional<store::Agent> before;
  store::PackageRecord package;
  std::string archive, action = "agent.deploy";

  Deployment(App &app, SharedCall call) : app(app), call(std::move(call)) {}

  /// The client only asks what would change.
  bool isDryRun() const { return call->query("dryRun").has_value(); }

  void compare(const std::string &archiveBefore);
  void compared(const Children::Output &output);
  void prepare();
  void store();
  void deploy(bool isWider);
  std::string approval; ///< JSON text
};

void Deployment::compare(const std::string &archiveBefore) {
  Children::Job job{{"diff", "--format=json", archiveBefore, archive}, {}, "/"};
  const auto done = [self = shared_from_this()](const Children::Output &output) {
    self->compared(output);
  };
  if (!app.children().run(std::move(job), done))
    call->refuse(503, "too many deployments wait");
}

void Deployment::compared(const Children::Output &output) {
  std::optional<Json> difference = parseJson(output.out);
  // Exit code 1: it reaches more, or has another signer.
  if ((output.code != 0 && output.code != 1) || !difference || !difference->is_object())
    return call->refuse(503, "the versions could not be compared");
  const bool isWider = output.code == 1;
  // Paths are the server's own.
  for (const char *side : {"before", "after"})
    if (difference->contains(side))
      (*difference)[side].erase("path");
  if (isDryRun())
    return call->answer(200, {{"widens", isWider}, {"difference", std::move(*difference)}});
  if (!isWider)
    return prepare();
  if (!body.contains("approve"))
    return call->answer(409,
                        {{"error", "the new version reaches more than the one before; somebody "
                                   "who may approve says so by `approve`"},
                         {"difference", std::move(*difference)}});
  if (!call->may(store::ScopeApprove))
    return call->refuse(403, "the key lacks the scope `approve`");
  Json entry = body["approve"];
  entry["by"] = call->key.name;
  entry["changes"] = (*difference)["changes"];
  approval = printJson(entry, /*indented=*/false);
  prepare();
}

void Deployment::prepare() {
  if (isDryRun()) // of a package that the agent has, or of the first
    return call->answer(200, {{"widens", false}, {"difference", nullptr}});
  app.packages().get(
      package.file, preparationOf(body),
      [this]() -> llvm::Expected<std::string> { return archive; },
      [self = shared_from_this()](std::variant<SharedPackage, Refusal> prepared) {
        if (auto *refused = std::get_if<Refusal>(&prepared))
          return self->call->refuse(*refused);
        const auto rules = readApprovalRules(self->body.value("approvals", Json::object()));
        if (auto unknown = findUnknownTool(std::get<ApprovalRules>(rules),
                                           std::get<SharedPackage>(prepared)->offer))
          return self->call->refuse(422, *unknown);
        self->store();
      });
}

void Deployment::store() {
  store::AgentVersion version;
  version.number = before ? before->current.number + 1 : 1;
  version.package = package.digest;
  Json settings = body;
  settings.erase("package");
  settings.erase("approve");
  version.settings = printJson(settings, /*indented=*/false);
  version.created = std::time(nullptr);
  version.createdBy = call->key.id;
  version.approval = approval;
  const std::optional<bool> isNext =
      call->orFail(app.store().deploy(slug, version, action, call->actor()));
  if (!isNext)
    return;
  if (!*isNext)
    return call->refuse(409, "somebody else has deployed this agent meanwhile");
  answerAgent(call, before ? 200 : 201, slug, version);
}

} // namespace

/// The package that an agent is made of, which the store keeps; std::nullopt after failing.
static std::optional<store::PackageRecord> packageOf(App &app, const SharedCall &call,
                                                     const store::Agent &agent) {
  std::optional<std::optional<store::PackageRecord>> found =
      call->orFail(app.store().findPackage(call->key.tenant, agent.current.package));
  if (found && !*found)
    call->refuse(503, "the agent's package is missing");
  return found ? std::move(*found) : std::nullopt;
}

/// Finds the packages of a deployment, then compares or prepares.
static void begin(App &app, const std::shared_ptr<Deployment> &deployment) {
  const SharedCall &call = deployment->call;
  const std::string digest = deployment->body["package"].get<std::string>();
  std::optional<store::PackageRecord> package = findPackage(app, call, digest);
  if (!package)
    return;
  deployment->package = std::move(*package);
  std::optional<std::string> archive = call->orFail(app.store().archiveOf(deployment->package));
  if (!archive)
    return;
  deployment->archive = std::move(*archive);
  if (!deployment->before || deployment->before->current.package == digest)
    return deployment->prepare();
  package = packageOf(app, call, *deployment->before);
  if (const auto archiveBefore =
          package ? call->orFail(app.store().archiveOf(*package)) : std::nullopt)
    deployment->compare(*archiveBefore);
}

/// The agent as it is before a change, judged by `If-Match`; false after refusing the call.
static bool readBefore(App &app, const std::shared_ptr<Deployment> &deployment) {
  const SharedCall &call = deployment->call;
  deployment->slug = call->agent = call->parameters.front();
  if (!isSlug(deployment->slug)) {
    call->refuse(400, "a slug has lower-case letters, digits and hyphens, 64 at most");
    return false;
  }
  std::optional<std::optional<store::Agent>> agent =
      call->orFail(app.store().findAgent(call->key.tenant, deployment->slug));
  if (!agent)
    return false;
  deployment->before = std::move(*agent);
  const auto wanted = call->request.header("if-match");
  if (!wanted || (*wanted == "*" && deployment->before))
    return true;
  if (deployment->before && *wanted == entityTag(deployment->before->current.number))
    return true;
  call->refuse(412,
               deployment->before ? "the agent's version is another" : "there is no such agent");
  return false;
}

void deployAgent(App &app, const SharedCall &call) {
  auto deployment = std::make_shared<Deployment>(app, call);
  std::optional<Json> body = readDeployment(call);
  if (!body || !readBefore(app, deployment))
    return;
  deployment->body = std::move(*body);
  begin(app, deployment);
}

void rollBack(App &app, const SharedCall &call) {
  auto deployment = std::make_shared<Deployment>(app, call);
  std::optional<Json> body =
      call->request.body.empty() ? std::optional(Json::object()) : call->object();
  if (!body || !readBefore(app, deployment))
    return;
  if (!deployment->before)
    return call->refuse(404, "there is no such agent");
  const std::optional<std::vector<store::AgentVersion>> versions =
      call->orFail(app.store().versions(call->key.tenant, deployment->slug));
  if (!versions)
    return;
  const unsigned current = deployment->before->current.number;
  const Json wanted = body->value("version", Json(current - 1));
  for (const store::AgentVersion &version : *versions) {
    if (wanted != Json(version.number) || version.number == current)
      continue;
    deployment->body = parseJson(version.settings).value_or(Json::object());
    deployment->body["package"] = version.package;
    if (body->contains("approve"))
      deployment->body["approve"] = (*body)["approve"];
    deployment->action = "agent.rollback";
    if (auto fault =
            body->contains("approve") ? faultOf("approve", (*body)["approve"]) : std::nullopt)
      return call->refuse(400, *fault);
    return begin(app, deployment);
  }
  call->refuse(404, "there is no such version before the current one");
}

void listAgents(App &app, const SharedCall &call) {
  answerList(call, "agents", app.store().agents(call->key.tenant),
             [](const store::Agent &one) { return describeVersion(one.slug, one.current); });
}

std::optional<store::Agent> findAgent(App &app, const SharedCall &call, llvm::StringRef slug) {
  return call->orMissing(app.store().findAgent(call->key.tenant, slug), "there is no such agent");
}

void showAgent(App &app, const SharedCall &call) {
  if (const std::optional<store::Agent> found = findAgent(app, call, call->parameters.front()))
    answerAgent(call, 200, found->slug, found->current);
}

void listVersions(App &app, const SharedCall &call) {
  const std::string &slug = call->parameters.front();
  // Every agent has a version.
  if (findAgent(app, call, slug))
    answerList(call, "versions", app.store().versions(call->key.tenant, slug),
               [&](const store::AgentVersion &one) { return describeVersion(slug, one); });
}

std::optional<ResolvedAgent> resolveAgent(App &app, const SharedCall &call, llvm::StringRef slug) {
  std::optional<store::Agent> agent = findAgent(app, call, slug);
  if (!agent)
    return std::nullopt;
  ResolvedAgent resolved{std::move(*agent), {}, Json::object()};
  call->agent = resolved.agent.slug;
  resolved.settings = parseJson(resolved.agent.current.settings).value_or(Json::object());
  if (resolved.settings.value("status", "active") != "active") {
    call->refuse(409, "the agent is not active");
    return std::nullopt;
  }
  std::optional<store::PackageRecord> package = packageOf(app, call, resolved.agent);
  if (!package)
    return std::nullopt;
  resolved.package = std::move(*package);
  return resolved;
}

} // namespace agentc::serve
