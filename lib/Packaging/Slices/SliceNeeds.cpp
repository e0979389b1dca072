#include "SliceNeeds.h"

#include "agentc/Program/WrittenLoad.h"
#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

/// By what names code gets at the other tools of its agent.
static constexpr llvm::StringLiteral readsTools[] = {"tools", "getAvailableTools", "processMessage",
                                                     "processToolCalls"};

void SliceNeeds::takeModule(const ModuleInfo &module) {
  if (!modules_.insert(&module))
    return;
  // directives say how the rest is read
  for (const SlicePart *part : parts_.statementsOf(module))
    if (const auto *statement = llvm::dyn_cast<ExpressionStatement>(part->node);
        statement && statement->directive)
      take(*part);
}

void SliceNeeds::take(const SlicePart &part) {
  if (!taken_.insert(&part).second)
    return;
  takeModule(*part.module);
  if (part.outer)
    take(*part.outer);
  for (const Symbol *symbol : parts_.declaredBy(part))
    effects_.addRoots(*symbol, roots_);
  open_.push_back(&part);
  for (const SlicePart *inner : part.inner)
    if (inner->kind == SlicePart::Kind::Method) {
      if (mentionsAll_ || mentioned_.contains(inner->name))
        take(*inner);
      else
        waiting_.emplace(inner->name, inner);
    } else if (inner->kind == SlicePart::Kind::OtherTool) {
      for (llvm::StringRef reader : readsTools)
        waiting_.emplace(reader.str(), inner);
      if (inner->name == tool_ || mentionsAll_ ||
          llvm::any_of(readsTools, [&](llvm::StringRef each) { return mentioned_.contains(each); }))
        take(*inner);
    }
}

void SliceNeeds::mention(llvm::StringRef name) {
  // who lists a class's methods sees which there are
  if (name == "getOwnPropertyNames" || name == "getOwnPropertyDescriptors" || name == "ownKeys")
    return mentionAll();
  if (mentionsAll_ || !mentioned_.insert(name.str()).second)
    return;
  auto [begin, end] = waiting_.equal_range(name);
  std::vector<const SlicePart *> found;
  for (auto it = begin; it != end; ++it)
    found.push_back(it->second);
  for (const SlicePart *part : found)
    take(*part);
}

void SliceNeeds::mentionAll() {
  if (mentionsAll_)
    return;
  mentionsAll_ = true;
  std::vector<const SlicePart *> found;
  for (auto &[name, part] : waiting_)
    found.push_back(part);
  for (const SlicePart *part : found)
    take(*part);
}

void SliceNeeds::needExport(const ModuleInfo &module, llvm::StringRef name) {
  if (module.goal == Goal::Module)
    return need(parts_.exportOf(module, name));
  takeModule(module);
  roots_.insert(&module);
  if (module.goal == Goal::Json || !exports_.emplace(&module, name.str()).second)
    return;
  for (const SlicePart *part : parts_.exporting(module, name))
    take(*part);
}

void SliceNeeds::need(const SliceTarget &target) {
  using Kind = SliceTarget::Kind;
  switch (target.kind) {
  case Kind::Symbol:
    if (target.symbol)
      needSymbol(*target.symbol);
    return;
  case Kind::Default:
    if (const SlicePart *part = parts_.around(*target.node))
      take(*part);
    return;
  case Kind::Namespace:
    takeModule(*target.module);
    if (!namespaces_.insert(target.module))
      return;
    if (!target.module->starExports.empty())
      refuse("a namespace with `export *` is used as an object");
    for (const auto &[name, record] : target.module->exports)
      need(parts_.exportOf(*target.module, name));
    return;
  case Kind::CommonJs:
    return needExport(*target.module, target.name);
  case Kind::External:
    roots_.insert(effects_.rootOf(target.specifier));
    return;
  case Kind::Missing:
    return refuse("an import that no module of the bundle answers");
  }
}

void SliceNeeds::needSymbol(const Symbol &symbol) {
  effects_.addRoots(symbol, roots_);
  if (symbol.kind == SymbolKind::Import)
    return need(parts_.targetOf(symbol));
  llvm::ArrayRef<SlicePart *> declaring = parts_.declaring(symbol);
  for (const SlicePart *part : declaring.empty() ? parts_.writing(symbol) : declaring)
    take(*part);
  SliceTarget target = parts_.targetOf(symbol);
  if (target.kind == SliceTarget::Kind::CommonJs && target.name != "*")
    need(target);
}

