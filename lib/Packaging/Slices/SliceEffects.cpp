#include "SliceEffects.h"

#include "ApiEffects.h"

#include "agentc/Syntax/Disposal.h"
#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/SetVector.h"

namespace agentc {

using namespace ast;

void SliceEffectTable::addRoots(const Symbol &symbol, llvm::DenseSet<SliceRoot> &roots) {
  roots.insert(&symbol);
  SliceTarget target = parts_.targetOf(symbol);
  if (target.kind == SliceTarget::Kind::Symbol && target.symbol)
    roots.insert(target.symbol);
  else if (target.kind == SliceTarget::Kind::External)
    roots.insert(rootOf(target.specifier));
  else if (target.module)
    roots.insert(target.module);
  forEachAlternative(parts_.values().of(symbol), [&](const Value &value) {
    if (const auto *api = llvm::dyn_cast<ApiValue>(&value))
      if (llvm::StringRef module = moduleOfPath(api->path); !module.empty())
        roots.insert(rootOf(module));
  });
}

/// Adds the roots that are touched with an export of a module, or with all its exports (`*`);
/// an export is known by its own name there.
void SliceEffectTable::addExport(const ModuleInfo &module, llvm::StringRef name,
                                 llvm::DenseSet<SliceRoot> &roots) {
  if (module.goal != Goal::Module) {
    roots.insert(&module);
    for (const WrittenProperty &written : module.commonJsExports) {
      const auto *id = llvm::dyn_cast_or_null<Identifier>(written.value);
      const Symbol *symbol = id ? parts_.program().symbolOf(*id) : nullptr;
      if (symbol && parts_.isTopLevel(*symbol) && (name == "*" || written.name == name))
        addRoots(*symbol, roots);
    }
    return;
  }
  llvm::SetVector<const ModuleInfo *> open;
  open.insert(&module);
  for (size_t i = 0; i < open.size(); ++i) {
    for (const auto &[exported, record] : open[i]->exports) {
      if (name != "*" && exported != name)
        continue;
      SliceTarget target = parts_.exportOf(*open[i], exported);
      if (target.kind == SliceTarget::Kind::Symbol && target.symbol)
        addRoots(*target.symbol, roots);
      else if (target.module)
        roots.insert(target.module);
    }
    for (const ImportRecord *star : open[i]->starExports)
      if (star->resolution.kind == Resolution::Kind::Bundle)
        open.insert(star->resolution.module);
  }
}

/// Returns true if a value may be a part of the global object.
static bool isGlobals(const Value &value) {
  bool found = false;
  forEachAlternative(value, [&](const Value &each) {
    const auto *api = llvm::dyn_cast<ApiValue>(&each);
    found |= api && (api->path.starts_with("global:") || api->path.starts_with("any:"));
  });
  return found;
}

void SliceEffectTable::expand(const SliceTarget &target, Facts &facts) {
  using Kind = SliceTarget::Kind;
  auto take = [&](const SlicePart *part) {
    if (part)
      facts.next.push_back(part);
  };
  switch (target.kind) {
  case Kind::Symbol:
    if (target.symbol)
      for (const SlicePart *part : parts_.writing(*target.symbol))
        take(part);
    return;
  case Kind::Default:
    return take(parts_.around(*target.node));
  case Kind::Namespace:
    for (const SlicePart *part : parts_.unitsOf(*target.module))
      take(part);
    return;
  case Kind::CommonJs:
    if (target.module->goal != Goal::Json)
      for (const SlicePart *part : parts_.exporting(*target.module, target.name))
        take(part);
    return;
  case Kind::External:
  case Kind::Missing:
    return;
  }
}

/// Returns true if a name begins the left side of `module.exports = value` or
/// `exports.name = value`.
static bool writesExport(const Identifier &name) {
  const Node *at = &name;
  size_t members = 0;
  while (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(at->parent)) {
    if (member->object != at || !writtenKeyOf(*member))
      return false;
    at = member;
    ++members;
  }
  const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(at->parent);
  return assignment && assignment->left == at && assignment->op == "=" && members > 0 &&
         members <= (name.name == "module" ? 2u : 1u);
}

void SliceEffectTable::readGlobal(const Identifier &name, bool deep, Facts &facts) {
  const ModuleInfo &module = parts_.program().moduleOf(name);
  if (module.goal != Goal::Module && (name.name == "exports" || name.name == "module")) {
    // who needs an export finds what gives it
    if (!deep && writesExport(name))
      return;
    SliceUse use = uses_.of(name, deep);
    if (use == SliceUse::None)
      return;
    addExport(module, "*", facts.own.touched);
    if (use == SliceUse::Call || deep)
      for (const SlicePart *part : parts_.exporting(module, "*"))
        facts.next.push_back(part);
    return;
  }
  if (name.name == "eval") {
    const auto *call = llvm::dyn_cast_or_null<CallExpression>(name.parent);
    if (call && call->callee == &name)
      facts.own.unsound = "direct `eval`";
    return;
  }
  if (name.name != "undefined" && uses_.of(name, deep) == SliceUse::Touch)
    facts.own.patches = true;
}

void SliceEffectTable::readName(const Identifier &name, bool deep, Facts &facts) {
  const agentc::Program &program = parts_.program();
  const Symbol *symbol = program.symbolOf(name);
  if (!symbol) {
    if (program.isReference(name) && name.name != "require")
      readGlobal(name, deep, facts);
    return;
  }
  if (!parts_.isTopLevel(*symbol) || name.parent == nullptr)
    return;
  // the name that a declaration declares
  if (isDeclaring(name))
    return;
  SliceUse use = uses_.of(name, deep);
  if (use == SliceUse::None)
    return;
  SliceTarget target = parts_.targetOf(*symbol);
  if (use == SliceUse::Touch) {
    addRoots(*symbol, facts.own.touched);
    facts.own.patches |= isGlobals(parts_.values().of(*symbol));
    const auto *member = llvm::dyn_cast<MemberExpression>(name.parent);
    std::optional<llvm::StringRef> key =
        member && member->object == &name ? writtenKeyOf(*member) : std::nullopt;
    if (target.kind == SliceTarget::Kind::Namespace)
      addExport(*target.module, key.value_or("*"), facts.own.touched);
    else if (target.kind == SliceTarget::Kind::CommonJs)
      addExport(*target.module, target.name == "*" ? key.value_or("*") : target.name,
                facts.own.touched);
  }
  if (target.kind == SliceTarget::Kind::CommonJs && target.name == "*")
    if (const auto *member = llvm::dyn_cast<MemberExpression>(name.parent))
      if (std::optional<llvm::StringRef> key = writtenKeyOf(*member);
          key && member->object == &name && use == SliceUse::Call)
        target.name = key->str();
  expand(target, facts);
}

void SliceEffectTable::readRequire(const Node &call, const Resolution &resolution, bool deep,
                                   Facts &facts) {
  // a name that is declared by it is followed instead
  if (const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(call.parent);
      declarator && parts_.at(*declarator))
    return;
  SliceUse use = uses_.of(call, deep);
  if (resolution.kind == Resolution::Kind::External) {
    if (use == SliceUse::Touch)
      facts.own.touched.insert(rootOf(resolution.name));
    return;
  }
  if (resolution.kind != Resolution::Kind::Bundle || use == SliceUse::None)
    return;
  if (use == SliceUse::Touch)
    addExport(*resolution.module, "*", facts.own.touched);
  expand(parts_.exportOf(*resolution.module, "*"), facts);
}

/// Visits the code that runs when a class is made: its base, computed keys, static fields and
/// blocks.
void SliceEffectTable::visitClass(const Node &type, Facts &facts) {
  const Node *base = superClassOf(type);
  if (base)
    visit(*base, false, facts);
  const ClassBody *body = classBody(type);
  for (const Node *member : body ? body->body : NodeList()) {
    KeyPart key = keyPartOf(*member);
    if (key.computed && key.node)
      visit(*key.node, false, facts);
    const auto *field = llvm::dyn_cast<PropertyDefinition>(member);
    if (field && field->isStatic && field->value)
      visit(*field->value, false, facts);
    if (llvm::isa<StaticBlock>(member))
      visit(*member, true, facts);
  }
}

void SliceEffectTable::visit(const Node &node, bool deep, Facts &facts) {
  ++steps_;
  if (!deep) {
    if (isFunction(node)) {
      if (!uses_.runsAtOnce(node))
        return;
      deep = true;
    } else if (isClass(node)) {
      return visitClass(node, facts);
    } else if (llvm::isa<ThrowStatement>(&node)) {
      facts.own.ends = true;
    }
  }
  if (const auto *name = llvm::dyn_cast<Identifier>(&node))
    return readName(*name, deep, facts);
  // `this` of a CommonJS module is what it exports
  if (const ModuleInfo *module =
          llvm::isa<ThisExpression>(&node) && !deep ? &parts_.program().moduleOf(node) : nullptr;
      module && module->goal != Goal::Module && uses_.of(node, deep) == SliceUse::Touch)
    facts.own.touched.insert(module);
  if (llvm::isa<WithStatement>(&node))
    facts.own.unsound = "`with`";
  if (disposes(node))
    facts.own.unsound = "`using`";
  if (llvm::isa<ImportExpression>(&node))
    facts.own.patches = true;
  if (std::optional<Resolution> required = parts_.requiredBy(node)) {
    readRequire(node, *required, deep, facts);
    return;
  }
  forEachChild(node, [&](const Node &child) { visit(child, deep, facts); });
}

SliceEffectTable::Facts SliceEffectTable::read(const Node &code, bool deep) {
  Facts facts;
  visit(code, deep, facts);
  llvm::sort(facts.next);
  facts.next.erase(std::unique(facts.next.begin(), facts.next.end()), facts.next.end());

  return facts;
}

const SliceEffectTable::Facts &SliceEffectTable::deepFactsOf(const SlicePart &part) {
  std::unique_ptr<Facts> &facts = deep_[&part];
  if (!facts) {
    auto made = std::make_unique<Facts>(read(*part.node, true));
    std::unique_ptr<Facts> &again = deep_[&part];
    again = std::move(made);
    return *again;
  }
  return *facts;
}

const SliceEffects &SliceEffectTable::of(const SlicePart &unit) {
  if (auto found = effects_.find(&unit); found != effects_.end())
    return *found->second;
  Facts facts = read(*unit.node, false);
  auto effects = std::make_unique<SliceEffects>(std::move(facts.own));
  std::vector<const SlicePart *> open = std::move(facts.next);
  while (!open.empty() && !isExhausted()) {
    const SlicePart *part = open.back();
    open.pop_back();
    ++steps_;
    if (!effects->reached.insert(part).second)
      continue;
    const Facts &more = deepFactsOf(*part);
    steps_ += more.own.touched.size() + more.next.size();
    effects->touched.insert(more.own.touched.begin(), more.own.touched.end());
    effects->patches |= more.own.patches;
    if (!more.own.unsound.empty())
      effects->unsound = more.own.unsound;
    open.insert(open.end(), more.next.begin(), more.next.end());
  }
  SliceEffects &result = *effects;
  effects_[&unit] = std::move(effects);
  return result;
}

} // namespace agentc
