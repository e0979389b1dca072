#include "Abstract/Inheritance.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "Abstract/Classes.h"
#include "Abstract/CommonJsExports.h"
#include "Abstract/ConstructorFunctions.h"
#include "Abstract/Members.h"
#include "Abstract/Parameters.h"
#include "Concrete/Callbacks.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace agentc {

using namespace ast;

namespace {

/// A class with more heirs than this is extended by whoever wants to.
constexpr size_t maxHeirs = 64, maxWritesOfKey = 64, maxReadsOfMethod = 64;

} // namespace

const Inheritance::Heirs &Inheritance::heirs() {
  if (heirs_)
    return *heirs_;
  heirs_ = std::make_unique<Heirs>();
  Heirs &heirs = *heirs_;
  auto classBehind = [&](const Node &parent) -> const Node * {
    const auto *name = llvm::dyn_cast<Identifier>(&parent);
    const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
    const Symbol *end = symbol ? &flows().names().denoted(*symbol) : nullptr;
    if (!end || end->targets.size() != 1)
      return nullptr;
    const Identifier *target = end->targets.front();
    const Node *declaration = target->parent;
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(declaration))
      declaration = declarator->init;
    const auto *function = llvm::dyn_cast_or_null<FunctionDeclaration>(declaration);
    bool isOne = declaration &&
                 (function ? function->id == target
                           : isClass(*declaration) || llvm::isa<FunctionExpression>(declaration));
    return isOne ? declaration : nullptr;
  };
  auto find = [&](const Node &node, auto &self) -> void {
    if (const Node *parent = parentOf(node)) {
      if (const Node *known = classBehind(*parent))
        heirs.byParent[known].push_back(&node);
      else
        heirs.others.push_back(&node);
    }
    forEachChild(node, [&](const Node &child) { self(child, self); });
  };
  for (const auto &module : program().modules())
    find(*module->syntax->program, find);
  return heirs;
}

/// The expression of the class that a class or a function that makes objects extends.
const Node *Inheritance::parentOf(const Node &type) {
  return isFunction(type) ? constructorFunctions().superExpressionOf(type) : superClassOf(type);
}

/// Notes the heirs of classes whose parents' values change no more.
void Inheritance::sortSettled() {
  llvm::erase_if(heirs_->others, [&](const Node *other) {
    const Value *settled = answers().find(Answers::keyOf(*parentOf(*other)));
    if (settled)
      forEachAlternative(*settled, [&](const Value &parent) {
        if (parent.origin)
          heirs_->byParent[parent.origin].push_back(other);
      });
    return settled != nullptr;
  });
}

/// The classes that extend a class, and those that extend these.
llvm::SmallVector<const Node *, 4> Inheritance::heirsOf(const Node &type) {
  llvm::SmallVector<const Node *, 4> found;
  llvm::SmallPtrSet<const Node *, 8> seen{&type};
  auto add = [&](const Node &heir) {
    if (seen.insert(&heir).second)
      found.push_back(&heir);
  };
  const Node *at = &type;
  heirs();
  sortSettled();
  // evaluating a parent may sort others
  const auto others = heirs().others;
  for (size_t i = 0; found.size() < maxHeirs; at = found[i++]) {
    auto direct = heirs().byParent.find(at);
    for (const Node *heir : direct == heirs().byParent.end()
                                ? llvm::ArrayRef<const Node *>()
                                : llvm::ArrayRef<const Node *>(direct->second))
      add(*heir);
    for (const Node *other : others)
      forEachAlternative(eval(*parentOf(*other)), [&](const Value &parent) {
        if (parent.origin == at)
          add(*other);
      });
    if (i == found.size())
      break;
  }
  return found;
}

/// True if a value is an object of one of the classes or, with \p isStatic, one of the classes
/// itself.
bool Inheritance::isOfClasses(const Value &object, llvm::ArrayRef<const Node *> types,
                              bool isStatic) {
  bool isOne = false;
  forEachAlternative(object, [&](const Value &one) {
    const auto *instance = llvm::dyn_cast<InstanceValue>(&one);
    const Value *type = isStatic ? &one : instance ? instance->type : nullptr;
    isOne |= type && llvm::isa<ClassValue>(type) && llvm::is_contained(types, type->origin);
  });
  return isOne;
}

/// Adds the values that `Object.assign(this, …)` and `this[key] = …` give to a name in a class
/// and its parents.
void Inheritance::addOpenMembers(const ClassValue &type, llvm::StringRef key,
                                 llvm::SmallVectorImpl<const Value *> &values) {
  const ClassValue *at = &type;
  for (unsigned depth = 0; at && depth < maxHeirs;
       at = llvm::dyn_cast_or_null<ClassValue>(at->superClass), ++depth) {
    const Classes::MemberSources &open = classes().membersOf(*at).open;
    for (const Node *write : open.nodes)
      values.append({&classes().writtenBy(*write), &unknown(UnknownReason::Member, write)});
    for (const WrittenProperty &written : open.written) {
      if (written.kind != WrittenProperty::Kind::All) {
        values.push_back(&unknown(UnknownReason::Member, written.value));
        continue;
      }
      const Value &given = members().member(commonJs().valueOf(written), key, written.value);
      if (!llvm::isa<UndefinedValue>(given))
        values.push_back(&given);
    }
  }
}

