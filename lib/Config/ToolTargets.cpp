#include "agentc/Config/ToolTargets.h"

#include "ToolTargetRules.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// The limits of a target, from its API's documentation and error messages.
struct TargetLimits {
  llvm::StringRef shownName;
  size_t nameLength;
  llvm::StringRef nameMarks;                    ///< beside letters and digits
  bool refusesNames;                            ///< else other names are only advised against
  llvm::ArrayRef<llvm::StringRef> refusedAtTop; ///< keywords of the schema
  size_t propertyLength = 0;                    ///< of a property's name; 0 if there is no limit
  bool wantsPropertyObjects = false;
  size_t descriptionLength = 0; ///< in characters; 0 if there is no limit
};

constexpr llvm::StringRef refusedByAnthropic[] = {"oneOf", "allOf", "anyOf"};
constexpr llvm::StringRef refusedByOpenAi[] = {"oneOf", "anyOf", "allOf", "enum", "const", "not"};

const TargetLimits &limitsOf(ToolTarget target) {
  static const TargetLimits anthropic = {"Anthropic", 128, "_-", true, refusedByAnthropic, 64};
  static const TargetLimits openAi = {"OpenAI", 64, "_-", true, refusedByOpenAi, 0, false, 1024};
  static const TargetLimits mcp = {"MCP", 128, "_-.", false, {}, 0, true};
  return target == ToolTarget::Anthropic ? anthropic : target == ToolTarget::OpenAi ? openAi : mcp;
}

bool consistsOf(llvm::StringRef text, size_t maxLength, llvm::StringRef marks) {
  return !text.empty() && text.size() <= maxLength &&
         llvm::all_of(text, [&](char c) { return llvm::isAlnum(c) || marks.contains(c); });
}

size_t countCharacters(llvm::StringRef text) {
  size_t count = 0;
  for (size_t at = 0; at < text.size(); ++count)
    at += decodeUtf8(text, at).length;
  return count;
}

/// The text of a field that is known to be one.
const std::string *textOf(const std::optional<ConfigField> &field) {
  bool isKnown = field && field->kind != Provenance::Unresolved && field->value;
  return isKnown ? field->value->get_ptr<const std::string *>() : nullptr;
}

class TargetWriter {
public:
  TargetWriter(ToolTarget target, DiagnosticList &diagnostics)
      : target_(target), limits_(limitsOf(target)), diagnostics_(diagnostics) {}

  std::optional<Json> write(const ToolDefinition &tool);
  /// Gives a server's tools their names first: those that agents call have a namespace of their
  /// own, which this target doesn't write.
  void keepNamesOfServers(const AgentConfig &config);

private:
  Diagnostic &report(const RuleInfo &rule, const ToolDefinition &tool,
                     const std::optional<ConfigField> &field, const llvm::Twine &message) {
    const SourcePlace &place = field ? field->source : tool.source;
    return diagnostics_.report(rule, place.file, place.range,
                               ("the tool `" + llvm::StringRef(tool.id) + "` " + message).str());
  }
  std::optional<std::string> nameOf(const ToolDefinition &tool);
  std::optional<Json> schemaOf(const ToolDefinition &tool, const std::optional<ConfigField> &field,
                               llvm::StringRef shown);
  std::optional<std::string> whyRefused(const Json &schema) const;
  const std::string *descriptionOf(const ToolDefinition &tool);
  void addAnnotations(Json &json, const ToolDefinition &tool);

  ToolTarget target_;
  const TargetLimits &limits_;
  DiagnosticList &diagnostics_;
  llvm::StringMap<SourcePlace> names_;
  llvm::StringMap<SourcePlace> namesOfServers_;
};

bool isOfServer(const ToolDefinition &tool) { return tool.framework == "mcp"; }

void TargetWriter::keepNamesOfServers(const AgentConfig &config) {
  for (const ToolDefinition &tool : config.tools)
    if (const std::string *name = isOfServer(tool) ? textOf(tool.name) : nullptr)
      namesOfServers_.try_emplace(*name, tool.source);
}

std::optional<std::string> TargetWriter::nameOf(const ToolDefinition &tool) {
  const std::string *name = textOf(tool.name);
  if (!name) {
    report(target::name, tool, tool.name,
           tool.name && !tool.name->reason.empty()
               ? "is left out: its name could not be determined: " + tool.name->reason
               : std::string("is left out: it has no name"));
    return std::nullopt;
  }
  if (!consistsOf(*name, limits_.nameLength, limits_.nameMarks)) {
    std::string allowed = "1 to " + std::to_string(limits_.nameLength) + " letters, digits and `" +
                          limits_.nameMarks.str() + "`";
    if (limits_.refusesNames) {
      report(target::name, tool, tool.name,
             "is left out: " + limits_.shownName + " refuses its name `" + *name +
                 "`; names have " + allowed);
      return std::nullopt;
    }
    report(target::name, tool, tool.name,
           "has a name that " + limits_.shownName + " advises against; names should have " +
               allowed)
        .severity = Severity::Warning;
  }
  auto first = namesOfServers_.find(*name);
  bool isNew = isOfServer(tool) || first == namesOfServers_.end();
  if (isNew)
    std::tie(first, isNew) = names_.try_emplace(*name, tool.source);
  if (!isNew) {
    report(target::duplicate, tool, tool.name,
           "is left out: another tool is named `" + *name + "` too")
        .notes.push_back({"it is defined here", first->second.file, first->second.range});
    return std::nullopt;
  }
  return *name;
}

