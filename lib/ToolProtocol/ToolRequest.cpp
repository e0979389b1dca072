#include "agentc/ToolProtocol/ToolRequest.h"

#include "agentc/ToolProtocol/PlatformScript.h"

#include "MemberReader.h"
#include "ScriptedAnswers.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

void readImage(MemberReader &reader, RunImage &image);

std::optional<std::string> findSecretFault(llvm::StringRef value) {
  constexpr size_t shortest = 8, longest = 4096;
  if (value.size() < shortest || value.size() > longest)
    return "is not of " + std::to_string(shortest) + " to " + std::to_string(longest) + " bytes";
  if (!llvm::all_of(value, llvm::isPrint) || value.trim() != value)
    return "is not printable ASCII without white space around it";
  return std::nullopt;
}

/// The members that each request has to itself.
static Json ownToJson(const ToolRequest &request) {
  Json json = {{"schema", "agentc.request/1"}};
  if (!request.id.empty())
    json["id"] = request.id;
  json["mode"] = request.mode == ToolRequest::Mode::Load      ? "load"
                 : request.mode == ToolRequest::Mode::Prepare ? "prepare"
                                                              : "call";
  if (request.tool)
    json["tool"] = *request.tool;
  json["inputText"] = request.input;
  Json context = Json::object();
  auto put = [&](const char *member, const std::string &text) {
    if (!text.empty())
      context[member] = text;
  };
  put("configText", request.context.config);
  put("agentText", request.context.agent);
  put("organizationSlug", request.context.organizationSlug);
  put("conversationId", request.context.conversationId);
  put("userId", request.context.userId);
  put("tenant", request.context.tenant);
  json["context"] = std::move(context);
  for (const auto &[member, isSet] : {std::pair("streamEvents", request.streamEvents),
                                      {"streamLogs", request.streamLogs},
                                      {"brief", request.isBrief}})
    if (isSet)
      json[member] = true;
  if (!request.isMeasured)
    json["measured"] = false;
  if (request.answers) {
    json["answers"] = Json::array();
    for (const ScriptedAnswer &answer : *request.answers)
      json["answers"].push_back(answerToJson(answer));
  }
  return json;
}

/// Adds the members of the common part.
static void addCommon(Json &json, const ToolRequest &request) {
  if (!request.platform.empty())
    json["platform"] = parseJson(request.platform).value_or(Json());
  if (!request.asks.empty())
    json["asks"] = request.asks;
  Json environment = Json::object();
  for (const Grant::Variable &variable : request.grant.environment)
    environment[variable.name] = variable.value;
  json["grant"] = {
      {"hosts", request.grant.hosts},     {"environment", std::move(environment)},
      {"modules", request.grant.modules}, {"privateAddresses", request.grant.privateAddresses},
      {"resolve", request.grant.resolve}, {"authorities", request.grant.authorities}};
  for (const SecretGrant &secret : request.grant.secrets)
    json["grant"]["secrets"].push_back({{"name", secret.name},
                                        {"value", secret.value},
                                        {"hosts", secret.hosts},
                                        {"headers", secret.headers}});
  for (const FileGrant &file : request.grant.files) {
    Json item = {{"path", file.path}, {"folder", file.folder}, {"writes", file.writes}};
    if (file.most)
      item["most"] = *file.most;
    json["grant"]["files"].push_back(std::move(item));
  }
  const CallLimits &limits = request.limits;
  json["limits"] = {{"wallMs", limits.wallMs},
                    {"cpuMs", limits.cpuMs},
                    {"memoryBytes", limits.memoryBytes},
                    {"resultBytes", limits.resultBytes},
                    {"logLines", limits.logLines},
                    {"logBytes", limits.logBytes},
                    {"requests", limits.requests},
                    {"fetchMs", limits.fetchMs},
                    {"responseBytes", limits.responseBytes},
                    {"savedBytes", limits.savedBytes},
                    {"eventBytes", limits.eventBytes},
                    {"messages", limits.messages},
                    {"serviceMs", limits.serviceMs}};
  json["image"] =
      request.image->digest.empty() ? imageToJson(*request.image) : Json(request.image->digest);
}

