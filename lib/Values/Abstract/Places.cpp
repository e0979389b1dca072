#include "Abstract/Places.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Values/Builtins.h"

#include "Abstract/Aliases.h"
#include "Abstract/Inheritance.h"
#include "Abstract/Members.h"
#include "Abstract/ReplacedMembers.h"

namespace agentc {

using namespace ast;

namespace {

/// The most places of one object, and of a module's exports or a class, which few programs have
/// many of; the most reads of one key, and the greatest depth.
constexpr size_t maxPlaces = 200, maxPlacesOfModule = 4000, maxReadsOfKey = 64;
constexpr unsigned maxPathLength = 8;

} // namespace

Places::Places(Values::Evaluator &evaluator, const Node &made)
    : EvaluatorPart(evaluator), same({&made}), made_(made), maxPlaces_(maxPlaces) {}

const Places::Path *Places::longer(llvm::StringRef key, const Path *path) {
  unsigned length = path ? path->length + 1 : 1;
  if (length > maxPathLength) {
    cut();
    return path;
  }
  const auto number = static_cast<uint32_t>(paths_.size() + 1);
  return &paths_.try_emplace({key, path}, Path{key, path, length, number}).first->second;
}

void Places::follow(const ModuleInfo *exporting) {
  if (exporting || isClass(made_))
    maxPlaces_ = maxPlacesOfModule;
  if (exporting)
    addModule(*exporting, nullptr);
  else if (const auto *part = llvm::dyn_cast<Property>(&made_))
    addTarget(*part->value, nullptr); // of a pattern
  else
    add(made_, nullptr);
  for (size_t i = 0; i < places_.size(); ++i) {
    if (places_.size() > maxPlaces_) {
      cut();
      return;
    }
    auto [place, path] = places_[i];
    visit(*place, path);
  }
}

void Places::add(const Node &place, const Path *path) {
  if (!visited_.insert(place, path))
    return;
  places_.push_back({&place, path});
  if (const Identifier *name = isClass(place) ? ownNameOf(place) : nullptr)
    if (const Symbol *symbol = program().symbolOf(*name))
      addReads(*symbol, path);
  // a literal's own methods have it as `this`
  if (llvm::isa<ObjectExpression>(place))
    for (const Node *self : aliases().thisIn(place))
      add(*self, path);
}

void Places::addReads(const Symbol &symbol, const Path *path) {
  if (!symbols_.insert({&symbol, path}).second)
    return;
  if (places_.size() + symbol.references.size() > maxPlaces_) {
    cut();
    return;
  }
  for (const Identifier *reference : symbol.references)
    add(*reference, path);
  Names &names = flows().names();
  for (llvm::StringRef name : names.exportsOf(symbol))
    addImporters(names.importersOf(program().moduleOf(*symbol.scope->node), name), path);
}

void Places::addImporters(const Importers &importers, const Path *path) {
  for (const Node *member : importers.members)
    add(*member, path);
  for (llvm::StringRef key : importers.keys)
    if (key != "default")
      addKey(key, path);
  for (const Symbol *symbol : importers.symbols)
    addReads(*symbol, path);
}

void Places::addModule(const ModuleInfo &module, const Path *path) {
  Names &names = flows().names();
  for (const Node *call : names.requiresOf(module))
    add(*call, path);
  addImporters(names.importersOf(module, "default"), path);
  for (const ImportRecord *record : names.importsOf(module))
    if (const auto *import = llvm::dyn_cast<ImportDeclaration>(record->node))
      for (const Node *specifier : import->specifiers)
        if (const auto *space = llvm::dyn_cast<ImportNamespaceSpecifier>(specifier))
          if (const auto *name = llvm::dyn_cast_or_null<Identifier>(space->local))
            if (const Symbol *symbol = program().symbolOf(*name))
              addReads(*symbol, path);
}

/// True if members of that name are read at too many places to look at each one.
bool Places::isMuchRead(llvm::StringRef key) const {
  return memberIndexOf(program()).of(key).reads.size() > maxReadsOfKey;
}

/// The reads by that name; none, but the object escapes, where these are too many.
llvm::ArrayRef<const Node *> Places::readsOf(llvm::StringRef key) {
  if (!isMuchRead(key))
    return memberIndexOf(program()).of(key).reads;
  cut();
  return {};
}

/// Whatever is read by that name.
void Places::addKey(llvm::StringRef key, const Path *path) {
  if (!keys_.insert({key, path}).second)
    return;
  for (const Node *read : readsOf(key)) {
    if (const auto *property = llvm::dyn_cast<Property>(read))
      addTarget(*property->value, path);
    else if (!isWritten(*read))
      add(*read, path);
  }
}

/// Into a variable, a member, or the parts of what holds it.
void Places::addTarget(const Node &pattern, const Path *path) {
  switch (pattern.kind) {
  case NodeKind::Identifier: {
    const Symbol *symbol = program().symbolOf(llvm::cast<Identifier>(pattern));
    escapes |= !symbol;
    return symbol ? addReads(*symbol, path) : void();
  }
  case NodeKind::MemberExpression: {
    const auto &member = llvm::cast<MemberExpression>(pattern);
    const ModuleInfo &module = program().moduleOf(member);
    if (module.goal == Goal::CommonJs && isExports(member))
      return addModule(module, path);
    std::optional<llvm::StringRef> key = members().keyOf(member);
    if (module.goal == Goal::CommonJs && isExports(*member.object) && key)
      return addModule(module, longer(*key, path));
    return store(*member.object, key.value_or(""), path);
  }
  case NodeKind::AssignmentPattern:
    return addTarget(*llvm::cast<AssignmentPattern>(pattern).left, path);
  case NodeKind::TSParameterProperty: {
    // a parameter and a member
    const Node &parameter = *llvm::cast<TSParameterProperty>(pattern).parameter;
    const auto *withDefault = llvm::dyn_cast<AssignmentPattern>(&parameter);
    if (const auto *name = llvm::dyn_cast<Identifier>(withDefault ? withDefault->left : &parameter))
      addKey(name->name, path);
    return addTarget(parameter, path);
  }
  case NodeKind::TSDecoratedParameter:
    return addTarget(*llvm::cast<TSDecoratedParameter>(pattern).parameter, path);
  case NodeKind::RestElement:
    return addTarget(*llvm::cast<RestElement>(pattern).argument, path);
  case NodeKind::ArrayPattern:
    for (const Node *element : path ? llvm::cast<ArrayPattern>(pattern).elements : NodeList())
      if (element)
        addTarget(*element, llvm::isa<RestElement>(element) ? path : path->rest);
    return;
  case NodeKind::ObjectPattern:
    for (const Node *part : path ? llvm::cast<ObjectPattern>(pattern).properties : NodeList()) {
      const auto *property = llvm::dyn_cast<Property>(part);
      std::optional<llvm::StringRef> key = property ? members().keyOf(*property) : std::nullopt;
      if (!property)
        addTarget(*part, path);
      else if (!key || path->key.empty() || *key == path->key)
        addTarget(*property->value, path->rest);
    }
    return;
  default:
    escapes = true;
  }
}

void Places::addParameter(const Node &code, size_t index, const Path *path) {
  const Node *function = isClass(code) ? constructorOf(code) : &code;
  if (!function) {
    escapes |= superClassOf(code) != nullptr;
    return;
  }
  NodeList parameters = paramsOf(*function);
  for (size_t i = 0; i < parameters.size() && i <= index; ++i) {
    const auto *rest = parameters[i] ? llvm::dyn_cast<RestElement>(parameters[i]) : nullptr;
    if (rest)
      return addTarget(*rest->argument, longer("", path));
    if (i == index && parameters[i])
      addTarget(*parameters[i], path);
  }
  // `arguments` holds it as well
  for (const Node *all : argumentsIn(program(), *function))
    add(*all, longer(strings().save(std::to_string(index)), path));
}

/// Follows a function's result to its calls or, for a getter, to its reads.
void Places::addReturned(const Node &function, const Path *path) {
  if (!returned_.insert(function, path))
    return;
  bool isGetter = false;
  if (const auto *method = llvm::dyn_cast<MethodDefinition>(function.parent))
    isGetter = method->methodKind == MethodKind::Get;
  else if (const auto *property = llvm::dyn_cast<Property>(function.parent))
    isGetter = property->propertyKind == PropertyKind::Get;
  const FunctionUses &uses = flows().of(function);
  addToLanguage(function, path);
  for (const Node *call : uses.calls)
    add(*call, path);
  for (const auto &[call, position] : uses.passed)
    handOut(*call, *partsOf(*call).arguments[position], path);
  for (llvm::StringRef key : uses.keys) {
    for (const Node *read : readsOf(key)) {
      if (isGetter && llvm::isa<MemberExpression>(read))
        add(*read, path);
      else if (const auto *call = llvm::dyn_cast<CallExpression>(read->parent);
               call && call->callee == read)
        add(*call, path);
      else if (llvm::isa<Property>(read))
        escapes = true;
    }
  }
  if (uses.keys.empty() && std::exchange(isGetter, false))
    if (std::optional<llvm::StringRef> key = writtenKeyOf(*function.parent))
      addKey(*key, path);
}

/// Into a member of all that a class makes: what its own code, its parents' and its heirs' have as
/// `this`, and what constructing them gives.
void Places::storeInInstances(const ClassValue &type, const Path *inside) {
  llvm::SmallVector<const Node *, 4> types = inheritance().heirsOf(*type.origin);
  for (const ClassValue *at = &type; at; at = llvm::dyn_cast_or_null<ClassValue>(at->superClass))
    types.push_back(at->origin);
  for (const Node *one : types) {
    const ClassBody *body = isFunction(*one) ? nullptr : classBody(*one);
    escapes |= !body;
    for (const Node *part : body ? body->body : NodeList()) {
      const auto *method = llvm::dyn_cast<MethodDefinition>(part);
      const auto *field = llvm::dyn_cast<PropertyDefinition>(part);
      const Node *code = method ? method->value : field ? field->value : nullptr;
      if (code && isFunction(*code))
        for (const Node *self : aliases().thisIn(*code))
          add(*self, inside);
    }
    for (const Node *call : flows().of(*one).calls)
      add(*call, inside);
  }
}

/// Into a member or element of what an expression denotes.
void Places::store(const Node &holder, llvm::StringRef key, const Path *path) {
  const Path *inside = longer(key, path);
  if (inside == path)
    return;
  bool isByKey = false, isInstance = true;
  llvm::SmallVector<const ClassValue *, 2> types;
  forEachAlternative(eval(holder), [&](const Value &object) {
    if (const auto *instance = llvm::dyn_cast<InstanceValue>(&object))
      types.push_back(instance->type);
    bool isLiteral = object.origin && llvm::isa<ObjectExpression, ArrayExpression>(object.origin) &&
                     llvm::isa<ObjectValue, ArrayValue>(object);
    if (isLiteral || (llvm::isa<ResultValue>(object) && object.origin &&
                      llvm::isa<NewExpression>(object.origin)))
      add(*object.origin, inside);
    else if (&object != &nothing())
      isByKey = true;
    isInstance &= llvm::isa<InstanceValue>(object);
  });
  if (const auto *name = llvm::dyn_cast<Identifier>(&holder))
    if (const Symbol *symbol = program().symbolOf(*name))
      addReads(*symbol, inside);
  // a type that gets the prototype of another: its own name tells, and all have one
  if (isPrototype && key == "prototype") {
    escapes = true;
    return;
  }
  if (!key.empty())
    handToSetters(key, path);
  if (isByKey && key.empty())
    escapes = true;
  else if (isByKey && isInstance && isMuchRead(key))
    for (const ClassValue *type : types)
      storeInInstances(*type, inside);
  else if (isByKey)
    addKey(key, path);
}

void Places::visit(const Node &place, const Path *path) {
  const Node *replaced = path ? nullptr : replacedJustBefore(program(), place);
  if (replaced && replaced != &made_)
    return;
  const Node &parent = *place.parent;
  switch (parent.kind) {
  case NodeKind::MemberExpression:
    if (llvm::cast<MemberExpression>(parent).object == &place)
      visitMember(llvm::cast<MemberExpression>(parent), path);
    return;
  case NodeKind::CallExpression:
  case NodeKind::NewExpression: {
    NodeList arguments = partsOf(parent).arguments;
    for (size_t i = 0; i < arguments.size(); ++i)
      if (arguments[i] == &place)
        visitArgument(parent, i, path);
    return;
  }
  case NodeKind::VariableDeclarator:
    return addTarget(*llvm::cast<VariableDeclarator>(parent).id, path);
  case NodeKind::AssignmentPattern:
    return addTarget(*llvm::cast<AssignmentPattern>(parent).left, path);
  case NodeKind::AssignmentExpression:
    if (llvm::cast<AssignmentExpression>(parent).left == &place)
      return;
    addTarget(*llvm::cast<AssignmentExpression>(parent).left, path);
    return add(parent, path);
  case NodeKind::ConditionalExpression:
    return llvm::cast<ConditionalExpression>(parent).test == &place ? void() : add(parent, path);
  case NodeKind::SequenceExpression:
    return llvm::cast<SequenceExpression>(parent).expressions.back() == &place ? add(parent, path)
                                                                               : void();
  case NodeKind::LogicalExpression:
  case NodeKind::AwaitExpression:
    return add(parent, path);
  case NodeKind::SpreadElement:
    return path ? visitSpread(parent, path) : void();
  case NodeKind::TemplateLiteral:
    return visitTagged(parent, place, path);
  case NodeKind::ThrowStatement:
    return addThrown(parent, path);
  case NodeKind::ReturnStatement: {
    const Node *function = functionAround(parent);
    if (!function || !isFunction(*function))
      return;
    return addReturned(*function, isGenerator(*function) ? longer("", path) : path);
  }
  case NodeKind::ArrowFunctionExpression:
    return addReturned(parent, path);
  case NodeKind::YieldExpression:
    return visitYield(llvm::cast<YieldExpression>(parent), path);
  case NodeKind::Property: {
    const auto &property = llvm::cast<Property>(parent);
    if (property.value != &place || !llvm::isa<ObjectExpression>(parent.parent))
      return;
    return add(*parent.parent, longer(members().keyOf(property).value_or(""), path));
  }
  case NodeKind::ArrayExpression:
    return add(parent, longer("", path));
  case NodeKind::PropertyDefinition: {
    std::optional<llvm::StringRef> key = writtenKeyOf(parent);
    const auto *type = llvm::dyn_cast<ClassValue>(&eval(*parent.parent->parent));
    if (key && isMuchRead(*key) && type && !llvm::cast<PropertyDefinition>(parent).isStatic)
      return storeInInstances(*type, longer(*key, path));
    escapes |= !key;
    return key ? addKey(*key, path) : void();
  }
  case NodeKind::ExportDefaultDeclaration: {
    const ModuleInfo &module = program().moduleOf(parent);
    return addImporters(flows().names().importersOf(module, "default"), path);
  }
  case NodeKind::TSExportAssignment:
    return addModule(program().moduleOf(parent), path);
  case NodeKind::ForOfStatement: {
    const auto &loop = llvm::cast<ForOfStatement>(parent);
    if (loop.right != &place || !path)
      return;
    const auto *declared = llvm::dyn_cast<VariableDeclaration>(loop.left);
    const Node *target =
        declared ? llvm::cast<VariableDeclarator>(declared->declarations.front())->id : loop.left;
    return addTarget(*target, path->rest);
  }
  case NodeKind::ExpressionStatement: {
    const ModuleInfo &module = program().moduleOf(parent);
    return module.goal == Goal::Json ? addModule(module, path) : void();
  }
  case NodeKind::ClassDeclaration:
  case NodeKind::ClassExpression:
  case NodeKind::BlockStatement:
  case NodeKind::TopLevel:
  case NodeKind::ExportNamedDeclaration:
  case NodeKind::ForInStatement:
  case NodeKind::UnaryExpression:
  case NodeKind::BinaryExpression:
  case NodeKind::UpdateExpression:
  case NodeKind::IfStatement:
  case NodeKind::WhileStatement:
  case NodeKind::DoWhileStatement:
  case NodeKind::ForStatement:
  case NodeKind::SwitchStatement:
  case NodeKind::SwitchCase:
  case NodeKind::ExportSpecifier:
    return;
  default:
    escapes = true;
  }
}

void Places::visitMember(const MemberExpression &member, const Path *path) {
  std::optional<llvm::StringRef> key = members().keyOf(member);
  if (isWritten(member)) {
    if (path)
      return;
    writes.insert({&member, member.object});
    // a method that it is given has it as `this`
    if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(member.parent))
      if (llvm::isa<FunctionExpression>(assignment->right) && !isPrototype)
        for (const Node *self : aliases().thisIn(*assignment->right))
          add(*self, nullptr);
    return;
  }
  const auto *call = llvm::dyn_cast<CallExpression>(member.parent);
  const bool isCalled = call && call->callee == &member;
  if (isCalled && key)
    return path ? visitMethodOf(*call, call->arguments, *key, path) : visitOwnMethod(*call, *key);
  if (isCalled && path && isIteratorKey(eval(*member.property)))
    return add(*call, path);
  // a map's or set's method that has no name here, or is taken to be called elsewhere
  if (!path && llvm::isa<NewExpression>(made_))
    escapes |= !key || builtinMethod(*key).does(BuiltinMethod::ChangesEntries);
  if (path && (!key || path->key.empty() || *key == path->key))
    add(member, path->rest);
}

} // namespace agentc
