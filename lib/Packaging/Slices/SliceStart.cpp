#include "SliceStart.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

const Node *definitionAt(const agentc::Program &program, const SourcePlace &place) {
  const ModuleInfo *module = program.find(place.file);
  const Node *at = module ? module->syntax->program : nullptr;
  while (at) {
    bool fits = isExpression(*at) || isFunction(*at) || isClass(*at);
    if (fits && at->range == place.range)
      return at;
    const Node *next = nullptr;
    forEachChild(*at, [&](const Node &child) {
      if (child.range.begin <= place.range.begin && child.range.end >= place.range.end)
        next = &child;
    });
    at = next;
  }
  return nullptr;
}

namespace {

bool mentionsAnyThis(const Node &node) {
  if (llvm::isa<ThisExpression>(&node))
    return true;
  bool found = false;
  forEachChild(node, [&](const Node &child) { found |= mentionsAnyThis(child); });
  return found;
}

/// Returns true if everything around a definition only keeps it, up to the part at the top
/// level: then the definition is the same on its own.
bool standsAlone(const SliceParts &parts, const Node &definition, const SlicePart &part) {
  for (const Node *node = &definition; node != part.node; node = node->parent) {
    const Node *parent = node->parent;
    switch (parent->kind) {
    case NodeKind::Property: {
      const auto &property = *llvm::cast<Property>(parent);
      if (property.value != node || property.computed ||
          property.propertyKind != PropertyKind::Init)
        return false;
      continue;
    }
    case NodeKind::ObjectExpression:
    case NodeKind::ArrayExpression:
    case NodeKind::VariableDeclarator:
    case NodeKind::ExportDefaultDeclaration:
    case NodeKind::ExpressionStatement:
      continue;
    case NodeKind::AssignmentExpression: {
      const auto &assignment = *llvm::cast<AssignmentExpression>(parent);
      const Node *root = assignment.left;
      while (const auto *member = llvm::dyn_cast<MemberExpression>(root))
        root = member->object;
      const auto *id = llvm::dyn_cast<Identifier>(root);
      if (assignment.right != node || !id || parts.program().symbolOf(*id) ||
          (id->name != "module" && id->name != "exports"))
        return false;
      continue;
    }
    case NodeKind::CallExpression:
    case NodeKind::NewExpression: {
      const Node &callee = *partsOf(*parent).callee;
      if (&callee == node || !llvm::isa<ApiValue>(&parts.values().of(callee)))
        return false;
      continue;
    }
    default:
      return false;
    }
  }
  return true;
}

/// `Object.defineProperty(exports, '__esModule', …)`, which changes no export.
bool marksModule(const SlicePart &unit) {
  const auto *statement = llvm::dyn_cast<ExpressionStatement>(unit.node);
  const auto *call = statement ? llvm::dyn_cast<CallExpression>(statement->expression) : nullptr;
  return call && call->arguments.size() == 3 && textOfLiteral(call->arguments[1]) == "__esModule";
}

/// Returns true if other units can change the declarations or exports of a unit.
bool isChanged(const SliceParts &parts, SliceEffectTable &effects, const SliceOrder &order,
               const SlicePart &unit) {
  llvm::DenseSet<SliceRoot> roots;
  for (const Symbol *symbol : parts.declaredBy(unit))
    roots.insert(symbol);
  if (const auto *statement = llvm::dyn_cast<ExpressionStatement>(unit.node);
      statement && llvm::isa<AssignmentExpression>(statement->expression))
    roots.insert(unit.module);
  auto look = [&](const ModuleInfo &module) {
    return llvm::any_of(parts.unitsOf(module), [&](const SlicePart *other) {
      if (other == &unit)
        return false;
      return !marksModule(*other) && llvm::any_of(effects.of(*other).touched, [&](SliceRoot root) {
        return roots.contains(root);
      });
    });
  };
  return llvm::any_of(order.evaluated(), [&](const ModuleInfo *each) { return look(*each); }) ||
         llvm::any_of(order.required(), [&](const ModuleInfo *each) { return look(*each); });
}

/// Returns true if a variable stands in a list or table of tools that other units change.
bool isInChanged(const SliceParts &parts, SliceEffectTable &effects, const SliceOrder &order,
                 const Symbol &symbol) {
  return llvm::any_of(symbol.references, [&](const Identifier *reference) {
    const SlicePart *part = parts.around(*reference);
    const SlicePart *unit = part && part->kind == SlicePart::Kind::Export ? part->outer : part;
    return unit && !functionAround(*reference) &&
           llvm::isa_and_nonnull<Property, ArrayExpression, VariableDeclarator>(
               reference->parent) &&
           isChanged(parts, effects, order, *unit);
  });
}

/// The variable that holds a definition and nothing else.
const Symbol *holderOf(const SliceParts &parts, const Node &definition) {
  const Node *id = nullptr;
  if (const auto *function = llvm::dyn_cast<FunctionDeclaration>(&definition))
    id = function->id;
  else if (const auto *type = llvm::dyn_cast<ClassDeclaration>(&definition))
    id = type->id;
  else if (const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(definition.parent))
    id = declarator->id;
  else if (llvm::isa<Identifier>(&definition))
    id = &definition;
  const auto *name = llvm::dyn_cast_or_null<Identifier>(id);
  const Symbol *symbol = name ? parts.program().symbolOf(*name) : nullptr;
  if (!symbol || !parts.isTopLevel(*symbol))
    return nullptr;
  if (symbol->kind == SymbolKind::Import) {
    SliceTarget target = parts.targetOf(*symbol);
    return target.kind == SliceTarget::Kind::Symbol ? target.symbol : nullptr;
  }
  return symbol;
}

} // namespace

