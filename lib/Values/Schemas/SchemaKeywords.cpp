#include "SchemaPrinter.h"

#include "llvm/ADT/StringSwitch.h"

#include <cmath>

namespace agentc::schemas {

namespace {

Json numberJson(double number) {
  if (!std::isfinite(number))
    return nullptr; // as JSON.stringify does
  if (number == std::floor(number) && std::fabs(number) <= 9007199254740992.0)
    return static_cast<int64_t>(number);
  return number;
}

struct NumberRange {
  llvm::StringLiteral format;
  double minimum, maximum;
  bool isInteger;
};

constexpr NumberRange numberRanges[] = {
    {"safeint", -9007199254740991.0, 9007199254740991.0, true},
    {"int32", -2147483648.0, 2147483647.0, true},
    {"uint32", 0, 4294967295.0, true},
    {"integer", -HUGE_VAL, HUGE_VAL, true},
    {"float32", -3.4028234663852886e38, 3.4028234663852886e38, false},
    {"float64", -1.7976931348623157e308, 1.7976931348623157e308, false},
};

/// A library's name for a format as JSON Schema's.
llvm::StringRef formatKeyword(llvm::StringRef format) {
  return llvm::StringSwitch<llvm::StringRef>(format)
      .Case("guid", "uuid")
      .Case("url", "uri")
      .Case("datetime", "date-time")
      .Case("json_string", "json-string")
      .Case("regex", "")
      .Default(format);
}

/// The bounds that a schema's checks leave, the narrowest of each.
struct Bounds {
  std::optional<double> minimum, above, maximum, below;
  bool isInteger = false;

