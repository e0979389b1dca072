#include "Evaluator.h"

namespace agentc {

using namespace ast;

const Value &Values::Evaluator::ofSymbol(const Symbol &symbol) {
  const Node *site = symbol.targets.empty() ? nullptr : symbol.targets.front();
  auto [entry, isNew] = symbols_.try_emplace(&symbol, nullptr);
  if (!isNew)
    return entry->second ? *entry->second : partialValueOf(symbol, site);
  if (depth_ >= maxEvaluationDepth) {
    symbols_.erase(&symbol);
    return unknown(UnknownReason::Limit, site);
  }
  ++depth_;
  for (const Identifier *target : symbol.targets) {
    // a declaration without a value counts only where nothing else gives one
    const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
    bool isBare = declarator && declarator->id == target && !declarator->init &&
                  !llvm::isa<ForInStatement, ForOfStatement>(declarator->parent->parent);
    if (isBare)
      continue;
    const Value &given = valueInto(*target);
    partialSymbols_[&symbol].push_back(&given);
  }
  const Value &value = withPropertyWrites(unite(partialSymbols_[&symbol], site), symbol);
  partialSymbols_.erase(&symbol);
  --depth_;
  symbols_[&symbol] = &value;
  return value;
}

/// `let e = globalThis; e = e.eval`: a variable's new value may come from the ones it had before.
const Value &Values::Evaluator::partialValueOf(const Symbol &symbol, const Node *site) {
  auto found = partialSymbols_.find(&symbol);
  llvm::SmallVector<const Value *, 4> values;
  if (found != partialSymbols_.end())
    values = found->second;
  values.push_back(&unknown(UnknownReason::Cycle, site));
  return unite(values, site);
}

/// The value that flows into a pattern: a declared or assigned name, or the pattern around one.
const Value &Values::Evaluator::valueInto(const Node &pattern) {
  const Node *parent = pattern.parent;
  if (isFunction(*parent) && llvm::is_contained(paramsOf(*parent), &pattern))
    return valueOfParameter(*parent, pattern);
  switch (parent->kind) {
  case NodeKind::FunctionDeclaration:
  case NodeKind::FunctionExpression:
  case NodeKind::ClassDeclaration:
  case NodeKind::ClassExpression:
    return eval(*parent);
  case NodeKind::VariableDeclarator: {
    const auto &declarator = llvm::cast<VariableDeclarator>(*parent);
    if (declarator.init)
      return eval(*declarator.init);
    const Node *loop = parent->parent->parent;
    if (const auto *forOf = llvm::dyn_cast<ForOfStatement>(loop))
      return iterated(eval(*forOf->right), &pattern);
    return unknown(UnknownReason::Unsupported, &pattern);
  }
  case NodeKind::ForOfStatement:
    return iterated(eval(*llvm::cast<ForOfStatement>(parent)->right), &pattern);
  case NodeKind::AssignmentExpression: {
    const auto &assignment = llvm::cast<AssignmentExpression>(*parent);
    const Value &right = eval(*assignment.right);
    bool gives = assignment.op == "=" || assignment.op == "||=" || assignment.op == "&&=" ||
                 assignment.op == "?\?=";
    return gives ? right : unknown(UnknownReason::Unsupported, &pattern);
  }
  case NodeKind::AssignmentPattern: {
    const auto &withDefault = llvm::cast<AssignmentPattern>(*parent);
    const Value &value = valueInto(*parent);
    if (llvm::isa<UndefinedValue>(value))
      return eval(*withDefault.right);
    if (llvm::isa<UnknownValue, UnionValue>(value))
      return unite({&value, &eval(*withDefault.right)}, &pattern);
    return value;
  }
  case NodeKind::Property: {
    const Value &source = valueInto(*parent->parent);
    if (std::optional<std::string> key = keyOf(*parent))
      return member(source, strings_.save(llvm::StringRef(*key)), &pattern);
    return memberByUnknownKey(source, &pattern);
  }
  case NodeKind::RestElement:
    // the rest of something keeps its members; which ones are gone doesn't matter to a reader
    if (parent->parent && llvm::isa<ObjectPattern>(parent->parent))
      return valueInto(*parent->parent);
    return unknown(UnknownReason::Unsupported, &pattern);
  case NodeKind::ArrayPattern: {
    const auto &elements = llvm::cast<ArrayPattern>(*parent).elements;
    size_t index = llvm::find(elements, &pattern) - elements.begin();
    return member(valueInto(*parent), strings_.save(std::to_string(index)), &pattern);
  }
  case NodeKind::TSParameterProperty:
    return valueInto(*parent);
  case NodeKind::ImportSpecifier:
  case NodeKind::ImportDefaultSpecifier:
  case NodeKind::ImportNamespaceSpecifier:
    return valueOfImport(*parent);
  case NodeKind::TSImportEqualsDeclaration: {
    const Node *reference = llvm::cast<TSImportEqualsDeclaration>(parent)->reference;
    return reference ? eval(*reference) : unknown(UnknownReason::Unsupported, &pattern);
  }
  default:
    return unknown(UnknownReason::Unsupported, &pattern);
  }
}

const Value &Values::Evaluator::valueOfParameter(const Node &function, const Node &parameter) {
  size_t index = llvm::find(paramsOf(function), &parameter) - paramsOf(function).begin();
  if (index == 1 && isHandler(function))
    return api("handler:ctx", &parameter);
  return unknown(UnknownReason::Parameter, &parameter);
}

/// Whether the function is `handler(input, ctx)`: the entry's default export.
bool Values::Evaluator::isHandler(const Node &function) {
  if (!handler_) {
    handler_ = nullptr;
    if (const ModuleInfo *entry = program_.entry())
      forEachAlternative(exportOf(*entry, "default", entry->syntax->program),
                         [&](const Value &value) {
                           if (llvm::isa<FunctionValue>(value))
                             handler_ = value.origin;
                         });
  }
  return *handler_ == &function;
}

const Value &Values::Evaluator::valueOfImport(const Node &specifier) {
  const ImportRecord *record = program_.importOf(*specifier.parent);
  if (!record)
    return unknown(UnknownReason::Unresolved, &specifier);
  llvm::StringRef name = "*";
  if (llvm::isa<ImportDefaultSpecifier>(specifier)) {
    name = "default";
  } else if (const auto *named = llvm::dyn_cast<ImportSpecifier>(&specifier)) {
    const Node *imported = named->imported ? named->imported : named->local;
    if (const auto *identifier = llvm::dyn_cast<Identifier>(imported))
      name = identifier->name;
    else if (const auto *literal = llvm::dyn_cast<Literal>(imported))
      name = literal->text;
  }
  const Resolution &resolution = record->resolution;
  switch (resolution.kind) {
  case Resolution::Kind::Bundle:
    if (name == "*")
      return make<NamespaceValue>(resolution.module, &specifier);
    return exportOf(*resolution.module, name, &specifier);
  case Resolution::Kind::External: {
    const Value &module = api("module:" + resolution.name, &specifier);
    return name == "*" ? module : member(module, name, &specifier);
  }
  case Resolution::Kind::Data:
  case Resolution::Kind::Missing:
    break;
  }
  return unknown(UnknownReason::Unresolved, &specifier);
}

const Value &Values::Evaluator::iterated(const Value &value, const Node *site) {
  const auto *list = llvm::dyn_cast<ArrayValue>(&value);
  if (!list || list->open || list->elements.empty())
    return unknown(UnknownReason::Unsupported, site);
  return unite(list->elements, site);
}

/// An object that a variable holds, with what `variable.key = value` adds to it anywhere.
const Value &Values::Evaluator::withPropertyWrites(const Value &value, const Symbol &symbol) {
  const auto *known = llvm::dyn_cast<ObjectValue>(&value);
  if (!known)
    return value;
  llvm::SmallVector<PropertyValue, 8> properties(known->properties.begin(),
                                                 known->properties.end());
  bool open = known->open, changed = false;
  llvm::StringMap<size_t> indices;
  for (size_t i = 0; i < properties.size(); ++i)
    indices[properties[i].key] = i;
  for (const Identifier *reference : symbol.references) {
    const auto *target = llvm::dyn_cast<MemberExpression>(reference->parent);
    if (!target || target->object != reference)
      continue;
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent);
    if (!assignment || assignment->left != target)
      continue;
    changed = true;
    std::optional<std::string> key = keyOf(*target);
    if (!key) {
      open = true;
      continue;
    }
    const Value *written = assignment->op == "="
                               ? &eval(*assignment->right)
                               : &unknown(UnknownReason::Unsupported, assignment);
    auto [entry, isNew] = indices.try_emplace(*key, properties.size());
    if (isNew)
      properties.push_back({strings_.save(llvm::StringRef(*key)), written, assignment->right});
    else
      properties[entry->second].value =
          &unite({properties[entry->second].value, written}, assignment);
  }
  return changed ? object(properties, open, known->origin) : value;
}

} // namespace agentc