/// The member of a namespace or of a CommonJS module's exports that is all that is read of it.
static std::optional<llvm::StringRef> onlyMember(const Node &object) {
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(object.parent);
  if (!member || member->object != &object)
    return std::nullopt;
  const Node *parent = member->parent;
  // who is called with its object as `this` may ask it for more
  if (const auto *call = llvm::dyn_cast_or_null<CallExpression>(parent);
      call && call->callee == member)
    return writtenKeyOf(*member);
  if (parent && targetOf(*parent) == member)
    return std::nullopt;
  return writtenKeyOf(*member);
}

void SliceNeeds::readName(const Identifier &name) {
  const agentc::Program &program = parts_.program();
  const Symbol *symbol = program.symbolOf(name);
  if (!symbol) {
    if (!program.isReference(name))
      return;
    const ModuleInfo &module = program.moduleOf(name);
    const bool isPlain = module.goal != Goal::Module;
    if (name.name == "eval")
      refuse("`eval`");
    else if (isPlain && (name.name == "exports" || name.name == "module")) {
      // an assignment to a member says nothing of the others
      const Node *at = &name;
      while (at->parent && llvm::isa<MemberExpression>(at->parent) &&
             llvm::cast<MemberExpression>(at->parent)->object == at)
        at = at->parent;
      const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(at->parent);
      if (assignment && assignment->left == at && assignment->op == "=" && at != &name)
        return;
      std::optional<llvm::StringRef> key = name.name == "exports" ? onlyMember(name) : std::nullopt;
      needExport(module, key.value_or("*"));
      if (name.name == "module" && (!at->parent || at == &name))
        refuse("`module` is handed on");
    } else if (isPlain && (name.name == "__filename" || name.name == "__dirname")) {
      refuse("the code asks where it stands");
    } else if (isPlain && name.name == "require") {
      const auto *call = llvm::dyn_cast_or_null<CallExpression>(name.parent);
      if (!call || call->callee != &name || !parts_.requiredBy(*call))
        refuse("`require` of what is not known");
    }
    return;
  }
  if (!parts_.isTopLevel(*symbol))
    return;
  SliceTarget target = parts_.targetOf(*symbol);
  bool isObject = (target.kind == SliceTarget::Kind::CommonJs && target.name == "*") ||
                  target.kind == SliceTarget::Kind::Namespace;
  std::optional<llvm::StringRef> member = isObject ? onlyMember(name) : std::nullopt;
  if (!isObject)
    return needSymbol(*symbol);
  const bool declares = name.parent && llvm::isa<VariableDeclarator>(name.parent) &&
                        llvm::cast<VariableDeclarator>(name.parent)->id == &name;
  if (declares)
    return;
  effects_.addRoots(*symbol, roots_);
  if (symbol->kind != SymbolKind::Import)
    for (const SlicePart *part : parts_.declaring(*symbol))
      take(*part);
  if (target.kind == SliceTarget::Kind::Namespace && member)
    return need(parts_.exportOf(*target.module, *member));
  if (target.kind == SliceTarget::Kind::Namespace)
    return need(target);
  needExport(*target.module, member.value_or("*"));
}

void SliceNeeds::readMember(const MemberExpression &member) {
  if (std::optional<llvm::StringRef> key = writtenKeyOf(member))
    return mention(*key);
  if (std::optional<std::string> key = parts_.values().keyOf(member))
    return mention(*key);
  // an element by its number is not a method
  const Value &object = parts_.values().of(*member.object);
  const Value &key = parts_.values().of(*member.property);
  if (!llvm::isa<ArrayValue, StringValue, ObjectValue>(&object) && !llvm::isa<NumberValue>(&key))
    mentionAll();
}

