#include "InputIndex.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

namespace {

constexpr size_t maxParents = 16;
constexpr unsigned maxHelperLength = 1000; ///< in bytes, of a function that a compiler writes

} // namespace

InputIndex::InputIndex(const agentc::Program &program, const Values &values,
                       const AgentConfig &config)
    : program(program), values(values), config(config) {
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

const InputIndex::Entry *InputIndex::entryOf(const Node &function) const {
  auto found = entries_.find(&function);
  return found == entries_.end() ? nullptr : &found->second;
}

bool InputIndex::isYielding(const Node &function) const {
  return isGenerator(function) && (!isCoroutine(function) || isStreaming(values, function));
}

llvm::ArrayRef<const Node *> InputIndex::resultsOf(const Node &function) {
  auto [entry, isNew] = results_.try_emplace(&function);
  const Node *body = bodyOf(function);
  if (!isNew || !body)
    return entry->second;
  if (isExpression(*body)) {
    entry->second.push_back(body);
    return entry->second;
  }
  const bool yields = isYielding(function);
  walk(*body, [&](const Node &node) {
    const auto *result = llvm::dyn_cast<ReturnStatement>(&node);
    const auto *yield = llvm::dyn_cast<YieldExpression>(&node);
    if (yields && yield) {
      // what is only awaited is not given; of what is given first awaited the outer one counts
      if (yield->argument && !awaitedMark(values, *yield->argument))
        entry->second.push_back(&node);
    } else if (!yields && result && result->argument) {
      entry->second.push_back(result->argument);
    }
    return !isFunction(node) && !isClass(node);
  });
  return entry->second;
}

llvm::ArrayRef<const Node *> InputIndex::writesTo(const Node &made) {
  collect();
  auto found = writes_.find(&made);
  return found == writes_.end() ? llvm::ArrayRef<const Node *>() : llvm::ArrayRef(found->second);
}

llvm::SmallVector<const Node *, 4> InputIndex::parentsOf(const Node &type) const {
  llvm::SmallVector<const Node *, 4> found{&type};
  for (size_t i = 0; i < found.size() && found.size() <= maxParents; ++i)
    if (const Node *parent = superClassOf(*found[i]))
      forEachAlternative(values.of(*parent), [&](const Value &value) {
        if (llvm::isa<ClassValue>(value) && value.origin &&
            !llvm::is_contained(found, value.origin))
          found.push_back(value.origin);
      });
  return found;
}

llvm::ArrayRef<const Node *> InputIndex::heirsOf(const Node &type) {
  collect();
  return heirs_[&type];
}

llvm::ArrayRef<const Node *> InputIndex::membersOf(const Node &type, llvm::StringRef key) {
  const ClassParts &parts = partsOfClass(type);
  auto found = parts.members.find(key);
  return found == parts.members.end() ? llvm::ArrayRef<const Node *>()
                                      : llvm::ArrayRef(found->second);
}

bool InputIndex::isClosed(const Node &type, llvm::StringRef key) {
  return llvm::any_of(membersOf(type, key), [](const Node *member) {
    const auto *method = llvm::dyn_cast<MethodDefinition>(member);
    return llvm::isa_and_nonnull<PrivateIdentifier>(keyPartOf(*member).node) ||
           (method &&
            (method->methodKind == MethodKind::Get || method->methodKind == MethodKind::Set));
  });
}

llvm::ArrayRef<const Node *> InputIndex::openWritesOf(const Node &type) {
  return partsOfClass(type).openWrites;
}

bool isIterator(const Values &values, const Node &member) {
  const KeyPart key = keyPartOf(member);
  const auto *symbol =
      key.node && key.computed ? llvm::dyn_cast<ApiValue>(&values.of(*key.node)) : nullptr;
  return symbol && (symbol->path == "global:Symbol.iterator"_api ||
                    symbol->path == "global:Symbol.asyncIterator"_api);
}

llvm::SmallVector<const Node *, 4> staticsOf(const Values &values, const Node &type,
                                             llvm::StringRef key) {
  llvm::SmallVector<const Node *, 4> found;
  const ClassBody *body = classBody(type);
  for (const Node *member : body ? body->body : NodeList()) {
    const auto *field = llvm::dyn_cast<PropertyDefinition>(member);
    const auto *method = llvm::dyn_cast<MethodDefinition>(member);
    if ((field ? field->isStatic : method && method->isStatic) &&
        (key.empty() || values.keyOf(*member).value_or(key.str()) == key))
      found.push_back(member);
  }
  return found;
}

const InputIndex::ClassParts &InputIndex::partsOfClass(const Node &type) {
  std::unique_ptr<ClassParts> &entry = classes_[&type];
  if (entry)
    return *entry;
  entry = std::make_unique<ClassParts>();
  ClassParts &parts = *entry;
  const ClassBody *body = isFunction(type) ? nullptr : classBody(type);
  for (const Node *member : body ? body->body : NodeList()) {
    const KeyPart key = keyPartOf(*member);
    const auto *symbol = key.node ? llvm::dyn_cast<ApiValue>(&values.of(*key.node)) : nullptr;
    if (symbol && key.computed && symbol->path == "global:Symbol.toPrimitive"_api)
      parts.members["toString"].push_back(member);
    else if (isIterator(values, *member))
      parts.members["@@iterator"].push_back(member);
    else if (std::optional<std::string> name = values.keyOf(*member))
      parts.members[*name].push_back(member);
  }
  if (const Node *constructor = constructorOf(type); constructor && body)
    for (const Node *parameter : paramsOf(*constructor))
      if (const auto *property = llvm::dyn_cast_or_null<TSParameterProperty>(parameter)) {
        const auto *fallback = llvm::dyn_cast<AssignmentPattern>(property->parameter);
        const auto *name =
            llvm::dyn_cast<Identifier>(fallback ? fallback->left : property->parameter);
        if (name)
          parts.members[name->name.str()].push_back(parameter);
      }
  // `Object.assign(this, …)`, `this[key] = …`
  walk(type, [&](const Node &node) {
    const auto *call = llvm::dyn_cast<CallExpression>(&node);
    const auto *api = call ? llvm::dyn_cast<ApiValue>(&values.of(*call->callee)) : nullptr;
    if (api && !call->arguments.empty() && llvm::isa<ThisExpression>(call->arguments[0]) &&
        (api->path == "global:Object.assign"_api || api->path.ends_with(":Object.defineProperty") ||
         api->path.ends_with(":Reflect.set")))
      parts.openWrites.push_back(call);
    const auto *member = llvm::dyn_cast<MemberExpression>(&node);
    if (member && llvm::isa<ThisExpression>(member->object) && isWritten(*member) &&
        !writtenKeyOf(*member))
      parts.openWrites.push_back(member);
    if (call)
      collectHelperWrites(*call, parts);
    return true;
  });
  return parts;
}

/// A function that is given the object, and the name of what it writes there: how compilers write
/// fields.
void InputIndex::collectHelperWrites(const CallExpression &call, ClassParts &parts) {
  size_t self = llvm::find_if(call.arguments,
                              [](const Node *one) { return llvm::isa<ThisExpression>(one); }) -
                call.arguments.begin();
  const auto *helper = llvm::dyn_cast<FunctionValue>(&values.of(*call.callee));
  NodeList params = helper ? paramsOf(*helper->origin) : NodeList();
  if (self >= std::min(call.arguments.size(), params.size()) ||
      helper->origin->range.end - helper->origin->range.begin > maxHelperLength)
    return;
  auto parameterOf = [&](const Node &node) {
    const auto *name = llvm::dyn_cast<Identifier>(&node);
    const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
    return llvm::find_if(params,
                         [&](const Node *param) {
                           const auto *own = llvm::dyn_cast_or_null<Identifier>(param);
                           return own && symbol && program.symbolOf(*own) == symbol;
                         }) -
           params.begin();
  };
  walk(*helper->origin, [&](const Node &node) {
    const auto *target = llvm::dyn_cast<MemberExpression>(&node);
    const auto *assignment =
        target ? llvm::dyn_cast_or_null<AssignmentExpression>(target->parent) : nullptr;
    if (!assignment || assignment->left != target || !target->computed ||
        size_t(parameterOf(*target->object)) != self)
      return true;
    size_t key = parameterOf(*target->property), value = parameterOf(*assignment->right);
    if (key >= call.arguments.size() || value >= call.arguments.size())
      return true;
    if (std::optional<llvm::StringRef> name = asString(values.of(*call.arguments[key])))
      parts.members[name->str()].push_back(call.arguments[value]);
    return true;
  });
}

} // namespace agentc