/// A member of `this`, with what heirs have for it and what other code writes to it.
const Value &Inheritance::memberOfThis(const ClassValue &type, llvm::StringRef key, bool isStatic,
                                       const Value &own, const Node &site) {
  if (key == "constructor" || key == "prototype")
    return own;
  key = strings().save(key);
  uint64_t *&slot = membersOfThis_[{type.origin, key.data()}];
  if (!slot)
    slot = arena().Allocate<uint64_t>(2);
  const ClassValue *kept = &type;
  const Value &others = outsideRun([&]() -> const Value & {
    return once(Question::Member, slot + isStatic, &site,
                [this, kept, key, isStatic]() -> const Value & {
                  return computeMemberOfThis(*kept, key, isStatic);
                });
  });
  const auto *none = llvm::dyn_cast<ArrayValue>(&others);
  if (none && none->elements.empty() && none->origin == type.origin)
    return own;
  return unite({&own, &others}, &site);
}

/// Nothing is an empty array made by the class.
const Value &Inheritance::computeMemberOfThis(const ClassValue &type, llvm::StringRef key,
                                              bool isStatic) {
  llvm::SmallVector<const Value *, 8> values;
  llvm::SmallVector<const Node *, 4> heirs = heirsOf(*type.origin);
  if (heirs.size() >= maxHeirs)
    values.push_back(&unknown(UnknownReason::Limit, type.origin));
  bool isMethod = false;
  unsigned depth = 0;
  for (const ClassValue *at = &type; at && depth++ < maxHeirs;
       at = llvm::dyn_cast_or_null<ClassValue>(at->superClass)) {
    const auto &table =
        isStatic ? classes().membersOf(*at).ofClass : classes().membersOf(*at).ofInstance;
    auto found = table.find(key);
    if (found == table.end())
      continue;
    isMethod = llvm::any_of(found->second.nodes,
                            [](auto *node) { return llvm::isa<MethodDefinition>(node); });
    break;
  }
  // methods of its parents may write what is its own
  depth = 0;
  for (const auto *at = llvm::dyn_cast_or_null<ClassValue>(type.superClass);
       at && !isStatic && depth++ < maxHeirs;
       at = llvm::dyn_cast_or_null<ClassValue>(at->superClass)) {
    auto written = classes().membersOf(*at).ofInstance.find(key);
    if (written == classes().membersOf(*at).ofInstance.end())
      continue;
    for (const Node *node : written->second.nodes)
      if (llvm::isa<AssignmentExpression>(node) &&
          functionAround(*node) != constructorOf(*at->origin))
        values.push_back(&classes().writtenBy(*node));
  }
  for (const Node *heir : heirs)
    if (const auto *known =
            llvm::dyn_cast<ClassValue>(&constructorFunctions().asClass(eval(*heir)))) {
      if (const Value *own = classes().ownMember(*known, key, isStatic))
        values.push_back(own);
      const bool isWritten = !isStatic && isFunction(*heir);
      if (const Value *own =
              isWritten ? constructorFunctions().prototypeMember(*known, key, heir) : nullptr)
        values.push_back(own);
      if (!isStatic && !isMethod)
        addOpenMembers(*known, key, values);
    }
  if (!isStatic && !isMethod)
    addOpenMembers(type, key, values);
  llvm::SmallVector<const Node *, 8> types{type.origin};
  types.append(heirs.begin(), heirs.end());
  llvm::ArrayRef<const MemberExpression *> writes = memberIndexOf(program()).of(key).writes;
  for (const MemberExpression *write : writes.take_front(maxWritesOfKey))
    if (!llvm::isa<ThisExpression>(write->object))
      if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(write->parent);
          assignment && assignment->left == write &&
          isOfClasses(eval(*write->object), types, isStatic))
        values.push_back(&classes().writtenBy(*assignment));
  if (!isStatic && !isMethod)
    addAssigned(types, key, values);
  return values.empty() ? array({}, false, type.origin) : unite(values, type.origin);
}

