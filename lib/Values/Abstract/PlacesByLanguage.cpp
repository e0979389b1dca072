#include "Abstract/Places.h"

#include "agentc/Program/MemberIndex.h"

#include "Abstract/Aliases.h"
#include "Abstract/Members.h"
#include "Builtins/Conversions.h"

namespace agentc {

using namespace ast;

bool isIteratorKey(const Value &key) {
  const auto *api = llvm::dyn_cast<ApiValue>(&key);
  llvm::StringRef path = api ? api->path : llvm::StringRef();
  return path.ends_with("Symbol.iterator") || path.ends_with("Symbol.asyncIterator");
}

/// Its elements or members, spread into a copy or into arguments.
void Places::visitSpread(const Node &spread, const Path *path) {
  const Node &taker = *spread.parent;
  if (!llvm::isa<CallExpression, NewExpression>(taker))
    return add(taker, path);
  NodeList arguments = partsOf(taker).arguments;
  const size_t first = llvm::find(arguments, &spread) - arguments.begin();
  forEachAlternative(eval(*partsOf(taker).callee), [&](const Value &function) {
    if (!llvm::isa<FunctionValue, ClassValue>(function)) {
      escapes = true;
      return;
    }
    const Node *code =
        isClass(*function.origin) ? constructorOf(*function.origin) : function.origin;
    for (size_t i = first; code && i < paramsOf(*code).size(); ++i)
      addParameter(*function.origin, i, path->rest);
  });
}

/// Between the parts of a text, which a function may be called with.
void Places::visitTagged(const Node &text, const Node &place, const Path *path) {
  const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(text.parent);
  if (!tagged)
    return;
  NodeList given = llvm::cast<TemplateLiteral>(text).expressions;
  const size_t index = llvm::find(given, &place) - given.begin() + 1;
  forEachAlternative(eval(*tagged->tag), [&](const Value &tag) {
    if (llvm::isa<FunctionValue>(tag))
      addParameter(*tag.origin, index, path);
    else
      escapes |= llvm::isa<UnknownValue>(tag) && &tag != &nothing();
  });
}

/// To those who catch what is thrown at a place: there, or around calls of the function.
void Places::addThrown(const Node &from, const Path *path) {
  const Node *inside = &from;
  for (const Node *at = from.parent; at; inside = at, at = at->parent) {
    const auto *attempt = llvm::dyn_cast<TryStatement>(at);
    const auto *handler = attempt && attempt->block == inside
                              ? llvm::dyn_cast_or_null<CatchClause>(attempt->handler)
                              : nullptr;
    if (handler)
      return handler->param ? addTarget(*handler->param, path) : void();
    if (!isFunction(*at))
      continue;
    if (!thrown_.insert(*at, path))
      return;
    const FunctionUses &uses = flows().of(*at);
    escapes |= uses.escapes || !uses.keys.empty();
    for (const Node *call : uses.calls) {
      add(*call, path); // as a promise that is rejected
      addThrown(*call, path);
    }
    return;
  }
}

/// From a generator, which gives it one after another.
void Places::visitYield(const YieldExpression &yield, const Path *path) {
  const Node *function = functionAround(yield);
  if (function && isFunction(*function))
    addReturned(*function, yield.delegate ? path : longer("", path));
  // the last of them is the value of `yield*`
  if (yield.delegate && path)
    add(yield, path->rest);
}

/// The result of a function that the language calls: of an iterator, or of a getter that is defined
/// by a descriptor.
void Places::addToLanguage(const Node &function, const Path *path) {
  const auto *property = llvm::dyn_cast<Property>(function.parent);
  const Node *holder = property ? property->parent : nullptr;
  if (const auto *method = llvm::dyn_cast<MethodDefinition>(function.parent);
      method && method->computed && isIteratorKey(eval(*method->key)))
    if (const auto *type = llvm::dyn_cast<ClassValue>(&eval(*method->parent->parent)))
      return storeInInstances(*type, path);
  if (!holder || !llvm::isa<ObjectExpression>(holder))
    return;
  if (property->computed && isIteratorKey(eval(*property->key)))
    return add(*holder, path);
  std::optional<llvm::StringRef> key = members().keyOf(*property);
  if (key == "next" && path && path->key == "value")
    return add(*holder, longer("", path->rest));
  const auto *call = llvm::dyn_cast<CallExpression>(holder->parent);
  if (key != "get" || !call || call->arguments.size() != 3 || call->arguments[2] != holder)
    return;
  if (std::optional<std::string> defined = conversions().textOf(eval(*call->arguments[1])))
    addKey(strings().save(llvm::StringRef(*defined)), path);
}

/// By `emit` or `dispatchEvent` to whoever listens, unless it is to another event by its name.
void Places::handToListeners(const Node &call, size_t index, const Path *path) {
  static constexpr llvm::StringLiteral listening[] = {"addEventListener", "on", "once",
                                                      "addListener", "prependListener"};
  const Value *event = index > 0 ? &eval(*partsOf(call).arguments[0]) : nullptr;
  for (llvm::StringRef method : llvm::ArrayRef(listening).take_front(event ? 5 : 1)) {
    for (const Node *read : readsOf(method)) {
      const auto *listen = llvm::dyn_cast<CallExpression>(read->parent);
      if (!listen || listen->callee != read || listen->arguments.size() < 2)
        continue;
      const Value &name = eval(*listen->arguments[0]);
      bool isOther = event && llvm::isa<StringValue>(event) && llvm::isa<StringValue>(name) &&
                     llvm::cast<StringValue>(event)->value != llvm::cast<StringValue>(name).value;
      if (!isOther)
        handToCallback(*listen->arguments[1], event ? index - 1 : 0, path);
    }
  }
}

/// To setters of that name, which are called where it is written to a member.
void Places::handToSetters(llvm::StringRef key, const Path *path) {
  for (const auto &[member, value] : memberIndexOf(program()).of(key).given) {
    const auto *property = llvm::dyn_cast<Property>(member);
    const auto *method = llvm::dyn_cast<MethodDefinition>(member);
    if ((property && property->propertyKind == PropertyKind::Set) ||
        (method && method->methodKind == MethodKind::Set))
      addParameter(*value, 0, path);
  }
}

} // namespace agentc
