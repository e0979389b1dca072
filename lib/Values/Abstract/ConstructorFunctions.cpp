#include "Abstract/ConstructorFunctions.h"

#include "agentc/Values/ApiPath.h"

#include "Abstract/CommonJsExports.h"
#include "Abstract/MemberChanges.h"
#include "Abstract/Symbols.h"
#include "Concrete/Interpreter.h"

namespace agentc {

using namespace ast;

namespace {

const Identifier *nameOf(const Node &function) {
  if (const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(&function))
    return llvm::dyn_cast_or_null<Identifier>(declaration->id);
  if (const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(function.parent))
    return llvm::dyn_cast<Identifier>(declarator->id);
  const auto *expression = llvm::dyn_cast<FunctionExpression>(&function);
  return expression ? llvm::dyn_cast_or_null<Identifier>(expression->id) : nullptr;
}

/// `X` of `X.prototype`, null for all else.
const Node *ownerOfPrototype(const Node &node) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&node);
  return member && writtenKeyOf(*member) == "prototype" ? member->object : nullptr;
}

/// `Y` where the prototype of `X.prototype` is set to `Y.prototype`; null for all else.
const Node *ownerOfLinked(const Node &prototype) {
  if (const auto *call = llvm::dyn_cast_or_null<CallExpression>(prototype.parent)) {
    const auto *member = llvm::dyn_cast<MemberExpression>(call->callee);
    bool isSet = member && writtenKeyOf(*member) == "setPrototypeOf" &&
                 call->arguments.size() > 1 && call->arguments[0] == &prototype;
    return isSet ? ownerOfPrototype(*call->arguments[1]) : nullptr;
  }
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(prototype.parent);
  const auto *assignment = member && writtenKeyOf(*member) == "__proto__"
                               ? llvm::dyn_cast_or_null<AssignmentExpression>(member->parent)
                               : nullptr;
  return assignment && assignment->left == member ? ownerOfPrototype(*assignment->right) : nullptr;
}

} // namespace

/// True of Node's `util.inherits`, by whatever name.
bool ConstructorFunctions::isInherits(const Node &callee) {
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&callee))
    return writtenKeyOf(*member) == "inherits";
  const auto *api =
      llvm::isa<Identifier>(callee)
          ? llvm::dyn_cast<ApiValue>(&outsideRun([&]() -> const Value & { return eval(callee); }))
          : nullptr;
  return api && api->path == "module:util.inherits"_api;
}

/// The expression of the class that a function's `prototype` is made to extend; null if there is
/// none.
const Node *ConstructorFunctions::superExpressionOf(const Node &function) {
  auto [known, isNew] = superExpressions_.try_emplace(&function, nullptr);
  if (!isNew)
    return known->second;
  const Node *found = findSuperExpression(function);
  superExpressions_[&function] = found;
  return found;
}

const Node *ConstructorFunctions::findSuperExpression(const Node &function) {
  const Identifier *name = nameOf(function);
  const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
  for (const Identifier *reference : symbol ? llvm::ArrayRef<const Identifier *>(symbol->references)
                                            : llvm::ArrayRef<const Identifier *>()) {
    const Node &parent = *reference->parent;
    if (const auto *call = llvm::dyn_cast<CallExpression>(&parent)) {
      if (call->arguments.size() < 2 || call->arguments[0] != reference)
        continue;
      if (isInherits(*call->callee) ||
          program().shapeOfCallee(*call->callee).kind == HelperShape::Kind::Inherit)
        return call->arguments[1];
    }
    if (ownerOfPrototype(parent) != reference)
      continue;
    if (const Node *owner = ownerOfLinked(parent))
      return owner;
    // `X.prototype = Object.create(Y.prototype)` and `X.prototype = new Y()`
    const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(parent.parent);
    if (!assignment || assignment->left != &parent)
      continue;
    if (const auto *made = llvm::dyn_cast<NewExpression>(assignment->right))
      return made->callee;
    const auto *created = llvm::dyn_cast<CallExpression>(assignment->right);
    if (created && !created->arguments.empty())
      if (const Node *owner = ownerOfPrototype(*created->arguments[0]))
        return owner;
  }
  return nullptr;
}

/// A value that a class extends, with functions as the classes that they make.
const Value &ConstructorFunctions::asClass(const Value &value) {
  if (llvm::isa<UnionValue>(value)) {
    llvm::SmallVector<const Value *, 4> classes;
    forEachAlternative(value, [&](const Value &one) { classes.push_back(&asClass(one)); });
    return unite(classes, value.origin);
  }
  return llvm::isa<FunctionValue>(value) ? classOf(*value.origin) : value;
}