/// Adds what `Object.assign(object, …)` gives to a name of objects of the classes, where a variable
/// of a module holds the object: to ask what any other may be, large programs are gone through.
void Inheritance::addAssigned(llvm::ArrayRef<const Node *> types, llvm::StringRef key,
                              llvm::SmallVectorImpl<const Value *> &values) {
  for (const Node *read :
       llvm::ArrayRef(memberIndexOf(program()).of("assign").reads).take_front(maxWritesOfKey)) {
    const auto *call = llvm::dyn_cast_or_null<CallExpression>(read->parent);
    if (!call || call->callee != read || call->arguments.size() < 2 ||
        !isOfModule(*call->arguments[0]))
      continue;
    const auto *api = llvm::dyn_cast<ApiValue>(&eval(*read));
    if (!api || api->path != "global:Object.assign"_api ||
        !isOfClasses(eval(*call->arguments[0]), types, false))
      continue;
    for (const Node *source : call->arguments.drop_front()) {
      const Value &given = llvm::isa<SpreadElement>(source)
                               ? unknown(UnknownReason::Member, source)
                               : members().member(eval(*source), key, source);
      if (!llvm::isa<UndefinedValue>(given))
        values.push_back(&given);
    }
  }
}

/// True of the name of a module's variable or of what it imports.
bool Inheritance::isOfModule(const Node &expression) {
  const auto *name = llvm::dyn_cast<Identifier>(&expression);
  const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
  return symbol && symbol->scope->kind == ScopeKind::Module;
}

/// `this` of an object literal's method, with other objects that are called by it: copies of the
/// literal, those that inherit from it, and what `call` and `apply` are given.
const Value &Inheritance::withReceivers(const Value &own, const Node &method, const Node &site) {
  std::optional<llvm::StringRef> key = writtenKeyOf(*method.parent);
  llvm::ArrayRef<const Node *> reads;
  if (key)
    reads = memberIndexOf(program()).of(*key).reads;
  if (reads.empty() || reads.size() > maxReadsOfMethod)
    return own;
  const Node *literal = method.parent->parent;
  auto isMethod = [&](const Value &value) {
    return llvm::isa<FunctionValue>(value) && value.origin == &method;
  };
  auto inherits = [&](const Value &object) {
    const auto *written = llvm::dyn_cast_or_null<ObjectExpression>(object.origin);
    for (const Node *part : written ? written->properties : NodeList())
      if (const auto *property = llvm::dyn_cast<Property>(part);
          property && writtenKeyOf(*property) == "__proto__" &&
          eval(*property->value).origin == literal)
        return true;
    const auto *made = llvm::dyn_cast<ResultValue>(&object);
    return made && made->callee->path == "global:Object.create"_api && !made->arguments.empty() &&
           made->arguments[0]->origin == literal;
  };
  llvm::SmallVector<const Value *, 4> values{&own};
  for (const Node *read : reads) {
    const auto *member = llvm::dyn_cast<MemberExpression>(read);
    if (!member || llvm::isa<ThisExpression>(member->object))
      continue;
    const auto *borrowed = llvm::dyn_cast<MemberExpression>(member->parent);
    const auto *call = llvm::dyn_cast<CallExpression>(borrowed ? borrowed->parent : member->parent);
    if (!call || call->callee != (borrowed ? borrowed : member))
      continue;
    llvm::StringRef how = borrowed ? writtenKeyOf(*borrowed).value_or("") : "";
    if (borrowed &&
        ((how != "call" && how != "apply") || call->arguments.empty() || !isMethod(eval(*member))))
      continue;
    forEachAlternative(
        eval(borrowed ? *call->arguments[0] : *member->object), [&](const Value &object) {
          const auto *known = llvm::dyn_cast<ObjectValue>(&object);
          const PropertyValue *held = known ? known->find(*key) : nullptr;
          bool isOther = object.origin != literal && object.origin != own.origin;
          if (isOther && (borrowed || inherits(object) || (held && isMethod(*held->value))))
            values.push_back(&object);
        });
  }
  return unite(values, &site);
}

/// `this` of a function that is handed to functions of the language: what these say, or nothing,
/// which is the global object in sloppy code; null where others get it.
const Value *Inheritance::thisOfPassed(const FunctionUses &uses, const Node &function,
                                       const Node &site) {
  llvm::SmallVector<const Value *, 4> values;
  for (const auto &[call, position] : uses.passed) {
    auto [callee, arguments, isNew] = partsOf(*call);
    const auto *path = llvm::dyn_cast<ApiValue>(&eval(*callee));
    llvm::StringRef host = path ? path->path : llvm::StringRef();
    if (!host.consume_front("global:"))
      return nullptr;
    bool isArrays = host.consume_front("Array.prototype.");
    if (!isArrays && host != "Promise" && host != "queueMicrotask" && host != "Array.from" &&
        !host.starts_with("String.prototype.") && !host.starts_with("Promise"))
      return nullptr;
    bool takesThis = isArrays && builtinMethod(host).does(BuiltinMethod::CallsEach);
    const Value *given = takesThis && position + 1 < arguments.size()
                             ? &parameters().argumentAt(*call, arguments, position + 1)
                             : nullptr;
    values.push_back(&classes().thisFor(given, function, site));
  }
  return values.empty() ? nullptr : &unite(values, &site);
}

} // namespace agentc
