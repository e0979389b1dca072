#include "SchemaPrinter.h"

#include "llvm/ADT/StringSet.h"

namespace agentc::schemas {

void joinTypes(Json &schema) {
  auto options = schema.find("anyOf");
  if (options == schema.end() || !options->is_array() || options->empty() ||
      schema.contains("type"))
    return;
  Json::array_t types;
  for (const Json &option : *options) {
    if (!option.is_object() || option.size() != 1 || !option.contains("type"))
      return;
    const Json &type = option["type"];
    for (const Json &one : type.is_array() ? type : Json::array({type})) {
      if (!one.is_string())
        return;
      if (!llvm::is_contained(types, one))
        types.push_back(one);
    }
  }
  schema.erase("anyOf");
  schema["type"] = types.size() == 1 ? types.front() : Json(types);
}

namespace {

/// Returns an object schema's constraint on the members that it does not name; null if there is
/// none.
const Json *constraintOnOthers(const Json &object) {
  auto others = object.find("additionalProperties");
  bool says = others != object.end() && others->is_object() && !others->empty();
  return says ? &*others : nullptr;
}

std::optional<Json> joined(llvm::ArrayRef<Json> objects);

/// The schemas that an object has for its own members, by key.
using Members = llvm::StringMap<const Json *>;

/// Everything that the objects ask of one member, as one schema.
Json joinMember(llvm::ArrayRef<Json> objects, llvm::ArrayRef<Members> members,
                llvm::StringRef key) {
  std::vector<Json> parts;
  for (size_t i = 0; i < objects.size(); ++i) {
    const Json *part = members[i].lookup(key);
    if (!part)
      part = constraintOnOthers(objects[i]);
    if (part && !llvm::is_contained(parts, *part))
      parts.push_back(*part);
  }
  if (parts.size() == 1)
    return parts.front();
  if (std::optional<Json> one = joined(parts))
    return *one;
  return {{"allOf", parts}};
}

/// True if an object schema has only keywords that can be joined.
bool isPlainObject(const Json &object) {
  if (!object.is_object() || object.value("type", Json()) != "object")
    return false;
  for (const auto &[key, value] : object.items())
    if (key != "type" && key != "properties" && key != "required" && key != "additionalProperties")
      return false;
  return true;
}

Json othersOf(llvm::ArrayRef<Json> objects) {
  std::vector<Json> constraints;
  bool isClosed = true;
  for (const Json &object : objects) {
    auto others = object.find("additionalProperties");
    isClosed &= others != object.end() && *others == false;
    const Json *constraint = constraintOnOthers(object);
    if (constraint && !llvm::is_contained(constraints, *constraint))
      constraints.push_back(*constraint);
  }
  if (isClosed)
    return false;
  if (constraints.size() < 2)
    return constraints.empty() ? Json() : constraints.front();
  return {{"allOf", constraints}};
}

std::optional<Json> joined(llvm::ArrayRef<Json> objects) {
  if (!llvm::all_of(objects, isPlainObject))
    return std::nullopt;
  std::vector<Members> members(objects.size());
  for (size_t i = 0; i < objects.size(); ++i)
    if (auto own = objects[i].find("properties"); own != objects[i].end())
      for (const auto &[key, value] : own->items())
        members[i].try_emplace(key, &value);
  Json::object_t properties;
  Json::array_t required;
  llvm::StringSet<> seen, seenRequired;
  for (const Json &object : objects) {
    if (auto own = object.find("properties"); own != object.end())
      for (const auto &[key, value] : own->items())
        if (seen.insert(key).second)
          properties.push_back({key, joinMember(objects, members, key)});
    if (auto keys = object.find("required"); keys != object.end())
      for (const Json &key : *keys)
        if (!key.is_string() || seenRequired.insert(key.get<std::string>()).second)
          required.push_back(key);
  }
  Json result = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty())
    result["required"] = std::move(required);
  if (Json others = othersOf(objects); !others.is_null())
    result["additionalProperties"] = std::move(others);
  return result;
}

const char *unionKeyword(const Json &schema) {
  for (const char *keyword : {"oneOf", "anyOf"})
    if (auto found = schema.find(keyword); found != schema.end() && found->is_array())
      return keyword;
  return nullptr;
}

} // namespace

void joinObjects(Json &schema) {
  auto all = schema.find("allOf");
  if (all == schema.end() || !all->is_array() || all->size() < 2)
    return;
  for (const char *key : {"type", "properties", "required", "additionalProperties"})
    if (schema.contains(key))
      return;
  std::vector<Json> members = *all;
  auto firstUnion = llvm::find_if(members, [](const Json &member) { return unionKeyword(member); });
  std::optional<Json> one;
  if (firstUnion == members.end()) {
    one = joined(members);
  } else {
    // what holds with one of several holds with each of them
    if (firstUnion->size() != 1)
      return;
    const char *keyword = unionKeyword(*firstUnion);
    std::vector<Json> branches = (*firstUnion)[keyword];
    members.erase(firstUnion);
    Json::array_t options;
    for (Json &branch : branches) {
      std::vector<Json> together = members;
      together.push_back(std::move(branch));
      std::optional<Json> option = joined(together);
      if (!option)
        return;
      options.push_back(std::move(*option));
    }
    one = Json{{keyword, std::move(options)}};
  }
  if (!one)
    return;
  schema.erase("allOf");
  for (auto &[key, value] : one->items())
    schema[key] = value;
}

namespace {

bool isNumeric(const Json &type) { return type == "number" || type == "integer"; }

/// Keys are texts: a number as a key is the text that writes it.
std::optional<Json> asName(const Json &key, unsigned depth) {
  if (!key.is_object() || depth > maxSchemaDepth)
    return std::nullopt;
  Json result = key;
  bool changed = false;
  for (const char *keyword : {"anyOf", "oneOf"})
    if (auto branches = result.find(keyword); branches != result.end() && branches->is_array())
      for (Json &branch : *branches)
        if (std::optional<Json> name = asName(branch, depth + 1)) {
          branch = std::move(*name);
          changed = true;
        }
  Json type = key.value("type", Json());
  Json::array_t types = type.is_array() ? type.get<Json::array_t>() : Json::array_t{type};
  bool numeric = !llvm::is_contained(types, Json("string")) && llvm::any_of(types, isNumeric);
  Json::array_t values = key.value("enum", Json::array());
  if (key.contains("const"))
    values = {key["const"]};
  bool hasNumber = llvm::any_of(values, [](const Json &value) { return value.is_number(); });
  if (!numeric && !hasNumber)
    return changed ? std::optional(result) : std::nullopt;
  for (const char *keyword :
       {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format", "id"})
    result.erase(keyword);
  auto asText = [](Json &value) {
    if (value.is_number())
      value = value.dump();
  };
  if (result.contains("enum"))
    for (Json &value : result["enum"])
      asText(value);
  else if (result.contains("const"))
    asText(result["const"]);
  if (!numeric)
    return result;
  result["type"] = "string";
  if (values.empty())
    result["pattern"] =
        llvm::is_contained(types, Json("number")) ? R"(^-?\d+(?:\.\d+)?$)" : R"(^-?\d+$)";
  return result;
}

} // namespace

void nameKeys(Json &names) {
  if (std::optional<Json> rewritten = asName(names, 0))
    names = std::move(*rewritten);
}

} // namespace agentc::schemas