std::optional<SliceStart> findStart(const SliceParts &parts, SliceEffectTable &effects,
                                    const SliceOrder &order, const Node *definition,
                                    const RuntimeReference &reference) {
  using Style = RuntimeReference::Style;
  const ModuleInfo *module = parts.program().find(reference.module);
  if (reference.style == Style::None || !module)
    return std::nullopt;
  SliceStart start;
  start.module = module;
  const bool isWhole = reference.style == Style::BaseAgent || reference.style == Style::Handler;
  if (definition && !isWhole) {
    const ModuleInfo &home = parts.program().moduleOf(*definition);
    const Node *callee = partsOf(*definition).callee;
    const auto *api = callee ? llvm::dyn_cast<ApiValue>(&parts.values().of(*callee)) : nullptr;
    const bool isApi = api && (api->path.starts_with("module:") || !api->path.contains('.'));
    // a class is not a definition yet, and what another call gives is not the one that it makes
    const bool isRegistered =
        isClass(*definition) || (callee && !isApi) ||
        (reference.style == Style::Registered && callee && llvm::isa<MemberExpression>(callee));
    const SlicePart *part = parts.around(*definition);
    const bool usesOwner = isFunction(*definition) && mentionsAnyThis(*definition);
    if (const Symbol *symbol = holderOf(parts, *definition);
        symbol && !isRegistered && !usesOwner &&
        (reference.style == Style::Registered || !isInChanged(parts, effects, order, *symbol))) {
      start.form = SliceStart::Form::Symbol;
      start.symbol = symbol;
      start.module = &parts.program().moduleOf(*symbol->targets[0]);
      return start;
    }
    const bool isDefault = llvm::isa_and_nonnull<ExportDefaultDeclaration>(definition->parent) &&
                           &home == module && reference.style == Style::Value;
    if (part && !isRegistered && !usesOwner && !isDefault && !llvm::isa<Identifier>(definition) &&
        part->kind != SlicePart::Kind::Method && standsAlone(parts, *definition, *part)) {
      const SlicePart *unit = part->kind == SlicePart::Kind::Export ? part->outer : part;
      if (!isChanged(parts, effects, order, *unit)) {
        start.form = SliceStart::Form::Expression;
        start.module = &home;
        start.expression = definition;
        start.part = unit;
        return start;
      }
    }
    if (reference.style == Style::Registered) {
      // a framework that the bundle carries inside tells nobody what it makes
      const auto *made = llvm::dyn_cast<ResultValue>(&parts.values().of(*definition));
      if (!part || (made && made->callee->path.starts_with("bundled:")))
        return std::nullopt;
      start.form = SliceStart::Form::Made;
      start.module = &home;
      start.expression = definition;
      start.part = part;
      return start;
    }
  }
  if (reference.style == Style::Registered)
    return std::nullopt;
  start.form = SliceStart::Form::Export;
  start.exportName = reference.steps.empty() ? "*" : reference.steps.front();
  if (module->goal != Goal::Module && start.exportName == "default")
    start.exportName = "*";
  if (module->goal == Goal::Module && start.exportName == "*")
    start.exportName = "default";
  return start;
}

} // namespace agentc
