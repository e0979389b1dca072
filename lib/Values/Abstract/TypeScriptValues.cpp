#include "Abstract/TypeScriptValues.h"

#include "Abstract/Symbols.h"
#include "Builtins/Numbers.h"

namespace agentc {

using namespace ast;

namespace {

llvm::StringRef nameOf(const TSEnumMember &member) {
  if (const auto *name = llvm::dyn_cast<Identifier>(member.id))
    return name->name;
  const auto *literal = llvm::dyn_cast<Literal>(member.id);
  return literal ? literal->text : llvm::StringRef();
}

/// The names that a namespace's block makes members of the namespace.
void forEachExport(const BlockStatement &body, llvm::function_ref<void(const Identifier &)> visit) {
  auto visitPattern = [&](const Node &pattern, auto &self) -> void {
    if (const auto *name = llvm::dyn_cast<Identifier>(&pattern))
      return visit(*name);
    if (const auto *property = llvm::dyn_cast<Property>(&pattern))
      return self(*property->value, self);
    if (const auto *withDefault = llvm::dyn_cast<AssignmentPattern>(&pattern))
      return self(*withDefault->left, self);
    if (llvm::isa<ObjectPattern, ArrayPattern, RestElement>(pattern))
      forEachChild(pattern, [&](const Node &child) { self(child, self); });
  };
  for (const Node *statement : body.body) {
    const auto *exported = llvm::dyn_cast_or_null<ExportNamedDeclaration>(statement);
    const Node *declaration = exported ? exported->declaration : nullptr;
    const Node *id = nullptr;
    if (const auto *variables = llvm::dyn_cast_or_null<VariableDeclaration>(declaration))
      for (const Node *one : variables->declarations)
        visitPattern(*llvm::cast<VariableDeclarator>(one)->id, visitPattern);
    else if (const auto *function = llvm::dyn_cast_or_null<FunctionDeclaration>(declaration))
      id = function->id;
    else if (const auto *type = llvm::dyn_cast_or_null<ClassDeclaration>(declaration))
      id = type->id;
    else if (const auto *enumeration = llvm::dyn_cast_or_null<TSEnumDeclaration>(declaration))
      id = enumeration->id;
    else if (const auto *space = llvm::dyn_cast_or_null<TSModuleDeclaration>(declaration))
      id = space->id;
    while (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(id))
      id = member->object;
    if (const auto *name = llvm::dyn_cast_or_null<Identifier>(id))
      visit(*name);
  }
}

} // namespace

/// Returns the value of a member without an initializer: one more than the member before it.
const Value &TypeScriptValues::valueOfEnumMember(const Node &node) {
  const auto &declaration = llvm::cast<TSEnumDeclaration>(*node.parent);
  size_t index = llvm::find(declaration.members, &node) - declaration.members.begin();
  size_t counted = 0;
  while (!llvm::cast<TSEnumMember>(declaration.members[index - counted])->initializer) {
    if (counted == index)
      return number(index, &node);
    ++counted;
  }
  if (!spend(counted))
    return unknown(UnknownReason::Limit, &node);
  const Value &start =
      eval(*llvm::cast<TSEnumMember>(declaration.members[index - counted])->initializer);
  const auto *first = llvm::dyn_cast<NumberValue>(&start);
  if (counted == 0)
    return start;
  return first ? number(first->value + counted, &node) : unknown(UnknownReason::Unsupported, &node);
}

/// The object that an enum becomes: numbers lead back to their names.
const Value &TypeScriptValues::computeEnum(const TSEnumDeclaration &declaration) {
  llvm::SmallVector<PropertyValue, 16> properties;
  llvm::StringMap<size_t> indices;
  bool open = false;
  auto set = [&](llvm::StringRef key, const Value &value, const Node &site) {
    auto [slot, fresh] = indices.try_emplace(key, properties.size());
    if (fresh)
      properties.push_back({key, &value, &site});
    else
      properties[slot->second] = {key, &value, &site};
  };
  std::optional<double> next = 0;
  for (const Node *node : declaration.members) {
    const auto &member = llvm::cast<TSEnumMember>(*node);
    const Value &value = member.initializer ? eval(*member.initializer)
                         : next             ? number(*next, node)
                                            : unknown(UnknownReason::Unsupported, node);
    const auto *counted = llvm::dyn_cast<NumberValue>(&value);
    llvm::StringRef name = nameOf(member);
    set(name, value, member);
    if (counted)
      set(strings().save(llvm::StringRef(numberToString(counted->value))), string(name, node),
          member);
    open |= llvm::isa<UnknownValue, UnionValue>(value);
    next = counted ? std::optional(counted->value + 1) : std::nullopt;
  }
  return object(properties, open, &declaration);
}

/// The object that all declarations of a namespace or enum make together. `name` is its outermost
/// name.
const Value &TypeScriptValues::valueOfNamespace(const Node &name) {
  const auto *id = llvm::dyn_cast<Identifier>(&name);
  const Symbol *symbol = id ? program().symbolOf(*id) : nullptr;
  if (!symbol)
    return unknown(UnknownReason::Unsupported, &name);
  llvm::SmallVector<PropertyValue, 8> properties;
  llvm::StringMap<size_t> indices;
  auto add = [&](llvm::StringRef key, const Value &value, const Node &site) {
    if (indices.try_emplace(key, properties.size()).second)
      properties.push_back({key, &value, &site});
  };
  bool open = false;
  for (const Identifier *target : symbol->targets) {
    if (llvm::isa<TSEnumDeclaration>(target->parent)) {
      const auto *constants = llvm::dyn_cast<ObjectValue>(&eval(*target->parent));
      open |= !constants || constants->open;
      for (const PropertyValue &one :
           constants ? constants->properties : llvm::ArrayRef<PropertyValue>())
        add(one.key, *one.value, *one.site);
      continue;
    }
    llvm::SmallVector<llvm::StringRef, 4> path;
    const Node *at = target->parent;
    for (; llvm::isa<MemberExpression>(at); at = at->parent)
      if (const auto *part = llvm::dyn_cast<Identifier>(llvm::cast<MemberExpression>(at)->property))
        path.push_back(part->name);
    const auto *declaration = llvm::dyn_cast<TSModuleDeclaration>(at);
    const auto *body =
        declaration ? llvm::dyn_cast_or_null<BlockStatement>(declaration->body) : nullptr;
    if (!body)
      continue;
    llvm::SmallVector<PropertyValue, 8> members;
    forEachExport(*body, [&](const Identifier &exported) {
      if (const Symbol *inner = program().symbolOf(exported))
        members.push_back({exported.name, &symbols().ofSymbol(*inner), &exported});
    });
    if (path.empty()) {
      for (const PropertyValue &one : members)
        add(one.key, *one.value, *one.site);
      continue;
    }
    // `namespace A.B.C { … }`
    const Value *inner = &object(members, false, declaration);
    for (llvm::StringRef part : llvm::reverse(llvm::drop_begin(path)))
      inner = &object({{part, inner, declaration}}, false, declaration);
    add(path.front(), *inner, *declaration);
  }
  return object(properties, open, &name);
}

} // namespace agentc