void SliceNeeds::read(const Node &node, const SlicePart *part) {
  if (const SlicePart *inner = parts_.at(node); inner && inner != part)
    return;
  if (const auto *name = llvm::dyn_cast<Identifier>(&node))
    return readName(*name);
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&node))
    readMember(*member);
  else if (const auto *property = llvm::dyn_cast<Property>(&node)) {
    // destructuring reads members too
    if (std::optional<llvm::StringRef> key = writtenKeyOf(*property);
        key && property->parent && llvm::isa<ObjectPattern>(property->parent))
      mention(*key);
  } else if (const auto *literal = llvm::dyn_cast<Literal>(&node)) {
    if (literal->literal == LiteralKind::String && literal->text.size() < 64)
      mention(literal->text);
  } else if (const auto *hidden = llvm::dyn_cast<PrivateIdentifier>(&node)) {
    mention(hidden->name);
  } else if (llvm::isa<WithStatement>(&node)) {
    refuse("`with`");
  } else if (llvm::isa<MetaProperty>(&node)) {
    if (const auto *meta = llvm::dyn_cast<Identifier>(llvm::cast<MetaProperty>(node).meta);
        meta && meta->name == "import")
      refuse("the code asks where it stands");
  } else if (llvm::isa<ImportExpression>(node)) {
    const agentc::Program &program = parts_.program();
    std::optional<WrittenLoad> load = writtenLoadAt(node, [](const Identifier &) { return false; });
    if (!load ||
        program.resolveSpecifier(program.moduleOf(node), load->specifier, load->form).kind !=
            Resolution::Kind::External)
      refuse("`import()` of the bundle's own");
  } else if (std::optional<Resolution> required = parts_.requiredBy(node)) {
    const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(node.parent);
    const bool isNamed =
        declarator && parts_.at(*declarator) && (llvm::isa<Identifier>(declarator->id) || [&] {
          bool plain = true;
          if (const auto *pattern = llvm::dyn_cast<ObjectPattern>(declarator->id))
            for (const Node *each : pattern->properties)
              plain &= llvm::isa<Property>(each) &&
                       llvm::isa<Identifier>(llvm::cast<Property>(each)->value);
          return plain && llvm::isa<ObjectPattern>(declarator->id);
        }());
    const bool isEffect = node.parent && llvm::isa<ExpressionStatement>(node.parent);
    if (required->kind == Resolution::Kind::External)
      roots_.insert(effects_.rootOf(required->name));
    else if (required->kind != Resolution::Kind::Bundle)
      refuse("`require` of what is not known");
    else if (required->module->goal == Goal::Module)
      refuse("`require` of an ES module");
    else if (isNamed || isEffect)
      takeModule(*required->module);
    else
      needExport(*required->module, onlyMember(node).value_or("*"));
  }
  forEachChild(node, [&](const Node &child) { read(child, part); });
}

void SliceNeeds::needExpression(const Node &expression) {
  takeModule(parts_.program().moduleOf(expression));
  read(expression, parts_.at(expression));
}

void SliceNeeds::needRun(const SlicePart &part) {
  take(part);
  run_.insert(&part);
}

void SliceNeeds::drain() {
  while (!open_.empty() && unsound_.empty()) {
    const SlicePart *part = open_.back();
    open_.pop_back();
    if (part->kind == SlicePart::Kind::Statement &&
        llvm::any_of(part->inner, [](const SlicePart *inner) {
          return inner->kind == SlicePart::Kind::Declarator;
        }))
      continue;
    read(*part->node, part);
  }
}

/// Units that can change what is needed.
bool SliceNeeds::takeEffects() {
  const size_t before = taken_.size();
  auto look = [&](const ModuleInfo &module) {
    for (const SlicePart *unit : parts_.unitsOf(module)) {
      if (taken_.contains(unit))
        continue;
      const SliceEffects &effects = effects_.of(*unit);
      if (!effects.unsound.empty())
        refuse(effects.unsound);
      bool isNeeded =
          effects.patches || effects.ends ||
          llvm::any_of(effects.touched, [&](SliceRoot root) { return roots_.contains(root); }) ||
          llvm::any_of(run_, [&](const SlicePart *part) { return effects.reached.contains(part); });
      if (isNeeded)
        take(*unit);
    }
  };
  for (const ModuleInfo *module : order_.evaluated())
    look(*module);
  for (const ModuleInfo *module : order_.required())
    look(*module);
  for (size_t i = 0; i < modules_.size(); ++i)
    if (!order_.isLoaded(*modules_[i]))
      look(*modules_[i]);
  return taken_.size() != before;
}

/// A CommonJS module is loaded where it is first required, if the module that does is there.
bool SliceNeeds::takeLoaders() {
  const size_t before = taken_.size();
  for (const ModuleInfo *module : order_.required()) {
    if (!modules_.contains(module))
      continue;
    std::vector<const SlicePart *> chain;
    for (const SlicePart *loader = order_.loaderOf(*module); loader;
         loader = order_.loaderOf(*loader->module)) {
      chain.push_back(loader);
      if (!modules_.contains(loader->module))
        continue;
      for (const SlicePart *part : chain)
        take(*part);
      break;
    }
  }
  return taken_.size() != before;
}

void SliceNeeds::close() {
  do {
    drain();
    if (effects_.isExhausted())
      refuse("more code at the top level than can be followed");
  } while (unsound_.empty() && (takeEffects() || takeLoaders()));
}

} // namespace agentc
