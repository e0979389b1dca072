#include "Abstract/Classes.h"

#include "agentc/Values/ApiPath.h"

#include "Abstract/Aliases.h"
#include "Abstract/CommonJsExports.h"
#include "Abstract/ConstructorFunctions.h"
#include "Abstract/Exports.h"
#include "Abstract/Inheritance.h"
#include "Abstract/MemberChanges.h"
#include "Abstract/Members.h"
#include "Abstract/Parameters.h"
#include "Abstract/Prototypes.h"
#include "Abstract/Returns.h"
#include "Abstract/Symbols.h"
#include "Compiled/BundledDefinitions.h"
#include "Compiled/CompiledCode.h"
#include "Concrete/Interpreter.h"
#include "Concrete/OwnObjects.h"

namespace agentc {

using namespace ast;

/// The path of a copy of an MCP server's class, whose heirs get their tools by its methods; empty
/// for other code of frameworks.
static llvm::StringRef serverPath(llvm::StringRef path) {
  return path.starts_with("bundled:@modelcontextprotocol/") ? path : "";
}

bool Classes::hasSetter(const ClassValue &type, llvm::StringRef key) {
  const ClassBody *body = classBody(*type.origin);
  for (const Node *part : body ? body->body : NodeList())
    if (const auto *method = llvm::dyn_cast<MethodDefinition>(part);
        method && method->methodKind == MethodKind::Set && !method->isStatic &&
        outsideRun([&] { return members().keyOf(*method); }) == key)
      return true;
  const auto *parent = llvm::dyn_cast_or_null<ClassValue>(type.superClass);
  return parent && hasSetter(*parent, key);
}

const Value &Classes::computeClass(const Node &node, const Node *superClass) {
  return make<ClassValue>(superClass ? &constructorFunctions().asClass(eval(*superClass)) : nullptr,
                          &node);
}

/// The class whose member an expression stands in, as `this` means it; null outside of classes.
const Node *Classes::enclosingClass(const Node &node, bool &isStatic) const {
  for (const Node *at = &node; at->parent; at = at->parent) {
    const Node *parent = at->parent;
    if (const auto *field = llvm::dyn_cast<PropertyDefinition>(parent);
        field && field->value == at) {
      isStatic = field->isStatic;
      return parent->parent->parent;
    }
    if (llvm::isa<StaticBlock>(parent)) {
      isStatic = true;
      return parent->parent->parent;
    }
    if (!llvm::isa<FunctionExpression, FunctionDeclaration>(at))
      continue;
    const auto *method = llvm::dyn_cast<MethodDefinition>(parent);
    if (!method || method->value != at)
      return nullptr;
    isStatic = method->isStatic;
    return parent->parent->parent;
  }
  return nullptr;
}

const Value &Classes::computeThis(const Node &expression) {
  bool isStatic = false;
  if (const Node *type = enclosingClass(expression, isStatic)) {
    const auto *known = llvm::dyn_cast<ClassValue>(&eval(*type));
    if (!known)
      return unknown(UnknownReason::Cycle, &expression);
    if (isStatic)
      return *known;
    return make<InstanceValue>(known, &expression);
  }
  for (const Node *at = &expression; at->parent; at = at->parent)
    if (llvm::isa<FunctionExpression, FunctionDeclaration>(at)) {
      if (const Node *given = compiledCode().thisOfCoroutine(*at))
        return eval(*given);
      if (const Value *known = constructorFunctions().thisOfFunction(*at)) {
        const auto *instance = llvm::dyn_cast<InstanceValue>(known);
        const auto *type =
            instance && !instance->fields ? llvm::dyn_cast<ClassValue>(instance->type) : nullptr;
        // who extends it may have given the object other members
        bool isExtended = type && !inheritance().heirsOf(*type->origin).empty();
        return isExtended ? make<InstanceValue>(instance->type, &expression) : *known;
      }
      const auto *property = llvm::dyn_cast<Property>(at->parent);
      if (!property || property->value != at)
        return thisOfCalls(*at, expression);
      // by its name an object is known with what is written to it
      const Node &literal = *at->parent->parent;
      const auto *declarator = llvm::dyn_cast<VariableDeclarator>(literal.parent);
      const auto *name = declarator ? llvm::dyn_cast<Identifier>(declarator->id) : nullptr;
      const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
      return inheritance().withReceivers(symbol ? symbols().ofSymbol(*symbol) : eval(literal), *at,
                                         expression);
    }
  const ModuleInfo &module = program().moduleOf(expression);
  if (module.goal == Goal::CommonJs)
    return exports().exportsOf(module, &expression);
  return make<UndefinedValue>(&expression);
}

namespace {

bool asksForStrictCode(NodeList statements) {
  for (const Node *statement : statements) {
    const auto *directive = llvm::dyn_cast<ExpressionStatement>(statement);
    const auto *text = directive ? llvm::dyn_cast<Literal>(directive->expression) : nullptr;
    if (!text || text->literal != LiteralKind::String)
      return false;
    if (text->text == "use strict")
      return true;
  }
  return false;
}

} // namespace

bool Classes::isStrict(const Node &node) {
  if (program().moduleOf(node).goal != Goal::CommonJs)
    return true;
  for (const Node *at = &node; at; at = at->parent) {
    const auto *program = llvm::dyn_cast<ast::TopLevel>(at);
    const Node *body = isFunction(*at) ? bodyOf(*at) : nullptr;
    const auto *block = llvm::dyn_cast_or_null<BlockStatement>(body);
    if (isClass(*at) || (block && asksForStrictCode(block->body)) ||
        (program && asksForStrictCode(program->body)))
      return true;
  }
  return false;
}

/// `this` where a function is called that is not a method by its syntax, of what its calls say;
/// unknown where calls are not seen.
const Value &Classes::thisOfCalls(const Node &function, const Node &expression) {
  const Value &other = unknown(UnknownReason::Parameter, &expression);
  const FunctionUses &uses = flows().of(function);
  if (!uses.escapes && uses.keys.empty() && uses.calls.empty() && !uses.passed.empty())
    if (const Value *known = inheritance().thisOfPassed(uses, function, expression))
      return *known;
  constexpr size_t most = 16;
  if (uses.escapes || !uses.keys.empty() || !uses.passed.empty() || uses.calls.empty() ||
      uses.calls.size() > most)
    return other;
  llvm::SmallVector<const Value *, 4> values;
  for (const Node *call : uses.calls)
    values.push_back(&thisOfCall(*call, function));
  return unite(values, &expression);
}

const Value &Classes::thisOfCall(const Node &call, const Node &function) {
  const auto *expression = llvm::dyn_cast<CallExpression>(&call);
  if (!expression) // `new`
    return unknown(UnknownReason::Parameter, &call);
  const Value *given = nullptr;
  if (const auto *member = llvm::dyn_cast<MemberExpression>(expression->callee)) {
    std::optional<llvm::StringRef> key = writtenKeyOf(*member);
    if ((key != "call" && key != "apply") ||
        !(isFunction(*member->object) || llvm::isa<Identifier>(member->object)))
      return unknown(UnknownReason::Parameter, &call);
    if (!expression->arguments.empty())
      given = &parameters().argumentAt(call, expression->arguments, 0);
  }
  return thisFor(given, function, call);
}

/// ECMA-262 OrdinaryCallBindThis: outside of strict code `this` is the global object where a call
/// gives none.
const Value &Classes::thisFor(const Value *receiver, const Node &function, const Node &site) {
  if (receiver && !llvm::isa<UndefinedValue, NullValue>(receiver))
    return *receiver;
  if (!isStrict(function))
    return api("global:globalThis"_api, &site);
  return receiver ? *receiver : make<UndefinedValue>(&site);
}

const Value &Classes::computeSuper(const Node &expression) {
  bool isStatic = false;
  const Node *type = enclosingClass(expression, isStatic);
  const auto *known = type ? llvm::dyn_cast<ClassValue>(&eval(*type)) : nullptr;
  if (!known || !known->superClass)
    return unknown(UnknownReason::Unsupported, &expression);
  const auto *call = llvm::dyn_cast<CallExpression>(expression.parent);
  if (isStatic || (call && call->callee == &expression))
    return *known->superClass;
  if (const auto *parent = llvm::dyn_cast<ClassValue>(known->superClass)) {
    llvm::StringRef path = serverPath(bundledDefinitions().frameworkPathOf(*parent->origin));
    return path.empty() ? make<InstanceValue>(parent, &expression)
                        : api(path + ".prototype", &expression);
  }
  if (const auto *parent = llvm::dyn_cast<ApiValue>(known->superClass))
    return api(parent->path + ".prototype", &expression);
  return unknown(UnknownReason::Member, &expression);
}

/// `constructor(private name = …)` makes a member of the parameter.
void Classes::addParameterProperty(const Node *parameter, ClassMembers &members) {
  if (const auto *decorated = llvm::dyn_cast_or_null<TSDecoratedParameter>(parameter))
    parameter = decorated->parameter;
  const auto *property = llvm::dyn_cast_or_null<TSParameterProperty>(parameter);
  const Node *name = property ? property->parameter : nullptr;
  if (const auto *withDefault = llvm::dyn_cast_or_null<AssignmentPattern>(name))
    name = withDefault->left;
  if (const auto *id = llvm::dyn_cast_or_null<Identifier>(name))
    members.ofInstance[id->name].nodes.push_back(id);
}

const Classes::ClassMembers &Classes::membersOf(const ClassValue &type) {
  std::unique_ptr<ClassMembers> &entry = classMembers_[type.origin];
  if (entry)
    return *entry;
  entry = std::make_unique<ClassMembers>();
  ClassMembers &members = *entry;
  auto outside = [&](const Node &keyed) {
    return outsideRun([&] { return this->members().keyOf(keyed); });
  };
  auto add = [&](const Node &keyed, bool isStatic, const Node &source) {
    if (std::optional<llvm::StringRef> key = outside(keyed))
      (isStatic ? members.ofClass : members.ofInstance)[*key].nodes.push_back(&source);
    else if (!isStatic && llvm::isa<AssignmentExpression>(source))
      members.open.nodes.push_back(&source);
  };
  auto findWrites = [&](const Node &node, bool isStatic, auto &self) -> void {
    if (isClass(node) || llvm::isa<FunctionDeclaration>(node))
      return;
    if (const auto *target = llvm::dyn_cast_or_null<MemberExpression>(targetOf(node));
        target && constructorFunctions().isThis(*target->object))
      add(*target, isStatic, node);
    if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
      for (const Node *argument : call->arguments)
        if (constructorFunctions().isThis(*argument))
          for (WrittenProperty &property : program().definitionsAt(*argument)) {
            if (!property.name.empty())
              (isStatic ? members.ofClass : members.ofInstance)[property.name].written.push_back(
                  std::move(property));
            else if (!isStatic)
              members.open.written.push_back(std::move(property));
          }
    forEachChild(node, [&](const Node &child) { self(child, isStatic, self); });
  };
  const ClassBody *body = classBody(*type.origin);
  if (isFunction(*type.origin) && bodyOf(*type.origin))
    findWrites(*bodyOf(*type.origin), false, findWrites);
  for (const Node *part : body ? body->body : NodeList()) {
    if (const auto *method = llvm::dyn_cast<MethodDefinition>(part)) {
      if (method->methodKind != MethodKind::Set && method->methodKind != MethodKind::Constructor)
        add(*method, method->isStatic, *method);
      findWrites(*method->value, method->isStatic, findWrites);
      if (method->methodKind == MethodKind::Constructor)
        for (const Node *parameter : paramsOf(*method->value))
          addParameterProperty(parameter, members);
    } else if (const auto *field = llvm::dyn_cast<PropertyDefinition>(part)) {
      add(*field, field->isStatic, *field);
    }
  }
  return members;
}

/// A member that the class's own body or an assignment to `this` in it gives; null if there is
/// none.
const Value *Classes::ownMember(const ClassValue &type, llvm::StringRef key, bool isStatic) {
  const ClassMembers &members = membersOf(type);
  const auto &table = isStatic ? members.ofClass : members.ofInstance;
  auto found = table.find(key);
  if (found == table.end())
    return nullptr;
  const MemberSources &sources = found->second;
  return &once(Question::Member, &sources, type.origin,
               [this, &sources, key = found->first(), origin = type.origin]() -> const Value & {
                 llvm::SmallVector<const Value *, 4> values;
                 for (const Node *source : sources.nodes) {
                   if (const auto *method = llvm::dyn_cast<MethodDefinition>(source))
                     values.push_back(method->methodKind == MethodKind::Get
                                          ? &returns().of(*method->value, *method->value)
                                          : &eval(*method->value));
                   else if (const auto *field = llvm::dyn_cast<PropertyDefinition>(source))
                     values.push_back(field->value ? &eval(*field->value)
                                                   : &make<UndefinedValue>(source));
                   else if (const auto *id = llvm::dyn_cast<Identifier>(source))
                     values.push_back(&symbols().ofSymbol(*program().symbolOf(*id)));
                   else
                     values.push_back(&writtenBy(*source));
                 }
                 // `undefined` only makes room for what comes
                 for (const WrittenProperty &written : sources.written)
                   if (const Value &value = commonJs().valueOf(written);
                       !llvm::isa<UndefinedValue>(value) || sources.nodes.empty())
                     values.push_back(&value);
                 return memberChanges().withMemberChanges(unite(values, origin), key, origin);
               });
}

/// Returns the value that an assignment or update gives its target.
const Value &Classes::writtenBy(const Node &write) {
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&write);
  return eval(assignment && assignment->op == "=" ? *assignment->right : write);
}

