#include "SecretWalk.h"

#include "agentc/Flow/ModuleLoads.h"
#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/Walk.h"

namespace agentc {

using namespace ast;

namespace {

/// The function whose `this` an expression means, and the class or literal that it is a part of.
struct Self {
  const Node *owner = nullptr; ///< null where it is no method's or field's
  bool isStatic = false;
};

Self selfOf(const Node &node) {
  for (const Node *at = node.parent; at; at = at->parent) {
    const bool isOwn = isFunction(*at) && !llvm::isa<ArrowFunctionExpression>(at);
    if (const auto *method = isOwn ? llvm::dyn_cast<MethodDefinition>(at->parent) : nullptr)
      return {method->parent->parent, method->isStatic};
    if (isOwn && llvm::isa<Property>(at->parent))
      return {at->parent->parent};
    if (isOwn)
      return {};
    if (const auto *field = llvm::dyn_cast<PropertyDefinition>(at))
      return {field->parent->parent, field->isStatic};
    if (llvm::isa<StaticBlock>(at))
      return {at->parent->parent, true};
  }
  return {};
}

bool canBeClass(const Value &value, const Node &type) {
  bool found = false;
  forEachAlternative(
      value, [&](const Value &one) { found |= llvm::isa<ClassValue>(one) && one.origin == &type; });
  return found;
}

/// Calls `visit` for each class that extends a class itself.
template <typename F>
void forEachHeir(const agentc::Program &program, const Values &values, const Node &type, F visit) {
  auto look = [&](const Node &other) {
    const Node *super = superClassOf(other);
    if (super && canBeClass(values.of(*super), type))
      visit(other);
  };
  program.forEach<ClassDeclaration>(look);
  program.forEach<ClassExpression>(look);
}

/// The module whose exports an object is: `exports`, `module.exports`; null if it is none's.
const ModuleInfo *exportsAt(const agentc::Program &program, const Node &object) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&object);
  const bool isOfModule = member && writtenKeyOf(*member) == "exports";
  const auto *name = llvm::dyn_cast<Identifier>(isOfModule ? member->object : &object);
  const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
  const CommonJsPart part = symbol ? program.partIn(*symbol) : CommonJsPart();
  using Kind = CommonJsPart::Kind;
  if (part.kind == (isOfModule ? Kind::Module : Kind::Exports))
    return part.module;
  const bool isGlobal = name && !symbol && name->name == (isOfModule ? "module" : "exports");
  return isGlobal ? &program.moduleOf(object) : nullptr;
}

} // namespace

/// The object that an expression gives got the text at `keys`, whoever else has it.
void SecretWalk::hold(const Node &object, const Keys *keys) {
  if (llvm::isa<ThisExpression, Super>(object))
    return holdThis(object, keys);
  bool isKnown = true;
  llvm::SmallVector<const Value *, 4> alternatives;
  forEachAlternative(values_.of(object), [&](const Value &one) {
    isKnown &= one.origin && llvm::isa<ObjectValue, ArrayValue, ResultValue, InstanceValue,
                                       ClassValue, FunctionValue, UndefinedValue, NullValue>(one);
    alternatives.push_back(&one);
  });
  if (!isKnown)
    return holdBack(object, keys);
  for (const Value *one : alternatives)
    if (const auto *instance = llvm::dyn_cast<InstanceValue>(one))
      holdInstance(*instance->type->origin, keys);
    else if (llvm::isa<ClassValue>(one))
      holdClass(*one->origin, keys);
    else if (llvm::isa<FunctionDeclaration>(one->origin))
      holdBack(object, keys);
    else if (!llvm::isa<UndefinedValue, NullValue>(one))
      add(*one->origin, keys);
}

