#include "SecretWalk.h"

#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

void SecretWalk::bind(const Node &target, const Keys *keys) {
  if (const auto *name = llvm::dyn_cast<Identifier>(&target)) {
    const Symbol *symbol = program_.symbolOf(*name);
    return symbol ? followSymbol(*symbol, keys) : lose(target);
  }
  if (const auto *given = llvm::dyn_cast<AssignmentPattern>(&target))
    return bind(*given->left, keys);
  if (const auto *decorated = llvm::dyn_cast<TSDecoratedParameter>(&target))
    return bind(*decorated->parameter, keys);
  if (const auto *declared = llvm::dyn_cast<VariableDeclaration>(&target)) // of a loop
    return bind(*llvm::cast<VariableDeclarator>(declared->declarations.front())->id, keys);
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&target)) {
    if (!exportByCommonJs(*member, keys))
      hold(*member->object, push(values_.keyOf(*member).value_or(""), keys));
    return;
  }
  if (const auto *field = llvm::dyn_cast<TSParameterProperty>(&target)) {
    bind(*field->parameter, keys);
    const Node *parameter = field->parameter;
    if (const auto *given = llvm::dyn_cast<AssignmentPattern>(parameter))
      parameter = given->left;
    const Node *type = &target;
    while (type && !isClass(*type))
      type = type->parent;
    const auto *name = llvm::dyn_cast<Identifier>(parameter);
    return type && name ? holdInstance(*type, push(name->name, keys)) : lose(target);
  }
  if (const auto *pattern = llvm::dyn_cast<ObjectPattern>(&target))
    return keys ? bindPattern(*pattern, keys) : lose(target);
  const auto *list = llvm::dyn_cast<ArrayPattern>(&target);
  if (!list || !keys)
    return lose(target);
  for (size_t i = 0; i < list->elements.size(); ++i)
    if (const auto *rest = llvm::dyn_cast_or_null<RestElement>(list->elements[i]))
      bind(*rest->argument, push("", keys->next));
    else if (list->elements[i] && keys->is(std::to_string(i)))
      bind(*list->elements[i], keys->next);
}

/// A loop yields an element of a list, or an entry of a map.
void SecretWalk::bindElement(const Node &list, const Node &target, const Keys *keys) {
  bool isMap = false;
  forEachAlternative(values_.of(list), [&](const Value &value) {
    const auto *made = llvm::dyn_cast<ResultValue>(&value);
    isMap |= made && made->callee->path == "global:Map"_api;
  });
  if (keys->key == mapKey)
    bind(target, push("0", keys->next));
  else if (isMap)
    bind(target, push("1", keys->next));
  else
    keys->isElement() ? bind(target, keys->next) : lose(list);
}

void SecretWalk::bindPattern(const ObjectPattern &pattern, const Keys *keys) {
  bool isTaken = false;
  for (const Node *part : pattern.properties) {
    if (const auto *rest = llvm::dyn_cast<RestElement>(part)) {
      if (!isTaken)
        bind(*rest->argument, keys);
      continue;
    }
    std::optional<std::string> key = values_.keyOf(*part);
    if (key && !keys->is(*key))
      continue;
    isTaken |= key == keys->key;
    bind(*llvm::cast<Property>(part)->value, keys->next);
  }
}

void SecretWalk::followSymbol(const Symbol &symbol, const Keys *keys) {
  if (!named_.insert({&symbol, keys}).second)
    return;
  for (const Identifier *reference : symbol.references)
    add(*reference, keys);
  exportSymbol(symbol, keys);
}

} // namespace agentc