/// A field that the constructor is known to set, with what other methods and code may set it to.
const Value &Classes::memberOfKnownInstance(const InstanceValue &instance,
                                            const PropertyValue &field, const Node *site) {
  if (ownObjects().isLocal(*instance.fields))
    return *field.value;
  const Value &held = memberChanges().withMemberChanges(*field.value, field.key, site,
                                                        constructorOf(*instance.type->origin));
  llvm::SmallVector<const Value *, 4> values{&held};
  for (const ClassValue *type = instance.type; type;
       type = llvm::dyn_cast_or_null<ClassValue>(type->superClass)) {
    const ClassMembers &members = membersOf(*type);
    const Node *constructor =
        isFunction(*type->origin) ? type->origin : constructorOf(*type->origin);
    auto sources = members.ofInstance.find(field.key);
    for (const Node *source : sources == members.ofInstance.end()
                                  ? llvm::ArrayRef<const Node *>()
                                  : llvm::ArrayRef<const Node *>(sources->second.nodes))
      if (llvm::isa<AssignmentExpression, UpdateExpression>(source) &&
          !(constructor && constructor->range.begin <= source->range.begin &&
            source->range.end <= constructor->range.end))
        values.push_back(&outsideRun([&]() -> const Value & { return writtenBy(*source); }));
  }
  if (const Value *written = symbols().writtenMember(instance, field.key, site))
    values.push_back(written);
  return unite(values, site);
}