/// The same by the expressions that give the object, where its value is not known.
void SecretWalk::holdBack(const Node &object, const Keys *keys) {
  if (!held_.insert({&object, keys}).second)
    return;
  if (llvm::isa<ThisExpression, Super>(object))
    return holdThis(object, keys);
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&object))
    return hold(*member->object, push(values_.keyOf(*member).value_or(""), keys));
  if (const auto *awaited = llvm::dyn_cast<AwaitExpression>(&object))
    return hold(*awaited->argument, keys);
  if (const auto *choice = llvm::dyn_cast<LogicalExpression>(&object))
    return hold(*choice->left, keys), hold(*choice->right, keys);
  if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(&object))
    return hold(*choice->consequent, keys), hold(*choice->alternate, keys);
  if (llvm::isa<CallExpression, NewExpression, ObjectExpression, ArrayExpression>(object))
    return add(object, keys);
  const auto *name = llvm::dyn_cast<Identifier>(&object);
  const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr;
  if (!symbol || symbol->kind == SymbolKind::Import)
    return lose(object);
  followSymbol(*symbol, keys);
  for (const Identifier *target : symbol->targets) {
    const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent);
    const auto *given = llvm::dyn_cast<AssignmentPattern>(target->parent);
    if (declarator && declarator->init)
      hold(*declarator->init, keys);
    else if (assignment && assignment->left == target)
      hold(*assignment->right, keys);
    else if (symbol->kind == SymbolKind::Parameter)
      holdParameter(given ? static_cast<const Node &>(*given) : *target, keys);
    else if (!declarator)
      lose(object);
  }
}

/// The object is what calls give for a parameter.
void SecretWalk::holdParameter(const Node &parameter, const Keys *keys) {
  const Node *function = parameter.parent;
  if (const auto *given = llvm::dyn_cast<AssignmentPattern>(&parameter))
    hold(*given->right, keys);
  if (!function || !isFunction(*function))
    return lose(parameter);
  const size_t index = llvm::find(paramsOf(*function), &parameter) - paramsOf(*function).begin();
  program_.forEach<CallExpression>([&](const CallExpression &call) {
    forEachAlternative(values_.of(*call.callee), [&](const Value &callee) {
      if (callee.origin == function && llvm::isa<FunctionValue>(callee) &&
          index < call.arguments.size() && !llvm::isa<SpreadElement>(call.arguments[index]))
        hold(*call.arguments[index], keys);
    });
  });
}

void SecretWalk::holdThis(const Node &node, const Keys *keys) {
  const Self self = selfOf(node);
  if (!self.owner)
    return lose(node);
  if (llvm::isa<ObjectExpression>(self.owner))
    return add(*self.owner, keys);
  return self.isStatic ? holdClass(*self.owner, keys) : holdInstance(*self.owner, keys);
}

/// Objects of a class and of those that extend it; the code of what it extends has them too.
void SecretWalk::holdInstance(const Node &type, const Keys *keys) {
  if (!held_.insert({&type, push("new", keys)}).second)
    return;
  if (isFunction(type))
    return lose(type);
  addSelves(type, false, keys);
  program_.forEach<NewExpression>([&](const NewExpression &creation) {
    if (canBeClass(values_.of(*creation.callee), type))
      add(creation, keys);
  });
  forEachHeir(program_, values_, type, [&](const Node &heir) { holdInstance(heir, keys); });
  const Node *super = superClassOf(type);
  for (unsigned i = 0; super && i < maxKeys; ++i) {
    const auto *parent = llvm::dyn_cast<ClassValue>(&values_.of(*super));
    if (!parent || isFunction(*parent->origin))
      break;
    addSelves(*parent->origin, false, keys);
    super = superClassOf(*parent->origin);
  }
}

void SecretWalk::holdClass(const Node &type, const Keys *keys) {
  if (!held_.insert({&type, keys}).second)
    return;
  addSelves(type, true, keys);
  const Identifier *name = ownNameOf(type);
  if (const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr)
    followSymbol(*symbol, keys);
  if (llvm::isa<ClassExpression>(type))
    add(type, keys);
  else if (llvm::isa<ExportDefaultDeclaration>(type.parent))
    exportFrom(program_.moduleOf(type), type, push("default", keys));
  forEachHeir(program_, values_, type, [&](const Node &heir) { holdClass(heir, keys); });
}

void SecretWalk::addSelves(const Node &type, bool isStatic, const Keys *keys) {
  walk(type, [&](const Node &node) {
    if (llvm::isa<ThisExpression, Super>(node)) {
      const Self self = selfOf(node);
      if (self.owner == &type && self.isStatic == isStatic)
        add(node, keys);
    }
    return true;
  });
}

