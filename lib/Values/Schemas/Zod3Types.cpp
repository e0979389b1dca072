// The types of zod 3 that hold no others, as zod-to-json-schema writes them.
#include "Zod3Printer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace agentc::schemas {

namespace {

/// The package's own list, in which one letter is missing.
std::string escaped(llvm::StringRef text) {
  std::string result;
  for (char c : text) {
    if (!llvm::isAlnum(c) || c == 'W')
      result += '\\';
    result += c;
  }
  return result;
}

/// A keyword that may be given several times: then each stands in `list`.
void addKeyword(Json &json, const char *keyword, const char *list, std::string value) {
  auto several = json.find(list);
  if (!json.contains(keyword) && several == json.end()) {
    json[keyword] = std::move(value);
    return;
  }
  if (several == json.end())
    json[list] = Json::array();
  if (auto first = json.find(keyword); first != json.end()) {
    json[list].push_back(Json{{keyword, *first}});
    json.erase(keyword);
  }
  json[list].push_back(Json{{keyword, std::move(value)}});
}

void addFormat(Json &json, const SchemaCheck &check) {
  auto format = [&](const char *name) { addKeyword(json, "format", "anyOf", name); };
  if (check.method == "ip") {
    if (check.text != "ipv6")
      format("ipv4");
    if (check.text != "ipv4")
      format("ipv6");
  } else if (check.method == "base64") {
    json["contentEncoding"] = "base64";
  } else if (!check.given.empty()) {
    std::string text = escaped(check.given);
    addKeyword(json, "pattern", "allOf",
               check.method == "startsWith" ? "^" + text
               : check.method == "endsWith" ? text + "$"
                                            : text);
  } else if (check.pattern && check.method == "regex") {
    addKeyword(json, "pattern", "allOf", *check.pattern);
  } else {
    llvm::StringRef name = llvm::StringSwitch<llvm::StringRef>(check.method)
                               .Cases("email", "uuid", "date", "time", "duration", check.method)
                               .Case("url", "uri")
                               .Case("datetime", "date-time")
                               .Default("");
    if (!name.empty())
      addKeyword(json, "format", "anyOf", name.str());
  }
}

} // namespace

bool Zod3Printer::isPrimitive(const SchemaNode &node) const {
  bool isType = llvm::is_contained(
      {SchemaKind::String, SchemaKind::Number, SchemaKind::Boolean, SchemaKind::Null}, node.kind);
  return isType && !node.checkedByCode && node.checks.empty();
}

Zod3Printer::Written Zod3Printer::writeUnsayable(SchemaNode &node) const {
  llvm::StringRef made = node.made;
  made.consume_front("coerce.");
  if (made == "date")
    return Json{{"type", "string"}, {"format", "date-time"}};
  if (made == "bigint")
    return Json{{"type", "integer"}, {"format", "int64"}};
  if (made == "undefined")
    return Json{{"not", Json::object()}};
  if (made == "void" || made == "nan" || made == "symbol" || made == "function")
    return std::nullopt;
  return Json::object();
}

Json Zod3Printer::writeString(const SchemaNode &node) const {
  Json json = {{"type", "string"}};
  for (const SchemaCheck &check : node.checks) {
    bool isMinimum = check.kind == SchemaCheck::Kind::MinLength;
    if (isMinimum || check.kind == SchemaCheck::Kind::MaxLength) {
      const char *keyword = isMinimum ? "minLength" : "maxLength";
      auto known = json.find(keyword);
      bool isWider = known != json.end() && (isMinimum ? known->get<double>() > check.number
                                                       : known->get<double>() < check.number);
      if (!isWider)
        json[keyword] = numberAsJson(check.number);
    } else {
      addFormat(json, check);
    }
  }
  return json;
}

Json Zod3Printer::writeNumber(const SchemaNode &node) const {
  Json json = {{"type", "number"}};
  for (const SchemaCheck &check : node.checks) {
    using Kind = SchemaCheck::Kind;
    switch (check.kind) {
    case Kind::Minimum:
      json["minimum"] = numberAsJson(check.number);
      break;
    case Kind::Above:
      json["exclusiveMinimum"] = numberAsJson(check.number);
      break;
    case Kind::Maximum:
      json["maximum"] = numberAsJson(check.number);
      break;
    case Kind::Below:
      json["exclusiveMaximum"] = numberAsJson(check.number);
      break;
    case Kind::Multiple:
      json["multipleOf"] = numberAsJson(check.number);
      break;
    case Kind::NumberFormat:
      if (check.method == "safe") {
        json["minimum"] = -9007199254740991;
        json["maximum"] = 9007199254740991;
      } else {
        json["type"] = "integer";
      }
      break;
    default:
      break;
    }
  }
  return json;
}

Json Zod3Printer::writeEnum(const SchemaNode &node) const {
  if (!node.value)
    return Json::object();
  auto all = [&](bool (Json::*is)() const noexcept) {
    return llvm::all_of(*node.value, [&](const Json &value) { return (value.*is)(); });
  };
  Json type = "string";
  if (node.made == "nativeEnum" && !all(&Json::is_string))
    type = all(&Json::is_number) ? Json("number") : Json::array({"string", "number"});
  return Json{{"type", std::move(type)}, {"enum", *node.value}};
}

Json Zod3Printer::writeLiteral(const SchemaNode &node) const {
  if (!node.value || node.value->empty() || node.value->front().is_structured() ||
      node.value->front().is_null())
    return Json{{"type", node.value && !node.value->empty() && node.value->front().is_array()
                             ? "array"
                             : "object"}};
  const Json &value = node.value->front();
  return Json{{"type", value.is_string()    ? "string"
                       : value.is_boolean() ? "boolean"
                                            : "number"},
              {"const", value}};
}

} // namespace agentc::schemas