/// A member that an object which running code makes has not set itself: a method, a getter, or
/// nothing yet. Null where that is not known.
const Value *Classes::memberOfNewInstance(const InstanceValue &instance, llvm::StringRef key,
                                          const Node &site) {
  for (const ClassValue *type = instance.type; type;
       type = llvm::dyn_cast_or_null<ClassValue>(type->superClass)) {
    const ClassMembers &members = membersOf(*type);
    auto sources = members.ofInstance.find(key);
    if (sources == members.ofInstance.end())
      continue;
    if (prototypes().given(*type->origin, key, &site))
      return nullptr;
    for (const Node *source : sources->second.nodes) {
      const auto *method = llvm::dyn_cast<MethodDefinition>(source);
      if (!method)
        continue;
      const auto &function = make<FunctionValue>(method->value);
      return method->methodKind == MethodKind::Get
                 ? &interpreter().call(function, &instance, {}, site)
                 : &function;
    }
  }
  for (const ClassValue *type = instance.type; type;
       type = llvm::dyn_cast_or_null<ClassValue>(type->superClass)) {
    const WrittenProperty *only = nullptr;
    const Value *written = constructorFunctions().prototypeMember(*type, key, &site, only);
    if (!written)
      continue;
    bool isGetter = only && only->kind == WrittenProperty::Kind::Getter;
    const Value *getter =
        isGetter ? &outsideRun([&]() -> const Value & { return eval(*only->value); }) : nullptr;
    const auto *function = llvm::dyn_cast_or_null<FunctionValue>(getter);
    return function ? &interpreter().call(*function, &instance, {}, site) : written;
  }
  return key == "constructor" ? nullptr : &members().memberOfBuiltin("Object", key, &site);
}