/// A function as the class of what `new` makes by it.
const ClassValue &ConstructorFunctions::classOf(const Node &function) {
  const Node *superClass = superExpressionOf(function);
  if (!superClass)
    return make<ClassValue>(nullptr, &function);
  const Value &extended =
      once(Question::Class, &function, &function,
           [this, superClass]() -> const Value & { return asClass(eval(*superClass)); });
  return make<ClassValue>(&extended, &function);
}

/// Returns the value written to a member of a function's or class's prototype, through any
/// name; null if there is none.
const Value *ConstructorFunctions::prototypeMember(const ClassValue &type, llvm::StringRef key,
                                                   const Node *site) {
  const WrittenProperty *only = nullptr;
  return prototypeMember(type, key, site, only);
}

const Value *ConstructorFunctions::prototypeMember(const ClassValue &type, llvm::StringRef key,
                                                   const Node *site, const WrittenProperty *&only) {
  llvm::SmallVector<const Symbol *, 2> symbols(this->symbols().holdersOf(*type.origin));
  if (isFunction(*type.origin))
    if (const Identifier *name = nameOf(*type.origin))
      if (const Symbol *symbol = program().symbolOf(*name);
          symbol && !llvm::is_contained(symbols, symbol))
        symbols.push_back(symbol);
  llvm::StringRef name = strings().save("prototype." + key);
  llvm::SmallVector<const Value *, 2> values;
  for (const Symbol *symbol : symbols) {
    memberChanges().addDefinedByTakers(*symbol, true, key, site, values);
    const Symbols::PropertyWrites &writes = this->symbols().writesTo(*symbol);
    auto written = writes.find(name);
    if (written == writes.end())
      continue;
    if (written->second.size() == 1)
      only = &written->second.front();
    values.push_back(
        &outsideRun([&]() -> const Value & { return commonJs().valueOf(written->second, site); }));
  }
  return values.empty() ? nullptr : &unite(values, site);
}

/// `this` of what is defined on an object: a prototype's functions are called on what inherits it.
const Value &ConstructorFunctions::inheritingFrom(const Value &object, const Node &function) {
  llvm::SmallVector<const Value *, 4> values;
  forEachAlternative(object, [&](const Value &value) {
    const auto *path = llvm::dyn_cast<ApiValue>(&value);
    bool isPrototype = path && (llvm::StringRef(path->path).ends_with(".prototype") ||
                                path->path == "any:prototype"_api);
    values.push_back(isPrototype ? &unknown(UnknownReason::Parameter, &function) : &value);
  });
  return unite(values, &function);
}

/// The class whose object `this` is in a function that is not a method by its syntax: it is written
/// to a prototype, or is a class's constructor itself. Null where nothing tells.
const Value *ConstructorFunctions::thisOfFunction(const Node &function) {
  auto instanceOf = [&](const Node &owner) -> const Value * {
    const Value &type = asClass(eval(owner));
    const auto *known = llvm::dyn_cast<ClassValue>(&type);
    return known ? &make<InstanceValue>(known, &function) : nullptr;
  };
  const Node *parent = function.parent;
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent)) {
    const auto *target = llvm::dyn_cast<MemberExpression>(assignment->left);
    const Node *owner = target ? ownerOfPrototype(*target->object) : nullptr;
    if (owner)
      return instanceOf(*owner);
  }
  // a descriptor, or one of a list of methods
  const auto *descriptor =
      llvm::isa<Property>(parent) ? llvm::dyn_cast<ObjectExpression>(parent->parent) : nullptr;
  if (descriptor) {
    const auto *list = llvm::dyn_cast<ArrayExpression>(descriptor->parent);
    const Node *argument = list ? static_cast<const Node *>(list) : descriptor;
    const auto *call = llvm::dyn_cast<CallExpression>(argument->parent);
    if (call && !call->arguments.empty() && call->arguments[0] != argument) {
      if (list && program().shapeOfCallee(*call->callee).kind == HelperShape::Kind::DefineMethods)
        return call->arguments.size() > 1 && call->arguments[1] == list
                   ? instanceOf(*call->arguments[0])
                   : &eval(*call->arguments[0]);
      const auto *define = llvm::dyn_cast<MemberExpression>(call->callee);
      if (!list && define && writtenKeyOf(*define) == "defineProperty") {
        const Node *owner = ownerOfPrototype(*call->arguments[0]);
        return owner ? instanceOf(*owner) : &inheritingFrom(eval(*call->arguments[0]), function);
      }
    }
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(descriptor->parent);
    if (const Node *owner = assignment ? ownerOfPrototype(*assignment->left) : nullptr)
      return instanceOf(*owner);
  }
  return isConstructorFunction(function) ? &make<InstanceValue>(&classOf(function), &function)
                                         : nullptr;
}

