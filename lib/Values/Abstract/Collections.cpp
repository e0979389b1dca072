#include "Abstract/Collections.h"

#include "agentc/Values/ApiPath.h"

#include "Compiled/CompiledCode.h"

namespace agentc {

using namespace ast;

bool isCollection(llvm::StringRef path) {
  return path == "global:Map"_api || path == "global:WeakMap"_api || path == "global:Set"_api ||
         path == "global:WeakSet"_api;
}

namespace {

bool isMap(llvm::StringRef path) {
  return path == "global:Map"_api || path == "global:WeakMap"_api;
}

} // namespace

/// The argument of a call that a function puts into the collection which it gets by that call,
/// which is its parameter `collection`; what it puts there itself where it is not an argument.
const Node &Collections::givenFor(const Node &put, const Symbol &collection, const Node *call) {
  const auto *name = llvm::dyn_cast<Identifier>(&put);
  const Symbol *given = call && name ? program().symbolOf(*name) : nullptr;
  if (!given || given->scope != collection.scope || given->targets.size() != 1)
    return put;
  NodeList parameters = paramsOf(*given->scope->node), arguments = partsOf(*call).arguments;
  size_t index = llvm::find(parameters, given->targets[0]) - parameters.begin();
  bool isSpread = llvm::any_of(arguments, [](auto *one) { return llvm::isa<SpreadElement>(one); });
  return index < std::min(parameters.size(), arguments.size()) && !isSpread ? *arguments[index]
                                                                            : put;
}

/// Adds the values put into a collection by the code that has access to it through a variable.
void Collections::addKeptValues(const Symbol &symbol, const Node *from, unsigned depth,
                                llvm::SmallVectorImpl<const Value *> &values) {
  constexpr unsigned most = 3;
  for (const Identifier *reference : symbol.references) {
    if (const auto *member = llvm::dyn_cast<MemberExpression>(reference->parent)) {
      const auto *call = llvm::dyn_cast_or_null<CallExpression>(member->parent);
      if (!call || call->callee != member)
        continue;
      std::optional<llvm::StringRef> key = writtenKeyOf(*member);
      unsigned index = key == "set" ? 1 : 0;
      if ((key == "set" || key == "add") && call->arguments.size() > index)
        values.push_back(&eval(givenFor(*call->arguments[index], symbol, from)));
      continue;
    }
    const auto *call = llvm::dyn_cast<CallExpression>(reference->parent);
    if (!call)
      continue;
    size_t index = llvm::find(call->arguments, reference) - call->arguments.begin();
    forEachAlternative(eval(*call->callee), [&](const Value &callee) {
      if (const auto *path = llvm::dyn_cast<ApiValue>(&callee);
          path && !packagedHelperName(path->path).empty()) {
        if (path->path.ends_with("FieldSet") && call->arguments.size() > 2)
          values.push_back(&eval(*call->arguments[2]));
        return;
      }
      bool isKnown = llvm::isa<FunctionValue>(callee) && depth < most;
      NodeList parameters = isKnown ? paramsOf(*callee.origin) : NodeList();
      const auto *name = index < parameters.size()
                             ? llvm::dyn_cast_or_null<Identifier>(parameters[index])
                             : nullptr;
      if (const Symbol *parameter = name ? program().symbolOf(*name) : nullptr)
        addKeptValues(*parameter, call, depth + 1, values);
      else
        values.push_back(&unknown(UnknownReason::Call, call));
    });
  }
}

/// The values that `new Map([[key, value]])` and `new Set([value])` begin with.
void Collections::addFirstValues(const ResultValue &made,
                                 llvm::SmallVectorImpl<const Value *> &values) {
  const auto *list =
      made.arguments.empty() ? nullptr : llvm::dyn_cast<ArrayValue>(made.arguments[0]);
  if (!list || !spend(list->elements.size()))
    return;
  for (const Value *element : list->elements) {
    const auto *entry = isMap(made.callee->path) ? llvm::dyn_cast<ArrayValue>(element) : nullptr;
    if (!isMap(made.callee->path))
      values.push_back(element);
    else if (entry && entry->elements.size() > 1)
      values.push_back(entry->elements[1]);
  }
}

/// Returns the values that a collection can give for any key; null for other things, and where
/// nothing is known. The keys present at a given moment are unknown, so nothing is certain
/// except in private fields, which compilers keep in WeakMaps.
const Value *Collections::keptIn(const Value &collection, const Node &site) {
  const auto *made = llvm::dyn_cast<ResultValue>(&collection);
  if (!made || !isCollection(made->callee->path) || !made->origin)
    return nullptr;
  const Node *parent = made->origin->parent;
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent);
  const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent);
  const Node *holder = assignment ? assignment->left : declarator ? declarator->id : nullptr;
  const auto *name = llvm::dyn_cast_or_null<Identifier>(holder);
  const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
  bool isPrivateField = made->callee->path == "global:WeakMap"_api;
  if (isPrivateField && !symbol)
    return nullptr;
  return outsideRun([&]() -> const Value * {
    llvm::SmallVector<const Value *, 4> values;
    addFirstValues(*made, values);
    if (symbol)
      addKeptValues(*symbol, nullptr, 0, values);
    if (isPrivateField)
      return &unite(values, &site);
    if (llvm::all_of(values, [](const Value *value) { return llvm::isa<UnknownValue>(value); }))
      return nullptr;
    values.push_back(&unknown(UnknownReason::Call, &site));
    return &unite(values, &site);
  });
}

/// Returns the current element of a loop over a collection or over the result of one of its
/// methods; null for other things.
const Value *Collections::iteratedCollection(const ResultValue &value, const Node &site) {
  llvm::StringRef path = value.callee->path;
  const Value *collection = &value;
  auto [type, method] = path.split("().");
  if (!method.empty()) {
    const auto *call = llvm::dyn_cast_or_null<CallExpression>(value.origin);
    const auto *callee = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
    if (!callee || !isCollection(type))
      return nullptr;
    collection = outsideRun([&] { return &eval(*callee->object); });
  }
  const Value *kept = keptIn(*collection, site);
  bool hasEntries = method == "entries" || (method.empty() && isMap(type));
  if (!kept || !hasEntries)
    return kept;
  return &array({&unknown(UnknownReason::Call, &site), kept}, false, &site);
}

} // namespace agentc
