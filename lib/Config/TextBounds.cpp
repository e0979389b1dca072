#include "TextBounds.h"

#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr size_t maxNameBytes = 256;
constexpr size_t maxParameterBytes = 200;

/// Returns true if every text in a value is valid Unicode, including the keys. Values nest no
/// deeper than maxFieldDepth.
bool isUnicode(const Json &value) {
  if (const auto *text = value.get_ptr<const std::string *>())
    return !findInvalidUtf8(*text);
  if (!value.is_structured())
    return true;
  for (const auto &[key, member] : value.items())
    if ((value.is_object() && findInvalidUtf8(key)) || !isUnicode(member))
      return false;
  return true;
}

/// Returns true if a name is short enough and has no characters that display as others.
bool isPlainName(llvm::StringRef name) {
  if (name.size() > maxNameBytes)
    return false;
  for (size_t at = 0; at < name.size();) {
    DecodedCharacter character = decodeUtf8(name, at);
    if (!character.codePoint || isDeceptive(*character.codePoint))
      return false;
    at += character.length;
  }
  return true;
}

void refuse(ConfigField &field, const char *reason) {
  field.kind = Provenance::Unresolved;
  field.value = nullptr;
  field.reason = reason;
}

void boundField(std::optional<ConfigField> &field) {
  if (field && field->value && !isUnicode(*field->value))
    refuse(*field, "it holds half of a surrogate pair, which is not text");
  if (field && field->fallback && !isUnicode(*field->fallback))
    field->fallback = nullptr;
}

void boundName(std::optional<ConfigField> &field) {
  boundField(field);
  const auto *name = field && field->value ? field->value->get_ptr<const std::string *>() : nullptr;
  if (name && !isPlainName(*name))
    refuse(*field, "it is too long for a name, or has characters that show as others");
}

void boundFunction(std::optional<ExecuteFunction> &function) {
  if (!function)
    return;
  for (std::string &parameter : function->parameters) {
    size_t end = std::min(parameter.size(), maxParameterBytes);
    while (end < parameter.size() && end > 0 && (parameter[end] & 0xc0) == 0x80)
      --end;
    parameter.resize(end);
  }
}

} // namespace

void boundTexts(AgentConfig &config) {
  for (size_t i = 0; i < config.agents.size(); ++i) {
    AgentDefinition &agent = config.agents[i];
    boundName(agent.name);
    for (auto *field : {&agent.description, &agent.instructions, &agent.model})
      boundField(*field);
    boundFunction(agent.handler);
    if (agent.key && !isPlainName(*agent.key)) {
      agent.key.reset();
      config.unresolved.push_back({"agents[" + std::to_string(i) + "].key", agent.source,
                                   "it is too long for a name, or has characters that show as "
                                   "others"});
    }
  }
  for (ToolDefinition &tool : config.tools) {
    boundName(tool.name);
    for (auto *field :
         {&tool.title, &tool.description, &tool.parameters, &tool.outputSchema, &tool.annotations})
      boundField(*field);
    boundFunction(tool.execute);
  }
  for (ServerFeature &feature : config.features) {
    boundName(feature.name);
    for (auto *field : {&feature.uri, &feature.metadata, &feature.title, &feature.description,
                        &feature.arguments})
      boundField(*field);
  }
}

} // namespace agentc
