#include "CallFrames.h"

#include "SchemaCheck.h"
#include "Services.h"

#include "agentc/Support/Digest.h"
#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

namespace agentc {

/// The image as the prelude takes it: without texts, with the environment.
static std::string headerOf(const ToolRequest &request, const Placeholders &placeholders = {}) {
  RunImage bare;
  bare.entry = request.image->entry;
  bare.started = request.image->started;
  bare.arguments = request.image->arguments;
  bare.links = request.image->links;
  bare.imports = request.image->imports;
  bare.globals = request.image->globals;
  bare.style = request.image->style;
  bare.carriesFramework = request.image->carriesFramework;
  bare.tools = request.image->tools;
  // The broker's own matter.
  for (ToolLocation &tool : bare.tools)
    tool.inputSchema = tool.outputSchema = tool.outputMember = "";
  bare.agents = request.image->agents;
  for (const ImageModule &module : request.image->modules)
    bare.modules.push_back({module.path, module.format, ""});
  Json header = imageToJson(bare);
  Json environment = Json::object();
  for (const Grant::Variable &variable : request.grant.environment)
    environment[variable.name] = variable.value;
  for (const auto &[name, placeholder] : placeholders)
    environment[name] = placeholder;
  header["environment"] = std::move(environment);
  header["placeholders"] = placeholders;
  header["files"] = Json::array();
  for (const FileGrant &file : request.grant.files)
    header["files"].push_back(file.path);
  header["report"] = request.mode == ToolRequest::Mode::Load;
  if (request.mode == ToolRequest::Mode::Load && !request.context.config.empty())
    header["config"] = request.context.config;
  return printJson(header, /*indented=*/false);
}

static std::string makeKey(const ToolRequest &request) {
  const RunImage &image = *request.image;
  std::string all = request.mode == ToolRequest::Mode::Load ? std::string() : image.digest;
  if (all.empty()) {
    all = headerOf(request);
    for (const ImageModule &module : image.modules)
      all += '\0' + module.text;
  }
  for (const Grant::Variable &variable : request.grant.environment)
    all += '\0' + variable.name + '=' + variable.value;
  // Each call has its own values, for its own hosts.
  for (const SecretGrant &secret : request.grant.secrets)
    all += '\0' + secret.name;
  for (const std::string &host : request.grant.hosts)
    all += '\0' + host;
  for (const FileGrant &file : request.grant.files)
    all += '\0' + file.path + '\0' + file.folder + (file.writes ? "+" : "") +
           (file.most ? std::to_string(*file.most) : "");
  const CallLimits &limits = request.limits;
  for (uint64_t value : {limits.wallMs, limits.cpuMs, limits.memoryBytes})
    all += '\0' + std::to_string(value);
  return sha256Hex(all);
}

std::string PackageKeys::keyOf(const ToolRequest &request) {
  // A load's process is nobody else's.
  if (request.mode == ToolRequest::Mode::Load)
    return makeKey(request);
  if (parts_ && (parts_->image == request.image || *parts_->image == *request.image) &&
      parts_->grant == request.grant && parts_->limits == request.limits)
    return last_;
  std::string key = makeKey(request);
  parts_.reset();
  if (key == last_)
    parts_ = Parts{request.image, request.grant, request.limits};
  return last_ = std::move(key);
}

static void postModules(Channel &channel, const RunImage &image) {
  for (const ImageModule &module : image.modules) {
    std::string payload = module.path;
    payload += '\0';
    payload += static_cast<char>(module.format);
    payload += module.text;
    channel.post(FrameKind::Module, payload);
  }
}

void postLoad(Channel &channel, const ToolRequest &request, const Placeholders &placeholders) {
  ProcessLimits limits{request.limits.cpuMs, request.limits.memoryBytes};
  channel.post(FrameKind::Limits,
               llvm::StringRef(reinterpret_cast<char *>(&limits), sizeof limits));
  postModules(channel, *request.image);
  if (request.mode == ToolRequest::Mode::Load)
    channel.post(FrameKind::CompileAll, "");
  channel.post(FrameKind::Load, headerOf(request, placeholders));
}

static Json callOf(const ToolRequest &request, const Placeholders &placeholders) {
  Json call = {{"input", request.input}};
  if (request.tool)
    call["tool"] = *request.tool;
  const CallContext &context = request.context;
  auto put = [&](const char *member, const std::string &text) {
    if (!text.empty())
      call[member] = text;
  };
  put("config", context.config);
  put("agent", context.agent);
  put("organizationSlug", context.organizationSlug);
  put("conversationId", callsAgent(request) ? conversationOf(request) : context.conversationId);
  put("requestId", request.id);
  put("userId", context.userId);
  put("fault", findInvalidInput(request).value_or(""));
  if (!placeholders.empty())
    call["placeholders"] = placeholders;
  return call;
}

void postCall(Channel &channel, const ToolRequest &request, const Placeholders &placeholders) {
  channel.post(FrameKind::Call, printJson(callOf(request, placeholders), /*indented=*/false));
}

std::string rehearsalOf(const ToolRequest &request) {
  Json call = callOf(request, {});
  call.erase("fault");
  for (auto &[member, value] : call.items())
    value = member == "input"                         ? R"({"text":"a","count":2,"list":[true]})"
            : member == "config" || member == "agent" ? "{}"
                                                      : "";
  return printJson(call, /*indented=*/false);
}

void readLoadReport(const std::string &text, LoadReport &load) {
  std::optional<Json> json = parseJson(text);
  if (!json || !json->is_object())
    return;
  Json wrapped = {{"schema", "agentc.run/1"}, {"outcome", "ok"}, {"load", std::move(*json)}};
  llvm::Expected<ToolReport> parsed = reportFromJson(wrapped);
  if (!parsed)
    return llvm::consumeError(parsed.takeError());
  load.exports = std::move(parsed->load->exports);
  load.tools = std::move(parsed->load->tools);
  load.agents = std::move(parsed->load->agents);
  load.extras = std::move(parsed->load->extras);
  load.lacking = std::move(parsed->load->lacking);
  load.lackingStack = std::move(parsed->load->lackingStack);
}

/// Why a request needs no process to be refused.
std::optional<std::string> findMistake(const ToolRequest &request) {
  if (request.mode != ToolRequest::Mode::Call)
    return std::nullopt;
  JsonError error;
  std::optional<Json> input = parseJson(request.input, &error);
  if (!input)
    return "the input is not JSON: " + error.message + " at byte " + std::to_string(error.offset);
  if (std::optional<std::string> fault = findInvalidMessage(request, *input))
    return fault;
  const std::vector<ToolLocation> &tools = request.image->tools;
  std::string names;
  for (const ToolLocation &tool : tools) {
    if (request.tool && tool.name == *request.tool)
      return std::nullopt;
    names += (names.empty() ? "`" : ", `") + escapeForTerminal(tool.name) + "`";
  }
  if (request.tool && !tools.empty())
    return "no tool named `" + escapeForTerminal(*request.tool) + "`; there are " + names;
  if (!request.tool && request.image->style == BundleStyle::Tools && tools.size() != 1)
    return tools.empty() ? std::string("the bundle has no tool that could be meant")
                         : "the bundle has several tools; name one of " + names;
  return std::nullopt;
}

} // namespace agentc
