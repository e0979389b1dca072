#include "agentc/Report/RecordText.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

#include <set>

namespace agentc {

std::string textOf(const Json &object, const char *name) {
  auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string sizeText(uint64_t bytes) {
  if (bytes < 1024)
    return std::to_string(bytes) + " bytes";
  const char *unit = bytes < (1 << 20) ? " KB" : " MB";
  const uint64_t tenths = bytes * 10 / (bytes < (1 << 20) ? 1 << 10 : 1 << 20);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + unit;
}

std::string timeText(uint64_t ms) {
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

std::string fieldText(const Json &definition, const char *name) {
  auto field = definition.find(name);
  if (field == definition.end())
    return "";
  auto value = field->find("value");
  if (value == field->end())
    return "not known: " + textOf(*field, "reason");
  return value->is_string() ? value->get<std::string>() : printJson(*value, false);
}

std::string parametersText(const Json &tool) {
  auto field = tool.find("parameters");
  if (field == tool.end() || !field->contains("value"))
    return fieldText(tool, "parameters");
  const Json &schema = (*field)["value"];
  auto properties = schema.is_object() ? schema.find("properties") : schema.end();
  if (properties == schema.end() || !properties->is_object())
    return printJson(schema, false);
  std::set<std::string> required;
  if (auto list = schema.find("required"); list != schema.end() && list->is_array())
    for (const Json &name : *list)
      if (name.is_string())
        required.insert(name.get<std::string>());
  std::string result;
  for (const auto &[name, property] : properties->items()) {
    std::string type = property.is_object() ? textOf(property, "type") : "";
    result += (result.empty() ? "" : ", ") + name + (required.count(name) ? "" : "?") +
              (type.empty() ? "" : ": " + type);
  }
  return result.empty() ? "nothing" : result;
}

llvm::ArrayRef<AccessWords> allAccessWords() {
  static constexpr AccessWords words[] = {{"hosts", "host", "name", false},
                                          {"env", "environment", "name", false},
                                          {"files", "files:", "name", false},
                                          {"modules", "module", "name", false},
                                          {"globals", "global", "name", false},
                                          {"codeGeneration", "code from text by", "name", true},
                                          {"unanalyzed", "not followed:", "reason", true}};
  return words;
}

bool reachesAny(const Json &access) {
  return llvm::any_of(allAccessWords(), [&](const AccessWords &words) {
    auto items = access.find(words.kind);
    return items != access.end() && !items->empty();
  });
}

std::string licenceOf(const Json &component) {
  auto list = component.find("licenses");
  const Json first = list == component.end() ? Json::object() : (*list)[0];
  std::string licence = textOf(first, "expression");
  if (licence.empty() && first.contains("license"))
    licence = textOf(first["license"], "name");
  return licence.empty() ? "unknown" : licence;
}

std::vector<std::string> presencesOf(const Json &component) {
  std::vector<std::string> result;
  for (const Json &property : component["properties"])
    if (textOf(property, "name") == "agentc:presence")
      result.push_back(textOf(property, "value"));
  return result;
}

} // namespace agentc
