#include "agentc/ToolProtocol/ToolReport.h"

#include "NetworkRequest.h"
#include "ScriptedAnswers.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

namespace agentc {

static constexpr std::array<llvm::StringLiteral, 12> outcomeNames = {
    "ok",        "load-failed",   "threw",          "unsettled",
    "denied",    "invalid-input", "invalid-result", "time-limit",
    "cpu-limit", "memory-limit",  "output-limit",   "crashed"};

llvm::StringRef outcomeName(Outcome outcome) { return outcomeNames[static_cast<size_t>(outcome)]; }

std::optional<Outcome> outcomeFromName(llvm::StringRef name) {
  for (size_t i = 0; i < outcomeNames.size(); ++i)
    if (outcomeNames[i] == name)
      return static_cast<Outcome>(i);
  return std::nullopt;
}

/// The value that a JSON text means; text that is none becomes null.
static Json valueOf(const std::string &text) {
  if (text.empty())
    return nullptr;
  return parseJson(text).value_or(Json());
}

static Json definitionsToJson(const std::vector<LoadReport::Definition> &definitions) {
  Json json = Json::array();
  for (const LoadReport::Definition &definition : definitions) {
    Json one = {{"id", definition.id}, {"reached", definition.reached}};
    auto put = [&](const char *member, const std::string &text) {
      if (!text.empty())
        one[member] = text;
    };
    put("error", definition.error);
    put("stack", definition.stack);
    put("lacking", definition.lacking);
    if (definition.unloaded)
      one["unloaded"] = true;
    put("maker", definition.maker);
    put("makerFailed", definition.makerFailed);
    one["fields"] = definition.fields.empty() ? Json::object() : valueOf(definition.fields);
    one["unsaid"] = definition.unsaid;
    json.push_back(std::move(one));
  }
  return json;
}

static Json loadToJson(const LoadReport &load) {
  Json modules = Json::array(), exports = Json::array(), extras = Json::array();
  for (const LoadReport::Module &module : load.modules) {
    Json json = {{"path", module.path}, {"compiled", module.compiled}};
    if (!module.compiled)
      json["message"] = module.message;
    if (module.line) {
      json["line"] = module.line;
      json["column"] = module.column;
    }
    modules.push_back(std::move(json));
  }
  for (const LoadReport::Export &item : load.exports)
    exports.push_back({{"name", item.name}, {"kind", item.kind}});
  for (const LoadReport::Extra &extra : load.extras)
    extras.push_back({{"path", extra.path}, {"name", extra.name}});
  Json json = {{"modules", std::move(modules)},
               {"exports", std::move(exports)},
               {"tools", definitionsToJson(load.tools)},
               {"agents", definitionsToJson(load.agents)},
               {"extras", std::move(extras)}};
  if (!load.lacking.empty())
    json["lacking"] = load.lacking;
  if (!load.lackingStack.empty())
    json["lackingStack"] = load.lackingStack;
  return json;
}

static Json valuesOf(const std::vector<std::string> &texts) {
  Json json = Json::array();
  for (const std::string &text : texts)
    json.push_back(valueOf(text));
  return json;
}

static Json fileUseToJson(const FileUse &use) {
  Json json = {{"operation", use.operation}, {"path", use.path}, {"times", use.times}};
  if (!use.dest.empty())
    json["dest"] = use.dest;
  if (!use.code.empty())
    json["code"] = use.code;
  if (use.bytes)
    json["bytes"] = use.bytes;
  return json;
}

static Json savedToJson(const SavedAsset &asset) {
  Json json = {{"id", asset.id},           {"filename", asset.filename}, {"mime", asset.mime},
               {"subpath", asset.subpath}, {"size", asset.size},         {"sha256", asset.sha256}};
  if (!asset.file.empty())
    json["file"] = asset.file;
  return json;
}

Json eventToJson(llvm::StringRef id, const CallEvent &event) {
  Json json = {{"schema", "agentc.event/1"}};
  if (!id.empty())
    json["id"] = id.str();
  json["event"] = event.name;
  json["data"] = valueOf(event.data);
  return json;
}

std::optional<CallEvent> eventFromJson(const Json &json) {
  std::string failure, schema, id;
  MemberReader reader(json, "", failure);
  CallEvent event;
  reader.text("schema", schema, true);
  reader.text("id", id);
  reader.text("event", event.name, true);
  reader.value("data", event.data);
  reader.finish();
  if (reader.failed() || schema != "agentc.event/1")
    return std::nullopt;
  return event;
}

/// Both forms of a report. Returns it as an object whose members are in the schema's order.
static Json makeReport(const ToolReport &report, bool isBrief, const Json *inferred) {
  Json json = {{"schema", "agentc.run/1"}};
  auto put = [isBrief](Json &object, const char *member, Json value) {
    if (!isBrief || !value.empty())
      object[member] = std::move(value);
  };
  if (!report.id.empty())
    json["id"] = report.id;
  json["outcome"] = outcomeName(report.outcome).str();
  json["phase"] = report.phase;
  if (report.outcome == Outcome::Ok && !report.load)
    json[isBrief ? "resultText" : "result"] =
        isBrief ? Json(report.result) : valueOf(report.result);
  if (report.error)
    json["error"] = {{"name", report.error->name},
                     {"message", report.error->message},
                     {"stack", report.error->stack}};
  Json logs = Json::array(), requests = Json::array(), events = Json::array(),
       assets = Json::array(), observed = Json::object();
  for (const LogLine &line : report.logs)
    logs.push_back({{"level", line.level}, {"text", line.text}});
  for (const NetworkRequest &request : report.requests)
    requests.push_back(networkRequestToJson(request));
  for (const CallEvent &event : report.events)
    events.push_back({{"event", event.name}, {"data", valueOf(event.data)}});
  for (const SavedAsset &asset : report.assets)
    assets.push_back(savedToJson(asset));
  put(json, "logs", std::move(logs));
  put(json, "events", std::move(events));
  put(json, "requests", std::move(requests));
  put(json, "deliverables", valuesOf(report.deliverables));
  put(json, "assets", std::move(assets));
  if (!report.metrics.empty())
    json["metrics"] = valuesOf(report.metrics);
  for (const FileUse &use : report.files)
    json["files"].push_back(fileUseToJson(use));
  if (report.untoldFiles)
    json["untoldFiles"] = report.untoldFiles;
  put(observed, "hosts", report.observed.hosts);
  put(observed, "env", report.observed.environment);
  put(observed, "modules", report.observed.modules);
  if (!report.observed.files.empty())
    observed["files"] = report.observed.files;
  if (!observed.empty())
    json["access"]["observed"] = std::move(observed);
  if (inferred)
    json["access"]["inferred"] = *inferred;
  json["usage"] = {{"wallMs", report.usage.wallMs},
                   {"cpuMs", report.usage.cpuMs},
                   {"peakMemoryBytes", report.usage.peakMemoryBytes}};
  if (report.load)
    json["load"] = loadToJson(*report.load);
  for (const ScriptedExchange &exchange : report.exchanges)
    json["exchanges"].push_back(exchangeToJson(exchange));
  return json;
}

Json reportToJson(const ToolReport &report, const Json *inferred) {
  return makeReport(report, /*isBrief=*/false, inferred);
}

Json briefReportToJson(const ToolReport &report) {
  return makeReport(report, /*isBrief=*/true, nullptr);
}

static void readDefinitions(MemberReader &reader, llvm::StringRef member,
                            std::vector<LoadReport::Definition> &definitions) {
  reader.objects(member, [&](MemberReader &item) {
    LoadReport::Definition &definition = definitions.emplace_back();
    item.text("id", definition.id, true);
    item.flag("reached", definition.reached);
    item.text("error", definition.error);
    item.text("stack", definition.stack);
    item.text("lacking", definition.lacking);
    item.flag("unloaded", definition.unloaded);
    item.text("maker", definition.maker);
    item.text("makerFailed", definition.makerFailed);
    if (const Json *fields = item.find("fields"); fields && !fields->is_object())
      item.fail("fields", "is not an object");
    item.value("fields", definition.fields);
    item.texts("unsaid", definition.unsaid);
  });
}

static LoadReport readLoad(MemberReader &reader) {
  LoadReport load;
  reader.objects("modules", [&](MemberReader &item) {
    LoadReport::Module &module = load.modules.emplace_back();
    item.text("path", module.path, true);
    item.flag("compiled", module.compiled);
    item.text("message", module.message);
    item.number("line", module.line);
    item.number("column", module.column);
  });
  reader.objects("exports", [&](MemberReader &item) {
    LoadReport::Export &one = load.exports.emplace_back();
    item.text("name", one.name, true);
    item.text("kind", one.kind, true);
  });
  readDefinitions(reader, "tools", load.tools);
  readDefinitions(reader, "agents", load.agents);
  reader.objects("extras", [&](MemberReader &item) {
    LoadReport::Extra &extra = load.extras.emplace_back();
    item.text("path", extra.path, true);
    item.text("name", extra.name, true);
  });
  reader.text("lacking", load.lacking);
  reader.text("lackingStack", load.lackingStack);
  return load;
}

static void readLists(MemberReader &reader, ToolReport &report) {
  reader.objects("logs", [&](MemberReader &item) {
    LogLine &line = report.logs.emplace_back();
    item.text("level", line.level, true);
    item.text("text", line.text, true);
  });
  reader.objects("requests", [&](MemberReader &item) {
    readNetworkRequest(item, report.requests.emplace_back());
  });
  reader.objects("events", [&](MemberReader &item) {
    CallEvent &event = report.events.emplace_back();
    item.text("event", event.name, true);
    item.value("data", event.data);
  });
  reader.objects("assets", [&](MemberReader &item) {
    SavedAsset &asset = report.assets.emplace_back();
    item.text("id", asset.id, true);
    item.text("filename", asset.filename);
    item.text("mime", asset.mime);
    item.text("subpath", asset.subpath);
    item.number("size", asset.size, 0, UINT64_MAX);
    item.text("sha256", asset.sha256);
    item.text("file", asset.file);
  });
  reader.values("deliverables", report.deliverables);
  reader.values("metrics", report.metrics);
  reader.objects("files", [&](MemberReader &item) {
    FileUse &use = report.files.emplace_back();
    item.text("operation", use.operation, true);
    item.text("path", use.path, true);
    item.text("dest", use.dest);
    item.text("code", use.code);
    item.number("times", use.times, 1, UINT64_MAX);
    item.number("bytes", use.bytes, 0, UINT64_MAX);
  });
  reader.number("untoldFiles", report.untoldFiles, 0, UINT64_MAX);
  reader.object("access", [&](MemberReader &item) {
    item.find("inferred");
    item.object("observed", [&](MemberReader &observed) {
      observed.texts("hosts", report.observed.hosts);
      observed.texts("env", report.observed.environment);
      observed.texts("modules", report.observed.modules);
      observed.texts("files", report.observed.files);
    });
  });
}

llvm::Expected<ToolReport> reportFromJson(const Json &json) {
  std::string failure;
  MemberReader reader(json, "", failure);
  ToolReport report;
  std::string schema, outcome;
  reader.text("schema", schema, true);
  if (schema != "agentc.run/1")
    reader.fail("schema", "is not `agentc.run/1`");
  reader.text("id", report.id);
  reader.text("outcome", outcome, true);
  if (std::optional<Outcome> known = outcomeFromName(outcome))
    report.outcome = *known;
  else
    reader.fail("outcome", "is unknown");
  reader.text("phase", report.phase);
  reader.value("result", report.result);
  reader.text("resultText", report.result);
  reader.object("error", [&](MemberReader &item) {
    report.error.emplace();
    item.text("name", report.error->name, true);
    item.text("message", report.error->message, true);
    item.text("stack", report.error->stack, true);
  });
  readLists(reader, report);
  reader.object("usage", [&](MemberReader &item) {
    item.number("wallMs", report.usage.wallMs);
    item.number("cpuMs", report.usage.cpuMs);
    item.number("peakMemoryBytes", report.usage.peakMemoryBytes, 0, UINT64_MAX);
  });
  reader.object("load", [&](MemberReader &item) { report.load = readLoad(item); });
  reader.objects("exchanges",
                 [&](MemberReader &item) { readExchange(item, report.exchanges.emplace_back()); });
  reader.finish();
  if (llvm::Error error = readFailure(failure))
    return error;
  return report;
}

} // namespace agentc