const Value &Classes::memberOfClass(const ClassValue &type, llvm::StringRef key, const Node *site) {
  const Value *own = ownMember(type, key, true);
  if (const Value *changed = own ? aliases().changedMember(*type.origin, key, site) : nullptr)
    own = &unite({own, changed}, site);
  const Value *written = symbols().writtenMember(type, key, site);
  if (written && key == "prototype")
    if (const Value *known = constructorFunctions().writtenPrototype(type, *written, site))
      return *known;
  if (own && written)
    return unite({own, written}, site);
  if (own || written)
    return own ? *own : *written;
  if (key == "prototype")
    return make<InstanceValue>(&type, site);
  if (!type.superClass || key == "constructor")
    return members().memberOfBuiltin("Function", key, site);
  if (answers().depth >= evaluator_.maxDepth)
    return unknown(UnknownReason::Limit, site);
  ++answers().depth;
  const Value &inherited = members().member(*type.superClass, key, site);
  --answers().depth;
  return inherited;
}

/// Returns the member that objects of a class have from the class's body, prototype or parents;
/// null if none of these has it.
const Value *Classes::inheritedMember(const ClassValue &type, llvm::StringRef key,
                                      const Node *site) {
  const Value *own = ownMember(type, key, false);
  const Value *written = constructorFunctions().prototypeMember(type, key, site);
  const Value *given = prototypes().given(*type.origin, key, site);
  llvm::SmallVector<const Value *, 3> known;
  for (const Value *one : {own, written, given})
    if (one)
      known.push_back(one);
  if (own || written)
    return &unite(known, site);
  if (!type.superClass)
    return given;
  if (answers().depth >= evaluator_.maxDepth)
    return &unknown(UnknownReason::Limit, site);
  ++answers().depth;
  llvm::SmallVector<const Value *, 2> inherited;
  bool isMissing = false;
  forEachAlternative(*type.superClass, [&](const Value &superClass) {
    if (const auto *parent = llvm::dyn_cast<ClassValue>(&superClass)) {
      llvm::StringRef path = serverPath(bundledDefinitions().frameworkPathOf(*parent->origin));
      const Value *found = path.empty() ? inheritedMember(*parent, key, site)
                                        : &api(path + ".prototype." + key, site);
      isMissing |= !found;
      if (found)
        inherited.push_back(found);
    } else if (const auto *parent = llvm::dyn_cast<ApiValue>(&superClass)) {
      inherited.push_back(&api(parent->path + ".prototype." + key, site));
    } else {
      inherited.push_back(&unknown(UnknownReason::Member, site));
    }
  });
  --answers().depth;
  if (given)
    inherited.push_back(given);
  if (inherited.empty())
    return nullptr;
  if (isMissing)
    inherited.push_back(&members().memberOfBuiltin("Object", key, site));
  return &unite(inherited, site);
}

const Value &Classes::memberOfInstance(const ClassValue &type, llvm::StringRef key,
                                       const Node *site) {
  if (key == "constructor")
    return type;
  const Value *known = inheritedMember(type, key, site);
  return known ? *known : members().memberOfBuiltin("Object", key, site);
}

} // namespace agentc