Json requestToJson(const ToolRequest &request) {
  Json json = ownToJson(request);
  addCommon(json, request);
  return json;
}

Json requestToJson(const ToolRequest &request, const std::string &common) {
  Json json = ownToJson(request);
  json["common"] = common;
  return json;
}

Json commonToJson(const CommonPart &part) {
  Json json = {{"schema", commonSchema}, {"name", part.name}};
  addCommon(json, part.request);
  return json;
}

bool haveInCommon(const ToolRequest &one, const ToolRequest &other) {
  return !one.image->digest.empty() && one.image->digest == other.image->digest &&
         one.platform == other.platform && one.asks == other.asks && one.grant == other.grant &&
         one.limits == other.limits;
}

/// A JSON value under `name`, or its text under `nameText`.
static void readValueOrText(MemberReader &reader, std::string name, std::string &target) {
  reader.value(name, target);
  reader.text(name + "Text", target);
}

static void readContext(MemberReader &reader, CallContext &context) {
  readValueOrText(reader, "config", context.config);
  readValueOrText(reader, "agent", context.agent);
  reader.text("organizationSlug", context.organizationSlug);
  reader.text("conversationId", context.conversationId);
  reader.text("userId", context.userId);
  reader.text("tenant", context.tenant);
  auto mustBeJson = [&](const char *member, const std::string &text) {
    JsonError error;
    if (!text.empty() && !parseJson(text, &error))
      reader.fail(member, "is not JSON: " + error.message);
  };
  mustBeJson("configText", context.config);
  mustBeJson("agentText", context.agent);
}

static void readGrant(MemberReader &reader, Grant &grant) {
  reader.texts("hosts", grant.hosts);
  reader.texts("modules", grant.modules);
  reader.flag("privateAddresses", grant.privateAddresses);
  reader.texts("resolve", grant.resolve);
  reader.text("authorities", grant.authorities);
  reader.objects("files", [&](MemberReader &item) {
    FileGrant &file = grant.files.emplace_back();
    item.text("path", file.path, true);
    item.text("folder", file.folder, true);
    item.flag("writes", file.writes);
    if (item.find("most"))
      item.number("most", file.most.emplace(), 0, 1ull << 40);
    if (!llvm::StringRef(file.path).starts_with("/") ||
        !llvm::StringRef(file.folder).starts_with("/"))
      item.fail("path", "is not absolute");
  });
  reader.objects("secrets", [&](MemberReader &item) {
    SecretGrant &secret = grant.secrets.emplace_back();
    item.text("name", secret.name, true);
    item.text("value", secret.value, true);
    item.texts("hosts", secret.hosts);
    item.texts("headers", secret.headers);
    if (std::optional<std::string> fault = findSecretFault(secret.value))
      item.fail("value", *fault);
  });
  const Json *environment = reader.find("environment");
  if (!environment)
    return;
  if (!environment->is_object())
    return reader.fail("environment", "is not an object");
  for (auto it = environment->begin(); it != environment->end(); ++it) {
    if (!it->is_string())
      return reader.fail("environment", "has values that are not strings");
    grant.environment.push_back({it.key(), *it->get_ptr<const std::string *>()});
  }
}

static void readLimits(MemberReader &reader, CallLimits &limits) {
  constexpr uint64_t hour = 3600 * 1000;
  reader.number("wallMs", limits.wallMs, 1, hour);
  reader.number("cpuMs", limits.cpuMs, 1, hour);
  reader.number("memoryBytes", limits.memoryBytes, 16ull << 20, 4ull << 30);
  reader.number("resultBytes", limits.resultBytes, 1, 256ull << 20);
  reader.number("logLines", limits.logLines, 0, 1000000);
  reader.number("logBytes", limits.logBytes, 0, 64ull << 20);
  reader.number("requests", limits.requests, 0, 1000);
  reader.number("fetchMs", limits.fetchMs, 1, hour);
  reader.number("responseBytes", limits.responseBytes, 1, 256ull << 20);
  reader.number("savedBytes", limits.savedBytes, 0, 1ull << 30);
  reader.number("eventBytes", limits.eventBytes, 0, 64ull << 20);
  reader.number("messages", limits.messages, 0, 1000000);
  reader.number("serviceMs", limits.serviceMs, 0, hour);
}

