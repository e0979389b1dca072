#include "Abstract/Symbols.h"

#include "Abstract/Classes.h"
#include "Abstract/Collections.h"
#include "Abstract/CommonJsExports.h"
#include "Abstract/Exports.h"
#include "Abstract/MemberChanges.h"
#include "Abstract/Members.h"
#include "Abstract/Parameters.h"
#include "Abstract/Promises.h"
#include "Abstract/TypeScriptValues.h"
#include "Builtins/KnownCollections.h"
#include "Concrete/OwnObjects.h"

#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

const Value &Symbols::ofSymbol(const Symbol &symbol) {
  const Node *site = symbol.targets.empty() ? nullptr : symbol.targets.front();
  return once(Answers::keyOf(symbol), site, [this, &symbol, site]() -> const Value & {
    llvm::SmallVector<const Value *, 4> given;
    for (const Identifier *target : symbol.targets) {
      // a declaration without a value counts only where nothing else gives one
      const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
      bool isBare = declarator && declarator->id == target && !declarator->init &&
                    !llvm::isa<ForInStatement, ForOfStatement>(declarator->parent->parent);
      if (!isBare)
        given.push_back(&valueInto(*target));
    }
    return withPropertyWrites(given.empty() ? make<UndefinedValue>(site) : unite(given, site),
                              symbol);
  });
}

/// The value that flows into a pattern: a declared or assigned name, or the pattern around one.
const Value &Symbols::valueInto(const Node &pattern) {
  const Node *parent = pattern.parent;
  switch (parent->kind) {
  case NodeKind::FunctionDeclaration:
    return llvm::cast<FunctionDeclaration>(parent)->id == &pattern
               ? eval(*parent)
               : parameters().valueOfParameter(*parent, pattern);
  case NodeKind::FunctionExpression:
    return llvm::cast<FunctionExpression>(parent)->id == &pattern
               ? eval(*parent)
               : parameters().valueOfParameter(*parent, pattern);
  case NodeKind::ArrowFunctionExpression:
    return parameters().valueOfParameter(*parent, pattern);
  case NodeKind::ClassDeclaration:
  case NodeKind::ClassExpression:
    return eval(*parent);
  case NodeKind::VariableDeclarator: {
    const auto &declarator = llvm::cast<VariableDeclarator>(*parent);
    if (declarator.init)
      return eval(*declarator.init);
    const Node *loop = parent->parent->parent;
    if (const auto *forOf = llvm::dyn_cast<ForOfStatement>(loop))
      return elementOf(*forOf, pattern);
    return unknown(UnknownReason::Unsupported, &pattern);
  }
  case NodeKind::ForOfStatement:
    return elementOf(*llvm::cast<ForOfStatement>(parent), pattern);
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
    if (llvm::isa<UnknownValue, UnionValue, ApiValue>(value))
      return unite({&value, &eval(*withDefault.right)}, &pattern);
    return value;
  }
  case NodeKind::Property: {
    const Value &source = valueInto(*parent->parent);
    if (std::optional<llvm::StringRef> key = members().keyOf(*parent))
      return members().member(source, *key, &pattern);
    return members().memberByUnknownKey(source, &pattern);
  }
  case NodeKind::RestElement: {
    const Node *outer = parent->parent;
    // the rest of an object keeps its members; which ones are gone doesn't matter to a reader
    if (llvm::isa<ObjectPattern>(outer))
      return valueInto(*outer);
    if (isFunction(*outer))
      return array(&parameters().valueOfParameter(*outer, *parent), true, &pattern);
    const auto *names = llvm::dyn_cast<ArrayPattern>(outer);
    const auto *list = names ? llvm::dyn_cast<ArrayValue>(&valueInto(*outer)) : nullptr;
    if (!list)
      return unknown(UnknownReason::Unsupported, &pattern);
    size_t skipped = std::min(names->elements.size() - 1, list->elements.size());
    return madeOf(list, array(list->elements.drop_front(skipped), list->open, &pattern), &pattern);
  }
  case NodeKind::ArrayPattern: {
    const auto &elements = llvm::cast<ArrayPattern>(*parent).elements;
    if (elements.size() > maxArrayElements)
      return unknown(UnknownReason::Limit, &pattern);
    size_t index = llvm::find(elements, &pattern) - elements.begin();
    return members().member(valueInto(*parent), strings().save(std::to_string(index)), &pattern);
  }
  case NodeKind::TSParameterProperty:
  case NodeKind::TSDecoratedParameter:
    return valueInto(*parent);
  case NodeKind::TSEnumDeclaration: {
    const auto *name = llvm::dyn_cast<Identifier>(&pattern);
    const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
    bool isMerged = symbol && symbol->targets.size() > 1;
    return isMerged ? typeScript().valueOfNamespace(pattern) : eval(*parent);
  }
  case NodeKind::TSEnumMember:
    return typeScript().valueOfEnumMember(*parent);
  case NodeKind::TSModuleDeclaration:
  case NodeKind::MemberExpression:
    return typeScript().valueOfNamespace(pattern);
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

/// Returns the element that a loop takes out of the value it iterates over.
const Value &Symbols::elementOf(const ForOfStatement &loop, const Node &site) {
  const Value &element = iterated(eval(*loop.right), &site);
  return loop.await ? promises().awaited(element, site) : element;
}

/// True if the function is `handler(input, ctx)`: the entry's default export.
bool Symbols::isHandler(const Node &function) {
  if (!handler_) {
    handler_ = nullptr;
    if (const ModuleInfo *entry = program().entry())
      forEachAlternative(commonJs().definitionIn(*entry), [&](const Value &value) {
        if (llvm::isa<FunctionValue>(value))
          handler_ = value.origin;
      });
  }
  return *handler_ == &function;
}

const Value &Symbols::valueOfImport(const Node &specifier) {
  const ImportRecord *record = program().importOf(*specifier.parent);
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
    return exports().exportOf(*resolution.module, name, &specifier);
  case Resolution::Kind::External: {
    const Value &module = api("module:" + resolution.name, &specifier);
    return name == "*" ? module : members().member(module, name, &specifier);
  }
  case Resolution::Kind::Data:
  case Resolution::Kind::Missing:
    break;
  }
  return unknown(UnknownReason::Unresolved, &specifier);
}

