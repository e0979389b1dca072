#include "InputWalk.h"
#include "TextPatterns.h"

#include "agentc/Values/Schema.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxCarryDepth = 32;
constexpr unsigned maxSchemaSteps = 64;

/// The keys under which frameworks hand the input to a tool's function, beside others.
constexpr llvm::StringLiteral wrapperKeys[] = {"context", "input", "inputData", "args", "params"};

const Json *memberOf(const Json &schema, const char *key) {
  auto found = schema.is_object() ? schema.find(key) : schema.end();
  return schema.is_object() && found != schema.end() ? &*found : nullptr;
}

/// Finds texts in a schema's values.
class CarrySearch {
public:
  explicit CarrySearch(TextUse use) : use_(use) {}

  bool carries(const Json &schema, llvm::ArrayRef<llvm::StringRef> keys, unsigned depth,
               bool atTop) const;

private:
  bool isOpenText(const Json &schema) const;

  TextUse use_;
};

/// True of texts that are not of a fixed form and whose pattern leaves open what does harm.
bool CarrySearch::isOpenText(const Json &schema) const {
  const Json *format = memberOf(schema, "format");
  const auto *name = format ? format->get_ptr<const std::string *>() : nullptr;
  if (name && llvm::is_contained({"uuid", "date", "date-time", "time", "ipv4", "ipv6"}, *name))
    return false;
  const Json *given = memberOf(schema, "pattern");
  const auto *pattern = given ? given->get_ptr<const std::string *>() : nullptr;
  return !pattern || !isAllowList(RegExpValue(*pattern, "u", nullptr), use_);
}

bool CarrySearch::carries(const Json &schema, llvm::ArrayRef<llvm::StringRef> keys, unsigned depth,
                          bool atTop) const {
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
  if (isType("string"))
    return isOpenText(schema);
  return !memberOf(schema, "type") || isType("object") || isType("array");
}

/// The function by which a schema changes what it has parsed at some place.
struct Transform {
  const Node *function = nullptr;
  llvm::SmallVector<std::string, 4> field; ///< the place, from what is parsed
  unsigned taken = 0;                      ///< how many of the wanted keys led there
};

/// The last transform of what a schema gives under the wanted keys: of `object({a: text.pipe(f)})`
/// that of `a`.
std::optional<Transform> transformOf(const Values &values, const Value &schema,
                                     llvm::ArrayRef<llvm::StringRef> wanted) {
  Transform found;
  const Value *at = &schema;
  for (unsigned step = 0; step < maxSchemaSteps; ++step) {
    const auto *made = llvm::dyn_cast<ResultValue>(at);
    if (!made)
      return std::nullopt;
    llvm::StringRef method = made->callee->path.substr(made->callee->path.find_last_of(".:") + 1);
    const Value *last = made->arguments.empty() ? nullptr : made->arguments.back();
    if (method == "transform" && last && llvm::isa<FunctionValue>(*last)) {
      found.function = last->origin;
      return found;
    }
    bool isObject = method == "object" || method.ends_with("Object");
    bool isList = method == "array";
    if ((isObject || isList) && found.taken == wanted.size())
      return std::nullopt;
    if (method == "pipe" && last) {
      at = last;
    } else if (isObject && last) {
      llvm::StringRef key = wanted[found.taken++];
      found.field.push_back(key.str());
      at = &values.member(*last, key);
    } else {
      if (isList)
        found.field.push_back(wanted[found.taken++].str());
      at = isList && last ? last : made->callee->receiver;
      if (!at)
        return std::nullopt;
    }
  }
  return std::nullopt;
}

} // namespace

bool canCarryText(const Json &schema, llvm::ArrayRef<llvm::StringRef> keys, TextUse use) {
  return CarrySearch(use).carries(schema, keys, 0, true);
}

/// `schema.parse(input)` gives the input, if it is as the schema says, or what the schema's
/// transforms make of it.
bool InputWalk::visitSchema(const Node &call, const MemberExpression &callee, const Node &argument,
                            const Keys *keys, const Context *context, bool &isSchema) {
  const Value &value = values_.of(*callee.object);
  if (!agentc::isSchema(value))
    return false;
  isSchema = true;
  if (llvm::StringRef(values_.keyOf(callee).value_or("")).starts_with("safe"))
    keys = keys && (keys->key == "data" || keys->key.empty()) ? keys->next : nullptr;
  llvm::SmallVector<llvm::StringRef, 4> field;
  for (const Keys *key = keys; key && !isCalled(key); key = key->next)
    field.push_back(key->key);
  SchemaAnswer answer = readSchema(values_, value);
  std::optional<Transform> transform = transformOf(values_, value, field);
  if (!transform)
    return (!answer.schema || canCarryText(*answer.schema, field, use_)) &&
           visit(argument, keys, context);
  llvm::ArrayRef<llvm::StringRef> place = llvm::ArrayRef(field).take_front(transform->taken);
  if (answer.schema && !canCarryText(*answer.schema, place, use_))
    return false;
  const Keys *given = nullptr;
  for (const std::string &key : llvm::reverse(transform->field))
    given = push(key, given);
  for (unsigned i = 0; i < transform->taken; ++i)
    keys = keys->next;
  return visitFunction({&call}, *transform->function, keys, context, nullptr, nullptr, given);
}

} // namespace agentc