  void atLeast(std::optional<double> &bound, double value) {
    if (!bound || value > *bound)
      bound = value;
  }
  void atMost(std::optional<double> &bound, double value) {
    if (!bound || value < *bound)
      bound = value;
  }
  explicit Bounds(llvm::ArrayRef<SchemaCheck> checks);
};

Bounds::Bounds(llvm::ArrayRef<SchemaCheck> checks) {
  for (const SchemaCheck &check : checks) {
    switch (check.kind) {
    case SchemaCheck::Kind::Minimum:
    case SchemaCheck::Kind::MinLength:
      atLeast(minimum, check.number);
      break;
    case SchemaCheck::Kind::Above:
      atLeast(above, check.number);
      break;
    case SchemaCheck::Kind::Maximum:
    case SchemaCheck::Kind::MaxLength:
      atMost(maximum, check.number);
      break;
    case SchemaCheck::Kind::Below:
      atMost(below, check.number);
      break;
    case SchemaCheck::Kind::NumberFormat:
      for (const NumberRange &range : numberRanges)
        if (check.text == range.format) {
          if (std::isfinite(range.minimum))
            atLeast(minimum, range.minimum);
          if (std::isfinite(range.maximum))
            atMost(maximum, range.maximum);
          isInteger |= range.isInteger;
        }
      break;
    default:
      break;
    }
  }
}

} // namespace

void Printer::writeString(SchemaNode &node, Json::object_t &json, const std::string &path) {
  assign(json, "type", "string");
  Bounds bounds(node.checks);
  if (bounds.minimum)
    assign(json, "minLength", numberJson(*bounds.minimum));
  if (bounds.maximum)
    assign(json, "maxLength", numberJson(*bounds.maximum));
  std::string format;
  bool unsayable = false;
  for (const SchemaCheck &check : node.checks)
    if (check.kind == SchemaCheck::Kind::StringFormat) {
      format = formatKeyword(check.text);
      unsayable |= check.lax;
      if (check.text == "base64" || check.text == "base64url")
        assign(json, "contentEncoding", check.text);
    }
  if (format == "time" || unsayable)
    format.clear();
  if (!format.empty())
    assign(json, "format", format);
  // the library's own patterns are named by their format; see docs/decisions/0008
  Json::array_t all;
  for (const SchemaCheck &check : node.checks) {
    if (check.kind != SchemaCheck::Kind::StringFormat || (!check.pattern && !check.libraryPattern))
      continue;
    llvm::StringRef keyword = formatKeyword(check.text);
    if (!check.pattern && (check.lax || keyword == "time")) {
      if (spent_ <= maxSchemaBytes)
        answer_.notes.push_back(
            {path, node.site,
             "JSON Schema has no keyword for this " + check.text + ", which a pattern checks"});
      continue;
    }
    if (!check.pattern && keyword == format)
      continue;
    if (check.pattern)
      spend(check.pattern->size());
    Json one = check.pattern ? Json{{"pattern", *check.pattern}} : Json{{"format", keyword.str()}};
    if (!llvm::is_contained(all, one))
      all.push_back(std::move(one));
  }
  for (Json &one : all)
    if (printing_.isDraft7 && all.size() > 1)
      one["type"] = "string";
  if (all.size() == 1 && all[0].contains("pattern"))
    assign(json, "pattern", all[0]["pattern"]);
  else if (!all.empty())
    assign(json, "allOf", std::move(all));
}

void Printer::writeNumber(SchemaNode &node, Json::object_t &json, const std::string &path) {
  Bounds bounds(node.checks);
  assign(json, "type", bounds.isInteger ? "integer" : "number");
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (bounds.above && *bounds.above >= bounds.minimum.value_or(-infinity))
    assign(json, "exclusiveMinimum", numberJson(*bounds.above));
  else if (bounds.minimum)
    assign(json, "minimum", numberJson(*bounds.minimum));
  if (bounds.below && *bounds.below <= bounds.maximum.value_or(infinity))
    assign(json, "exclusiveMaximum", numberJson(*bounds.below));
  else if (bounds.maximum)
    assign(json, "maximum", numberJson(*bounds.maximum));
  std::vector<double> divisors;
  for (const SchemaCheck &check : node.checks)
    if (check.kind == SchemaCheck::Kind::Multiple) {
      double divisor = std::fabs(check.number);
      if (!std::isfinite(divisor) || divisor == 0)
        answer_.notes.push_back({path, node.site, "no number is a multiple of this"});
      else if (!llvm::is_contained(divisors, divisor))
        divisors.push_back(divisor);
    }
  if (!divisors.empty())
    assign(json, "multipleOf", numberJson(divisors.front()));
  Json::array_t more;
  for (double divisor : llvm::ArrayRef<double>(divisors).drop_front(divisors.empty() ? 0 : 1))
    more.push_back({{"multipleOf", numberJson(divisor)}});
  if (!more.empty())
    assign(json, "allOf", std::move(more));
}

void Printer::writeFile(SchemaNode &node, Json::object_t &json) {
  assign(json, "type", "string");
  assign(json, "format", "binary");
  assign(json, "contentEncoding", "binary");
  Bounds bounds(node.checks);
  if (bounds.minimum)
    assign(json, "minLength", numberJson(*bounds.minimum));
  if (bounds.maximum)
    assign(json, "maxLength", numberJson(*bounds.maximum));
  std::optional<std::vector<std::string>> types;
  for (const SchemaCheck &check : node.checks)
    if (check.kind == SchemaCheck::Kind::Mime) {
      if (!types)
        types = check.texts;
      else
        llvm::erase_if(*types, [&](const std::string &type) {
          return !llvm::is_contained(check.texts, type);
        });
    }
  if (!types)
    return;
  Json::array_t any;
  for (const std::string &type : *types)
    any.push_back({{"contentMediaType", type}});
  if (types->empty())
    assign(json, "not", Json::object());
  else if (types->size() == 1)
    assign(json, "contentMediaType", types->front());
  else
    assign(json, "anyOf", std::move(any));
}

namespace {

bool all(const Json::array_t &values, bool (Json::*is)() const noexcept) {
  return llvm::all_of(values, [&](const Json &value) { return (value.*is)(); });
}

} // namespace

void Printer::writeEnum(SchemaNode &node, Json::object_t &json) {
  if (!node.value)
    return;
  const auto &values = node.value->get_ref<const Json::array_t &>();
  if (values.empty())
    return assign(json, "not", Json::object());
  if (all(values, &Json::is_number))
    assign(json, "type", "number");
  if (all(values, &Json::is_string))
    assign(json, "type", "string");
  for (const Json &value : values)
    spend(value.is_string() ? value.get_ref<const std::string &>().size() : 8);
  assign(json, "enum", values);
}

void Printer::writeLiteral(SchemaNode &node, Json::object_t &json) {
  if (!node.value)
    return;
  const auto &values = node.value->get_ref<const Json::array_t &>();
  if (values.empty())
    return node.problems.empty() && node.notes.empty() ? assign(json, "not", Json::object())
                                                       : void();
  for (const Json &value : values)
    spend(value.is_string() ? value.get_ref<const std::string &>().size() : 8);
  const char *type = all(values, &Json::is_number)    ? "number"
                     : all(values, &Json::is_string)  ? "string"
                     : all(values, &Json::is_boolean) ? "boolean"
                     : all(values, &Json::is_null)    ? "null"
                                                      : nullptr;
  if (type)
    assign(json, "type", type);
  if (values.size() == 1)
    assign(json, "const", values.front());
  else
    assign(json, "enum", values);
}

void Printer::writeArray(SchemaNode &node, Json::object_t &json, const std::string &path,
                         unsigned depth) {
  Bounds bounds(node.checks);
  if (bounds.minimum)
    assign(json, "minItems", numberJson(*bounds.minimum));
  if (bounds.maximum)
    assign(json, "maxItems", numberJson(*bounds.maximum));
  assign(json, "type", "array");
  if (!node.parts.empty())
    assign(json, "items", useWithin(node.parts[0], pathTo(path, "items"), depth + 1));
}

void Printer::writeObject(SchemaNode &node, Json::object_t &json, const std::string &path,
                          unsigned depth) {
  assign(json, "type", "object");
  Json::object_t properties;
  Json::array_t required;
  // members whose names are numbers come first in JavaScript
  auto numberOf = [](const SchemaMember *member) {
    uint32_t number = UINT32_MAX;
    bool isNumber = !llvm::StringRef(member->key).getAsInteger(10, number) &&
                    std::to_string(number) == member->key;
    return isNumber ? number : UINT32_MAX;
  };
  std::vector<SchemaMember *> members;
  for (SchemaMember &member : node.members)
    members.push_back(&member);
  llvm::stable_sort(members, [&](const SchemaMember *a, const SchemaMember *b) {
    return numberOf(a) < numberOf(b);
  });
  for (SchemaMember *entry : members) {
    SchemaMember &member = *entry;
    if (!spend(member.key.size()))
      return;
    // members have distinct keys, so none needs to be looked up
    properties.push_back(
        {member.key,
         useWithin(member.part, pathTo(pathTo(path, "properties"), member.key), depth + 1)});
    if (!mayBeLeftOut(reader_.read(member.part)))
      required.push_back(member.key);
  }
  assign(json, "properties", std::move(properties));
  if (!required.empty())
    assign(json, "required", std::move(required));
  if (!node.hasRest)
    return printing_.isOutput ? assign(json, "additionalProperties", false) : void();
  SchemaNode &rest = reader_.read(node.rest);
  assign(json, "additionalProperties",
         rest.kind == SchemaKind::Never
             ? Json(false)
             : useWithin(node.rest, pathTo(path, "additionalProperties"), depth + 1));
}

void Printer::writeTuple(SchemaNode &node, Json::object_t &json, const std::string &path,
                         unsigned depth) {
  assign(json, "type", "array");
  const char *itemsKey = printing_.isDraft7 ? "items" : "prefixItems";
  const char *restKey = printing_.isDraft7 ? "additionalItems" : "items";
  Json::array_t items;
  for (SchemaPart &part : node.parts)
    items.push_back(
        useWithin(part, pathTo(pathTo(path, itemsKey), std::to_string(items.size())), depth + 1));
  size_t minimum = items.size(), maximum = items.size();
  while (minimum > 0 && mayBeLeftOut(reader_.read(node.parts[minimum - 1])))
    --minimum;
  bool isOpen =
      printing_.zodMinor < 5 ||
      llvm::any_of(
          node.problems, [](const SchemaProblem &problem) { return problem.part.empty(); });
  if (printing_.zodMinor < 5)
    minimum = 0;
  assign(json, itemsKey, std::move(items));
  if (node.hasRest)
    assign(json, restKey, useWithin(node.rest, pathTo(path, restKey), depth + 1));
  else if (!isOpen)
    assign(json, restKey, false);
  Bounds bounds(node.checks);
  if (bounds.minimum || minimum > 0)
    assign(json, "minItems", bounds.minimum ? numberJson(*bounds.minimum) : Json(minimum));
  if (bounds.maximum)
    assign(json, "maxItems", numberJson(*bounds.maximum));
  else if (!node.hasRest && !isOpen)
    assign(json, "maxItems", maximum);
}

void Printer::writeRecord(SchemaNode &node, Json::object_t &json, const std::string &path,
                          unsigned depth) {
  assign(json, "type", "object");
  if (node.parts.size() < 2)
    return;
  SchemaNode &key = reader_.read(node.parts[0]);
  Json::object_t byPattern;
  if (node.loose)
    for (const SchemaCheck &check : key.checks)
      if (check.pattern)
        assign(byPattern, *check.pattern,
               useWithin(node.parts[1], pathTo(pathTo(path, "patternProperties"), *check.pattern),
                         depth + 1));
  if (!byPattern.empty())
    return assign(json, "patternProperties", std::move(byPattern));
  Json names = useWithin(node.parts[0], pathTo(path, "propertyNames"), depth + 1);
  nameKeys(names);
  assign(json, "propertyNames", std::move(names));
  assign(json, "additionalProperties",
         useWithin(node.parts[1], pathTo(path, "additionalProperties"), depth + 1));
  std::optional<Json::array_t> keys = valuesOf(key);
  if (!keys || node.partial || mayBeLeftOut(reader_.read(node.parts[1])))
    return;
  Json::array_t required;
  for (const Json &one : *keys)
    if (one.is_string() || one.is_number())
      required.push_back(one.is_string() ? one : Json(one.dump()));
  if (!required.empty())
    assign(json, "required", std::move(required));
}

void Printer::writeOptions(SchemaNode &node, Json::object_t &json, const std::string &path,
                           unsigned depth) {
  const char *keyword = node.exclusive && printing_.zodMinor > 0 ? "oneOf" : "anyOf";
  Json::array_t options;
  for (SchemaPart &part : node.parts)
    options.push_back(
        useWithin(part, pathTo(pathTo(path, keyword), std::to_string(options.size())), depth + 1));
  // options that are not known may take anything
  bool isOpen = llvm::any_of(node.problems,
                             [](const SchemaProblem &problem) { return problem.part.empty(); });
  if (isOpen)
    options.push_back(Json::object());
  assign(json, keyword, std::move(options));
}

void Printer::writeIntersection(SchemaNode &node, Json::array_t &list, const std::string &path,
                                unsigned depth) {
  for (SchemaPart &part : node.parts) {
    SchemaNode &one = reader_.read(part);
    bool isBare = one.kind == SchemaKind::Intersection && one.reference.empty() &&
                  depth < maxNesting && metaOf(one).empty() && inheritedReference(one).empty();
    if (isBare) {
      remark(one, path);
      writeIntersection(one, list, path, depth + 1);
    } else {
      list.push_back(
          useWithin(part, pathTo(pathTo(path, "allOf"), std::to_string(list.size())), depth + 1));
    }
  }
}

void Printer::writeOwn(SchemaNode &node, Json::object_t &json, const std::string &path,
                       unsigned depth) {
  switch (node.kind) {
  case SchemaKind::String:
    return writeString(node, json, path);
  case SchemaKind::Number:
    return writeNumber(node, json, path);
  case SchemaKind::Boolean:
    return assign(json, "type", "boolean");
  case SchemaKind::Null:
    return assign(json, "type", "null");
  case SchemaKind::Never:
    return assign(json, "not", Json::object());
  case SchemaKind::Given:
    if (node.value && node.value->is_object()) {
      for (const auto &[key, value] : node.value->items())
        json.push_back({key, value});
      spend(node.value->dump(-1, ' ', false, Json::error_handler_t::replace).size());
    }
    return;
  case SchemaKind::Enum:
    return writeEnum(node, json);
  case SchemaKind::Literal:
    return writeLiteral(node, json);
  case SchemaKind::TemplateLiteral:
    assign(json, "type", "string");
    if (node.value)
      assign(json, "pattern", *node.value);
    return;
  case SchemaKind::File:
    return writeFile(node, json);
  case SchemaKind::Array:
    return writeArray(node, json, path, depth);
  case SchemaKind::Object:
    return writeObject(node, json, path, depth);
  case SchemaKind::Union:
    return writeOptions(node, json, path, depth);
  case SchemaKind::Intersection: {
    Json::array_t list;
    writeIntersection(node, list, path, depth);
    return assign(json, "allOf", std::move(list));
  }
  case SchemaKind::Tuple:
    return writeTuple(node, json, path, depth);
  case SchemaKind::Record:
    return writeRecord(node, json, path, depth);
  case SchemaKind::Nullable:
    if (!node.parts.empty())
      assign(json, "anyOf",
             Json::array_t{useWithin(node.parts[0], pathTo(pathTo(path, "anyOf"), "0"), depth + 1),
                           {{"type", "null"}}});
    return;
  case SchemaKind::Default:
  case SchemaKind::Catch:
    if (node.value) {
      spend(node.value->dump(-1, ' ', false, Json::error_handler_t::replace).size());
      assign(json, "default", *node.value);
    }
    return;
  case SchemaKind::Readonly:
    return assign(json, "readOnly", true);
  default:
    return;
  }
}

} // namespace agentc::schemas