/// True of an assignment to a module's exports, or to a member of them.
bool SecretWalk::exportByCommonJs(const MemberExpression &target, const Keys *keys) {
  if (const ModuleInfo *whole = exportsAt(program_, target);
      whole && llvm::isa<MemberExpression>(target)) {
    exportFrom(*whole, target, keys);
    return true;
  }
  const ModuleInfo *module = exportsAt(program_, *target.object);
  std::optional<std::string> key = module ? values_.keyOf(target) : std::nullopt;
  if (!key)
    return false;
  // the module's own code reads it back there
  program_.forEach<MemberExpression>([&](const MemberExpression &read) {
    if (exportsAt(program_, *read.object) == module && values_.keyOf(read) == key &&
        !isWritten(read))
      add(read, keys);
  });
  exportFrom(*module, target, push(*key, keys));
  return true;
}

void SecretWalk::exportSymbol(const Symbol &symbol, const Keys *keys) {
  if (symbol.targets.empty() || symbol.scope->kind != ScopeKind::Module)
    return;
  const ModuleInfo &module = program_.moduleOf(*symbol.targets.front());
  for (const auto &[name, record] : module.exports)
    if (record.symbol == &symbol)
      exportFrom(module, *symbol.targets.front(), push(name, keys));
}

/// A module's namespace has the text at `keys`.
void SecretWalk::exportFrom(const ModuleInfo &module, const Node &at, const Keys *keys) {
  // whoever loads the bundle gets what its entry exports; what bundlers wrap is not followed
  const Node *place = &at;
  for (const Keys *key = keys; key; key = key->next)
    if (const Node *result = results_.lookup(key))
      place = result; // where a function gives it back tells more than where that is exported
  if (!keys || module.wrapper || (&module == program_.entry() && !program_.startedProgram()))
    return lose(*place);
  if (!held_.insert({module.syntax->program, keys}).second)
    return;
  for (const auto &importer : program_.modules()) {
    for (const auto &import : importer->imports)
      if (import->resolution.module == &module)
        importInto(*importer, *import, keys);
    forEachLoad(values_, *importer, [&](const ModuleLoad &load) {
      forEachAlternative(values_.of(*load.specifier), [&](const Value &value) {
        std::optional<llvm::StringRef> name = asString(value);
        if (name && program_.resolveSpecifier(*importer, *name, load.form).module == &module)
          add(*load.specifier->parent, keys);
      });
    });
  }
}

void SecretWalk::importInto(const ModuleInfo &importer, const ImportRecord &import,
                            const Keys *keys) {
  for (const auto &[name, record] : importer.exports)
    if (record.from == &import) {
      if (record.importedName == "*")
        exportFrom(importer, *import.node, push(name, keys));
      else if (keys->is(record.importedName))
        exportFrom(importer, *import.node, push(name, keys->next));
    }
  if (llvm::is_contained(importer.starExports, &import))
    exportFrom(importer, *import.node, keys);
  auto give = [&](const Node *local, const Keys *given) {
    const auto *name = llvm::dyn_cast_or_null<Identifier>(local);
    if (const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr)
      followSymbol(*symbol, given);
  };
  if (const auto *equals = llvm::dyn_cast<TSImportEqualsDeclaration>(import.node))
    return give(equals->id, keys);
  const auto *declaration = llvm::dyn_cast<ImportDeclaration>(import.node);
  if (!declaration)
    return;
  const ModuleInfo &module = *import.resolution.module;
  const bool isCommonJs = !module.commonJsExports.empty();
  for (const Node *part : declaration->specifiers) {
    if (const auto *all = llvm::dyn_cast<ImportNamespaceSpecifier>(part)) {
      give(all->local, keys);
      if (isCommonJs)
        give(all->local, push("default", keys));
    } else if (const auto *whole = llvm::dyn_cast<ImportDefaultSpecifier>(part)) {
      if (keys->is("default"))
        give(whole->local, keys->next);
      if (isCommonJs)
        give(whole->local, keys);
    } else if (const auto *one = llvm::dyn_cast<ImportSpecifier>(part)) {
      const auto *name = llvm::dyn_cast<Identifier>(one->imported);
      if (!name || keys->is(name->name))
        give(one->local, keys->next);
      else if (isCommonJs && name->name == "default")
        give(one->local, keys);
    }
  }
}

} // namespace agentc