std::optional<std::string> TargetWriter::whyRefused(const Json &schema) const {
  if (!schema.is_object())
    return "it is not a JSON Schema of an object";
  auto type = schema.find("type");
  if (type == schema.end() || *type != "object")
    return "its `type` must be `object`";
  for (llvm::StringRef keyword : limits_.refusedAtTop)
    if (schema.contains(keyword.str()))
      return "`" + keyword.str() + "` may not stand at its top";
  auto properties = schema.find("properties");
  if (properties == schema.end())
    return std::nullopt;
  if (!properties->is_object())
    return "its `properties` are not an object";
  for (const auto &[key, property] : properties->items()) {
    if (limits_.propertyLength && !consistsOf(key, limits_.propertyLength, "_.-"))
      return "its property `" + key + "` has a name other than 1 to " +
             std::to_string(limits_.propertyLength) + " letters, digits and `_.-`";
    if (limits_.wantsPropertyObjects && !property.is_object())
      return "the schema of its property `" + key + "` is not an object";
  }
  return std::nullopt;
}

std::optional<Json> TargetWriter::schemaOf(const ToolDefinition &tool,
                                           const std::optional<ConfigField> &field,
                                           llvm::StringRef shown) {
  if (field->kind == Provenance::Unresolved || !field->value) {
    report(target::schema, tool, field,
           "is left out: its " + shown + " could not be determined: " + field->reason);
    return std::nullopt;
  }
  if (auto reason = whyRefused(*field->value)) {
    report(target::schema, tool, field,
           "is left out: " + limits_.shownName + " refuses its " + shown + ": " + *reason);
    return std::nullopt;
  }
  return target_ == ToolTarget::Mcp && field->listed ? *field->listed : *field->value;
}

const std::string *TargetWriter::descriptionOf(const ToolDefinition &tool) {
  if (!tool.description)
    return nullptr;
  const std::string *text = textOf(tool.description);
  if (!text) {
    report(target::description, tool, tool.description,
           "gets no description: " +
               (tool.description->reason.empty() ? "it is not text" : tool.description->reason));
    return nullptr;
  }
  size_t length = limits_.descriptionLength ? countCharacters(*text) : 0;
  if (length > limits_.descriptionLength)
    report(target::description, tool, tool.description,
           "has a description of " + llvm::Twine(length) + " characters; several models of " +
               limits_.shownName + " refuse over " + llvm::Twine(limits_.descriptionLength));
  return text;
}

void TargetWriter::addAnnotations(Json &json, const ToolDefinition &tool) {
  if (!tool.annotations)
    return;
  const ConfigField &given = *tool.annotations;
  if (given.kind != Provenance::Unresolved && given.value && given.value->is_object())
    json["annotations"] = *given.value;
  else
    report(target::description, tool, given,
           "gets no annotations: " +
               (given.reason.empty() ? "they are not an object" : given.reason));
}

std::optional<Json> TargetWriter::write(const ToolDefinition &tool) {
  if (!tool.parameters && tool.isHosted) {
    report(target::schema, tool, std::nullopt,
           "is left out: it runs at its provider, which names it in a form of its own")
        .severity = Severity::Warning;
    return std::nullopt;
  }
  if (!tool.parameters && !tool.execute) {
    report(target::schema, tool, std::nullopt,
           "is left out: it has neither parameters nor a function of the bundle");
    return std::nullopt;
  }
  // All that is wrong with a tool is told at once.
  std::optional<Json> schema = Json{{"type", "object"}, {"properties", Json::object()}};
  if (tool.parameters)
    schema = schemaOf(tool, tool.parameters, "parameters");
  std::optional<Json> output;
  bool failed = !schema;
  if (tool.outputSchema && target_ == ToolTarget::Mcp) {
    output = schemaOf(tool, tool.outputSchema, "output schema");
    failed |= !output;
  }
  std::optional<std::string> name = nameOf(tool);
  const std::string *description = descriptionOf(tool);
  if (failed || !name)
    return std::nullopt;

  Json json = Json::object();
  if (target_ == ToolTarget::OpenAi)
    json["type"] = "function";
  json["name"] = std::move(*name);
  if (const std::string *title = textOf(tool.title); title && target_ == ToolTarget::Mcp)
    json["title"] = *title;
  if (description)
    json["description"] = *description;
  const char *key = target_ == ToolTarget::Anthropic ? "input_schema"
                    : target_ == ToolTarget::OpenAi  ? "parameters"
                                                     : "inputSchema";
  json[key] = std::move(*schema);
  if (output)
    json["outputSchema"] = std::move(*output);
  if (target_ == ToolTarget::Mcp)
    addAnnotations(json, tool);
  if (target_ == ToolTarget::OpenAi)
    json["strict"] = false;
  return json;
}

} // namespace

std::vector<TargetTool> targetTools(const AgentConfig &config, ToolTarget target,
                                    DiagnosticList &diagnostics) {
  TargetWriter writer(target, diagnostics);
  if (target == ToolTarget::Mcp)
    writer.keepNamesOfServers(config);
  std::vector<TargetTool> tools;
  for (const ToolDefinition &tool : config.tools)
    if (std::optional<Json> json = writer.write(tool))
      tools.push_back({&tool, std::move(*json)});
  return tools;
}

Json toolsForTarget(const AgentConfig &config, ToolTarget target, DiagnosticList &diagnostics) {
  Json tools = Json::array();
  for (TargetTool &each : targetTools(config, target, diagnostics))
    tools.push_back(std::move(each.definition));
  return tools;
}

} // namespace agentc