const Value &Symbols::iterated(const Value &value, const Node *site) {
  const ArrayValue *known = knownCollections().elementsKnownOf(value);
  if (const auto *made = llvm::dyn_cast<ResultValue>(&value); made && !known)
    if (const Value *kept = site ? collections().iteratedCollection(*made, *site) : nullptr)
      return *kept;
  const auto *list = known ? known : llvm::dyn_cast<ArrayValue>(&value);
  if (!list || !spend(list->elements.size()))
    return unknown(UnknownReason::Unsupported, site);
  llvm::SmallVector<const Value *, 16> elements(list->elements);
  if (list->open || list->isShared || elements.empty())
    elements.push_back(&unknown(UnknownReason::Unsupported, site));
  return unite(elements, site);
}

/// The parameter of a function that is called where it stands, if an expression is the argument:
/// `(function (Color) { Color.Red = … })(Color || (Color = {}))` is how enums and namespaces are
/// filled.
const Symbol *Symbols::filledParameter(const Identifier &argument) const {
  const Node *at = &argument;
  while (llvm::isa<LogicalExpression>(at->parent) ||
         (llvm::isa<AssignmentExpression>(at->parent) && at != &argument))
    at = at->parent;
  const auto *call = llvm::dyn_cast<CallExpression>(at->parent);
  if (!call || !isFunction(*call->callee))
    return nullptr;
  size_t index = llvm::find(call->arguments, at) - call->arguments.begin();
  NodeList parameters = paramsOf(*call->callee);
  const auto *name = index < std::min(parameters.size(), call->arguments.size())
                         ? llvm::dyn_cast_or_null<Identifier>(parameters[index])
                         : nullptr;
  return name ? program().symbolOf(*name) : nullptr;
}

const Symbols::PropertyWrites &Symbols::writesTo(const Symbol &symbol) {
  std::unique_ptr<PropertyWrites> &entry = propertyWrites_[&symbol];
  if (entry)
    return *entry;
  auto writes = std::make_unique<PropertyWrites>();
  auto define = [&](const Node &holder, llvm::StringRef prefix) {
    for (WrittenProperty &written : program().definitionsAt(holder)) {
      bool isNamed = !written.name.empty();
      bool isAll = written.kind == WrittenProperty::Kind::All;
      (*writes)[strings().save(isNamed ? prefix + written.name
                               : isAll ? "*"
                                       : "[?]")]
          .push_back(std::move(written));
    }
  };
  for (const Identifier *reference : symbol.references) {
    define(*reference, "");
    if (const Symbol *parameter = filledParameter(*reference); parameter && parameter != &symbol)
      for (const auto &[key, written] : writesTo(*parameter))
        (*writes)[key].append(written.begin(), written.end());
    const auto *target = llvm::dyn_cast<MemberExpression>(reference->parent);
    if (!target || target->object != reference)
      continue;
    // `Class.prototype.key = value` counts as a write to `prototype.key`
    std::string prefix;
    bool isPrototype = members().keyOf(*target) == "prototype";
    const auto *outer = llvm::dyn_cast<MemberExpression>(target->parent);
    if (isPrototype)
      define(*target, "prototype.");
    if (outer && outer->object == target && isPrototype)
      target = outer, prefix = "prototype.";
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent);
    if (!assignment || assignment->left != target)
      continue;
    std::optional<llvm::StringRef> key = members().keyOf(*target);
    (*writes)[strings().save(llvm::Twine(prefix) + key.value_or("[?]"))].push_back(
        {"", assignment->op == "=" ? assignment->right : assignment, WrittenProperty::Kind::Value,
         "", false});
  }
  std::unique_ptr<PropertyWrites> &filled = propertyWrites_[&symbol];
  filled = std::move(writes);
  return *filled;
}

