#include "InputIndex.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr unsigned maxCarryDepth = 32;

/// The keys under which frameworks hand the input to a tool's function, beside others.
constexpr llvm::StringLiteral wrapperKeys[] = {"context", "input", "inputData", "args", "params"};

const Json *memberOf(const Json &schema, const char *key) {
  auto found = schema.is_object() ? schema.find(key) : schema.end();
  return schema.is_object() && found != schema.end() ? &*found : nullptr;
}

bool carries(const Json &schema, llvm::ArrayRef<llvm::StringRef> keys, unsigned depth, bool atTop) {
  if (schema.is_boolean())
    return schema.get<bool>();
  if (!schema.is_object() || depth > maxCarryDepth)
    return true;
  if (memberOf(schema, "enum") || memberOf(schema, "const"))
    return false;
  for (const char *choice : {"anyOf", "oneOf"})
    if (const Json *list = memberOf(schema, choice); list && list->is_array())
      return llvm::any_of(*list,
                          [&](const Json &one) { return carries(one, keys, depth + 1, atTop); });
  if (const Json *list = memberOf(schema, "allOf"); list && list->is_array())
    return llvm::all_of(*list,
                        [&](const Json &one) { return carries(one, keys, depth + 1, atTop); });
  const Json *properties = memberOf(schema, "properties");
  const Json *items = memberOf(schema, "items");
  auto isType = [&](llvm::StringRef name) {
    const Json *type = memberOf(schema, "type");
    if (!type)
      return false;
    auto is = [&](const Json &one) {
      const auto *text = one.get_ptr<const std::string *>();
      return text && *text == name;
    };
    return type->is_array() ? llvm::any_of(*type, is) : is(*type);
  };
  if (properties && properties->is_object()) {
    if (keys.empty() || keys[0].empty())
      return properties->empty() || llvm::any_of(*properties, [&](const Json &one) {
               return carries(one, keys.drop_front(keys.empty() ? 0 : 1), depth + 1, false);
             });
    auto found = properties->find(keys[0].str());
    if (found != properties->end())
      return carries(*found, keys.drop_front(), depth + 1, false);
    if (atTop && llvm::is_contained(wrapperKeys, keys[0]))
      return carries(schema, keys.drop_front(), depth + 1, false);
    const Json *others = memberOf(schema, "additionalProperties");
    return !others || carries(*others, keys.drop_front(), depth + 1, false);
  }
  if (items && !isType("string"))
    return carries(*items, keys.empty() ? keys : keys.drop_front(), depth + 1, false);
  if (isType("string")) {
    const Json *format = memberOf(schema, "format");
    const auto *name = format ? format->get_ptr<const std::string *>() : nullptr;
    if (name && llvm::is_contained({"uuid", "date", "date-time", "time", "ipv4", "ipv6"}, *name))
      return false;
    const Json *given = memberOf(schema, "pattern");
    const auto *pattern = given ? given->get_ptr<const std::string *>() : nullptr;
    llvm::StringRef text = pattern ? llvm::StringRef(*pattern) : llvm::StringRef();
    return !(text.starts_with("^") && text.ends_with("$") && !text.contains(".*") &&
             !text.contains(".+"));
  }
  return !memberOf(schema, "type") || isType("object") || isType("array");
}

} // namespace

bool canCarryText(const Json &schema, llvm::ArrayRef<llvm::StringRef> keys) {
  return carries(schema, keys, 0, true);
}

} // namespace agentc