/// The image itself, or the digest of one that was sent ahead.
static void readImageOf(MemberReader &reader, ToolRequest &request, ImageFinder sent) {
  const Json *json = reader.find("image");
  if (!json)
    return reader.fail("image", "is missing");
  if (const std::string *digest = json->get_ptr<const std::string *>()) {
    if (SharedImage image = sent ? sent(*digest) : nullptr)
      request.image = std::move(image);
    else
      reader.fail("image", "names none that was sent ahead");
    return;
  }
  auto image = std::make_shared<RunImage>();
  reader.object("image", [&](MemberReader &item) { readImage(item, *image); });
  request.image = std::move(image);
}

/// Reads the members of the common part.
static void readCommon(MemberReader &reader, ToolRequest &request, ImageFinder sent) {
  if (const Json *platform = reader.find("platform")) {
    if (llvm::Expected<PlatformScript> script = platformFromJson(*platform))
      request.platform = printJson(*platform, /*indented=*/false);
    else
      reader.fail("platform", "is not valid: " + llvm::toString(script.takeError()));
  }
  reader.texts("asks", request.asks);
  reader.object("grant", [&](MemberReader &item) { readGrant(item, request.grant); });
  reader.object("limits", [&](MemberReader &item) { readLimits(item, request.limits); });
  readImageOf(reader, request, sent);
}

/// Reads the members that each request has to itself.
static void readOwn(MemberReader &reader, ToolRequest &request) {
  std::string schema, mode = "call";
  reader.text("schema", schema);
  if (!schema.empty() && schema != "agentc.request/1")
    reader.fail("schema", "is not `agentc.request/1`");
  reader.text("id", request.id);
  if (request.id.size() > 256)
    reader.fail("id", "is longer than 256 bytes");
  reader.text("mode", mode);
  if (mode == "load")
    request.mode = ToolRequest::Mode::Load;
  else if (mode == "prepare")
    request.mode = ToolRequest::Mode::Prepare;
  else if (mode != "call")
    reader.fail("mode", "is none of `call`, `prepare`, `load`");
  if (const Json *tool = reader.find("tool"); tool && tool->is_string())
    request.tool = *tool->get_ptr<const std::string *>();
  else if (tool)
    reader.fail("tool", "is not a string");
  readValueOrText(reader, "input", request.input);
  reader.object("context", [&](MemberReader &item) { readContext(item, request.context); });
  reader.flag("streamEvents", request.streamEvents);
  reader.flag("streamLogs", request.streamLogs);
  reader.flag("brief", request.isBrief);
  reader.flag("measured", request.isMeasured);
  if (reader.find("answers"))
    reader.objects("answers", [&answers = request.answers.emplace()](MemberReader &item) {
      readAnswer(item, answers.emplace_back());
    });
}

llvm::Expected<ToolRequest> requestFromJson(const Json &json, ImageFinder sent,
                                            CommonFinder common) {
  std::string failure, name;
  MemberReader reader(json, "", failure);
  ToolRequest request;
  reader.text("common", name);
  if (name.empty())
    readCommon(reader, request, sent);
  else if (const ToolRequest *found = common ? common(name) : nullptr)
    request = *found;
  else
    reader.fail("common", "names nothing that was sent ahead");
  readOwn(reader, request);
  if (!request.asks.empty() && request.id.empty())
    reader.fail("asks", "needs an `id`, by which questions are told apart");
  reader.finish();
  if (llvm::Error error = readFailure(failure))
    return error;
  return request;
}

llvm::Expected<CommonPart> commonFromJson(const Json &json, ImageFinder sent) {
  std::string failure, schema;
  MemberReader reader(json, "", failure);
  CommonPart part;
  reader.text("schema", schema, /*required=*/true);
  reader.text("name", part.name, /*required=*/true);
  if (part.name.empty() || part.name.size() > 256)
    reader.fail("name", "is not of 1 to 256 bytes");
  readCommon(reader, part.request, sent);
  reader.finish();
  if (llvm::Error error = readFailure(failure))
    return error;
  return part;
}

} // namespace agentc