/// True if something is written to a function's prototype, or if the function extends another
/// one.
bool ConstructorFunctions::isConstructorFunction(const Node &function) {
  if (superExpressionOf(function))
    return true;
  const Identifier *name = nameOf(function);
  const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
  return symbol && llvm::any_of(symbol->references, [&](const Identifier *reference) {
           return ownerOfPrototype(*reference->parent) == reference ||
                  (llvm::isa<CallExpression>(reference->parent) &&
                   !program().definitionsAt(*reference).empty());
         });
}

/// The `prototype` that is written to a function to make it extend another one, as the object that
/// it stands for: of the function's own class. Null where more is written with it.
const Value *ConstructorFunctions::writtenPrototype(const ClassValue &type, const Value &written,
                                                    const Node *site) {
  const Node *superClass = isFunction(*type.origin) ? superExpressionOf(*type.origin) : nullptr;
  if (!superClass)
    return nullptr;
  bool isPlain = true;
  // what a helper writes is known by its shape
  if (!llvm::isa<CallExpression>(superClass->parent))
    forEachAlternative(written, [&](const Value &one) {
      const auto *made = llvm::dyn_cast<ResultValue>(&one);
      bool isCreated = made && made->callee->path == "global:Object.create"_api;
      isPlain &= llvm::isa<InstanceValue>(one) || (isCreated && made->arguments.size() == 1);
    });
  return isPlain ? &make<InstanceValue>(&type, site) : nullptr;
}

/// The prototype of `X.prototype`, which is that of the class X extends, and of a class itself;
/// null for other things.
const Value *ConstructorFunctions::prototypeBehind(const Value &value, const Node &site) {
  const auto *call = llvm::dyn_cast<CallExpression>(&site);
  bool isOfPrototype = call && !call->arguments.empty() && ownerOfPrototype(*call->arguments[0]);
  const auto *instance = llvm::dyn_cast<InstanceValue>(&value);
  if (instance && isOfPrototype) {
    const auto *parent = llvm::dyn_cast_or_null<ClassValue>(instance->type->superClass);
    return parent ? &make<InstanceValue>(parent, &site) : nullptr;
  }
  const Value &type = asClass(value);
  const auto *known = llvm::dyn_cast<ClassValue>(&type);
  return known ? known->superClass : nullptr;
}

/// Makes the part of an object that its class's parent makes, while code is run.
const Value *ConstructorFunctions::constructParent(const Value &object, const Value &type,
                                                   Arguments arguments, const Node &site) {
  const auto *instance = llvm::dyn_cast<InstanceValue>(&object);
  const Value &derived = asClass(type);
  const auto *known = llvm::dyn_cast<ClassValue>(&derived);
  const auto *parent = known ? llvm::dyn_cast_or_null<ClassValue>(known->superClass) : nullptr;
  const auto *list = arguments.size() > 2 ? llvm::dyn_cast<ArrayValue>(arguments[2]) : nullptr;
  if (!instance || !parent || (list && list->open) ||
      !interpreter().runConstructor(*parent, *instance, list ? list->elements : Arguments(), site))
    return &interpreter().fail(site);
  return &object;
}

/// A variable that holds `this`: a derived class's constructor has it from its parent's.
bool ConstructorFunctions::isThis(const Node &node) const {
  if (llvm::isa<ThisExpression>(node))
    return true;
  const auto *name = llvm::dyn_cast<Identifier>(&node);
  const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
  if (!symbol || symbol->targets.empty() || symbol->targets.size() > 2)
    return false;
  auto givesThis = [](const Node *value, auto &self) -> bool {
    if (!value)
      return false;
    if (llvm::isa<ThisExpression>(value))
      return true;
    if (const auto *logical = llvm::dyn_cast<LogicalExpression>(value))
      return self(logical->right, self);
    const auto *call = llvm::dyn_cast<CallExpression>(value);
    return call && !call->arguments.empty() && llvm::isa<ThisExpression>(call->arguments[0]);
  };
  return llvm::any_of(symbol->targets, [&](const Identifier *target) {
    const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent);
    return givesThis(declarator   ? declarator->init
                     : assignment ? assignment->right
                                  : nullptr,
                     givesThis);
  });
}

} // namespace agentc
