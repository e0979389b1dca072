#include "InputIndex.h"

#include "agentc/Syntax/Walk.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

InputFlow::Index::Index(const agentc::Program &program, const Values &values,
                        const AgentConfig &config)
    : program(program), values(values) {
  auto add = [&](const std::optional<ExecuteFunction> &function, llvm::StringRef id,
                 const std::optional<ConfigField> &parameters) {
    const Json *schema = parameters ? parameters->value.get() : nullptr;
    if (function && function->function)
      entries_.try_emplace(function->function, Entry{id, schema});
  };
  for (const ToolDefinition &tool : config.tools)
    add(tool.execute, tool.id, tool.parameters);
  for (const AgentDefinition &agent : config.agents)
    add(agent.handler, agent.id, std::nullopt);
}

const InputFlow::Index::Entry *InputFlow::Index::entryOf(const Node &function) const {
  auto found = entries_.find(&function);
  return found == entries_.end() ? nullptr : &found->second;
}

void InputFlow::Index::collect() {
  if (std::exchange(isCollected_, true))
    return;
  auto addSite = [&](const Node &expression, CallSite site) {
    forEachAlternative(values.of(expression), [&](const Value &value) {
      if (llvm::isa<FunctionValue>(value) && value.origin)
        sites_[value.origin].push_back(site);
    });
  };
  program.forEach<CallExpression>([&](const CallExpression &call) {
    addSite(*call.callee, {&call, std::nullopt});
    for (unsigned i = 0; i < call.arguments.size(); ++i)
      if (llvm::isa<Identifier, MemberExpression>(call.arguments[i]) ||
          isFunction(*call.arguments[i]))
        addSite(*call.arguments[i], {&call, i});
  });
}

llvm::ArrayRef<CallSite> InputFlow::Index::sitesOf(const Node &function) {
  collect();
  auto found = sites_.find(&function);
  return found == sites_.end() ? llvm::ArrayRef<CallSite>() : llvm::ArrayRef(found->second);
}

llvm::ArrayRef<const Node *> InputFlow::Index::resultsOf(const Node &function) {
  auto [entry, isNew] = results_.try_emplace(&function);
  const Node *body = bodyOf(function);
  if (!isNew || !body)
    return entry->second;
  if (isExpression(*body)) {
    entry->second.push_back(body);
    return entry->second;
  }
  walk(*body, [&](const Node &node) {
    if (const auto *result = llvm::dyn_cast<ReturnStatement>(&node); result && result->argument)
      entry->second.push_back(result->argument);
    return !isFunction(node) && !isClass(node);
  });
  return entry->second;
}

llvm::ArrayRef<const Node *> InputFlow::Index::writesOf(const Node &type, llvm::StringRef key) {
  if (classes_.insert(&type).second)
    walk(type, [&](const Node &node) {
      const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node);
      const auto *member =
          assignment ? llvm::dyn_cast<MemberExpression>(assignment->left) : nullptr;
      if (member && llvm::isa<ThisExpression>(member->object))
        if (std::optional<std::string> name = values.keyOf(*member))
          writes_[{&type, *name}].push_back(assignment->right);
      if (const auto *field = llvm::dyn_cast<PropertyDefinition>(&node); field && field->value)
        if (std::optional<std::string> name = values.keyOf(*field))
          writes_[{&type, *name}].push_back(field->value);
      return true;
    });
  auto found = writes_.find({&type, key.str()});
  return found == writes_.end() ? llvm::ArrayRef<const Node *>() : llvm::ArrayRef(found->second);
}

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