const Value *Symbols::writtenMember(const Value &object, llvm::StringRef key, const Node *site) {
  llvm::SmallVector<const Value *, 4> values;
  auto add = [&](const Node *origin, llvm::StringRef name) {
    for (const Symbol *symbol : llvm::SmallVector<const Symbol *, 1>(holders_.lookup(origin))) {
      memberChanges().addDefinedByTakers(*symbol, false, name, site, values);
      const PropertyWrites &writes = writesTo(*symbol);
      auto written = writes.find(name);
      // writes stand in other code than what is run
      if (written != writes.end())
        values.push_back(&outsideRun(
            [&]() -> const Value & { return commonJs().valueOf(written->second, site); }));
    }
  };
  add(object.origin, key);
  if (const ModuleInfo *module = commonJs().exporterOf(object.origin))
    if (const Value *written = outsideRun([&] { return commonJs().writtenExport(*module, key); }))
      values.push_back(written);
  return values.empty() ? nullptr : &unite(values, site);
}

/// Returns the value of a variable, including the members that `variable.key = value` adds
/// anywhere.
const Value &Symbols::withPropertyWrites(const Value &value, const Symbol &symbol) {
  forEachAlternative(value, [&](const Value &one) {
    if (llvm::isa<FunctionValue, ClassValue, InstanceValue>(one) && one.origin &&
        symbol.kind != SymbolKind::Parameter)
      if (auto &holders = holders_[one.origin];
          holders.size() < maxUnionSize && !llvm::is_contained(holders, &symbol))
        holders.push_back(&symbol);
  });
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&value))
    return withPushes(*list, symbol);
  const auto *known = llvm::dyn_cast<ObjectValue>(&value);
  const PropertyWrites *writes = known ? &writesTo(symbol) : nullptr;
  bool isOpened = known && !known->open && memberChanges().isChangedOutOfSight(symbol);
  if (!writes || (writes->empty() && !isOpened))
    return value;
  if (!spend(known->properties.size() * propertyWork))
    return unknown(UnknownReason::Limit, known->origin);
  llvm::SmallVector<PropertyValue, 8> properties(known->properties);
  bool open = known->open || isOpened;
  if (isOpened)
    for (PropertyValue &property : properties)
      property.mayDiffer = true;
  llvm::StringMap<size_t> copied;
  for (const auto &[key, nodes] : *writes) {
    if (key == "[?]" || key == "*") {
      for (const WrittenProperty &one : nodes)
        open |= key == "[?]" ||
                !commonJs().membersOf(commonJs().valueOf(one), [&](const PropertyValue &property) {
                  bool isOwn = known->find(property.key) || writes->contains(property.key) ||
                               property.key == "default";
                  if (!isOwn && copied.try_emplace(property.key, 0).second)
                    properties.push_back(property);
                });
      continue;
    }
    const Node *site = nodes.back().value;
    const Value &written = commonJs().valueOf(nodes, site);
    if (const PropertyValue *before = known->find(key))
      properties[before - known->properties.begin()].value =
          &unite({before->value, &written}, site);
    else
      properties.push_back({key, &written, site});
  }
  return object(properties, open, known->origin);
}

/// An array that a variable holds, with what is pushed onto it. It is closed only while every
/// change stands beside the variable's declaration, where it happens once.
const Value &Symbols::withPushes(const ArrayValue &list, const Symbol &symbol) {
  llvm::SmallVector<const Value *, 16> elements;
  bool open = list.open || memberChanges().isChangedOutOfSight(symbol);
  for (const Identifier *reference : symbol.references) {
    const auto *member = llvm::dyn_cast<MemberExpression>(reference->parent);
    if (!member || member->object != reference)
      continue;
    const Node *use = member->parent;
    if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(use);
        assignment && assignment->left == member) {
      open = true;
      elements.push_back(&eval(*assignment->right));
    }
    const auto *call = llvm::dyn_cast<CallExpression>(use);
    if (!call || call->callee != member)
      continue;
    std::optional<llvm::StringRef> method = members().keyOf(*member);
    if (!method || !changesArray(*method))
      continue;
    open |= method != "push";
    const Node *declared = symbol.targets.front()->parent->parent;
    open |= symbol.targets.size() != 1 || !llvm::isa<ExpressionStatement>(call->parent) ||
            !declared || declared->parent != call->parent->parent;
    for (const Node *argument : call->arguments) {
      open |= llvm::isa<SpreadElement>(argument);
      if (!llvm::isa<SpreadElement>(argument))
        elements.push_back(&eval(*argument));
    }
  }
  if (elements.empty() && open == list.open)
    return list;
  if (!spend(list.elements.size() * elementWork))
    return unknown(UnknownReason::Limit, list.origin);
  elements.insert(elements.begin(), list.elements.begin(), list.elements.end());
  return array(elements, open, list.origin);
}

} // namespace agentc
