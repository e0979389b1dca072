#include "Compiled/CompiledCode.h"

#include "agentc/Syntax/Coroutines.h"
#include "agentc/Values/ApiPath.h"

#include "Abstract/Collections.h"
#include "Builtins/Conversions.h"
#include "Builtins/HostCalls.h"
#include "Compiled/RuntimeHelpers.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

/// The name of a helper of TypeScript's, Babel's or swc's package of helpers, spelled as all of
/// them could: `interopRequireDefault`. Such a package can't be another one: it is not in the
/// bundle.
std::string packagedHelperName(llvm::StringRef path) {
  if (!path.consume_front("module:tslib.__") && !path.consume_front("module:@swc/helpers/_/_") &&
      !path.consume_front("module:@babel/runtime/helpers/"_api))
    return "";
  path.consume_front("esm/");
  path = path.split('.').first;
  std::string name;
  for (size_t i = 0; i < path.size(); ++i)
    name += path[i] == '_' && i + 1 < path.size() ? llvm::toUpper(path[++i]) : path[i];
  return name;
}

const Value *CompiledCode::invokePackagedHelper(llvm::StringRef path, Arguments arguments,
                                                const Node &site) {
  std::string name = path.starts_with("module:") ? packagedHelperName(path) : "";
  if (name.empty() || arguments.empty())
    return nullptr;
  if (name == "importStar" || name == "importDefault" || name == "interopRequireDefault" ||
      name == "interopRequireWildcard")
    return &runtimeHelpers().namespaceOf(
        *arguments[0], arguments.size() > 1 && toBooleanConstant(*arguments[1]).value_or(false),
        site);
  if (name == "assign" || name == "extends" || name == "objectSpread" || name == "objectSpread2")
    return hostCalls().invokeHost("global:Object.assign"_api, arguments, site);
  if (name == "rest" || name == "objectWithoutProperties")
    return arguments[0]; // as the rest of a pattern, which keeps all members
  if (name == "read" || name == "values" || name == "toConsumableArray" ||
      name == "slicedToArray" || name == "toArray")
    return arguments[0];
  if ((name == "classPrivateFieldGet" || name == "classPrivateFieldGet2") && arguments.size() > 1)
    return collections().keptIn(*arguments[1], site);
  if ((name == "makeTemplateObject" || name == "taggedTemplateLiteral") && arguments.size() > 1)
    return &templateObject(*arguments[0], *arguments[1], site);
  return nullptr;
}

/// The list of texts that a tag gets, as an object, since it has `raw` besides.
const Value &CompiledCode::templateObject(const Value &texts, const Value &raw, const Node &site) {
  llvm::SmallVector<PropertyValue, 8> properties{{"raw", &raw, &site}};
  const auto *list = llvm::dyn_cast<ArrayValue>(&texts);
  if (!list || !spend(list->elements.size() * propertyWork))
    return unknown(UnknownReason::Call, &site);
  for (size_t i = 0; i < list->elements.size(); ++i)
    properties.push_back({strings().save(std::to_string(i)), list->elements[i], &site});
  properties.push_back({"length", &number(list->elements.size(), &site), &site});
  return object(properties, list->open, &site);
}

/// `String.raw` called as a function, as compiled templates call it.
const Value *CompiledCode::invokeRaw(Arguments arguments, const Node &site) {
  const auto *texts = arguments.empty() ? nullptr : llvm::dyn_cast<ObjectValue>(arguments[0]);
  const PropertyValue *raw = texts ? texts->find("raw") : nullptr;
  const auto *list = raw ? llvm::dyn_cast<ArrayValue>(raw->value) : nullptr;
  if (!list || list->open)
    return nullptr;
  std::string text;
  for (size_t i = 0; i < list->elements.size(); ++i) {
    std::optional<std::string> part = conversions().textOf(*list->elements[i]);
    std::optional<std::string> value = i + 1 < list->elements.size() && i + 1 < arguments.size()
                                           ? conversions().textOf(*arguments[i + 1])
                                           : "";
    if (!part || !value || text.size() > maxStringBytes)
      return nullptr;
    text += *part + *value;
  }
  return &string(text, &site);
}

/// Returns the values handed out by `return [code, value]` in the state machine compiled from a
/// generator.
const Value &CompiledCode::handedOut(const Node &machine, double code, const Node &site) {
  llvm::SmallVector<const Value *, 4> values;
  auto find = [&](const Node &node, auto &self) -> void {
    if (isFunction(node) || isClass(node))
      return;
    const auto *statement = llvm::dyn_cast<ReturnStatement>(&node);
    const auto *pair =
        statement ? llvm::dyn_cast_or_null<ArrayExpression>(statement->argument) : nullptr;
    const auto *kind = pair && !pair->elements.empty()
                           ? llvm::dyn_cast_or_null<Literal>(pair->elements[0])
                           : nullptr;
    if (kind && kind->literal == LiteralKind::Number && kind->number == code)
      values.push_back(pair->elements.size() > 1 && pair->elements[1]
                           ? &eval(*pair->elements[1])
                           : &make<UndefinedValue>(pair));
    forEachChild(node, [&](const Node &child) { self(child, self); });
  };
  if (const Node *body = bodyOf(machine))
    find(*body, find);
  return unite(values, &site);
}

const Value &CompiledCode::resultOfStates(const Value &machine, const Node &site) {
  constexpr double returned = 2;
  return llvm::isa<FunctionValue>(machine) ? handedOut(*machine.origin, returned, site)
                                           : unknown(UnknownReason::Call, &site);
}

/// `state.sent()` in a state machine: what the code around it makes of what was handed out before,
/// which for asynchronous code is the same.
const Value *CompiledCode::valueOfResumption(const CallExpression &call) {
  constexpr double awaited = 4;
  const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
  const auto *state = member ? llvm::dyn_cast<Identifier>(member->object) : nullptr;
  if (!state || writtenKeyOf(*member) != "sent")
    return nullptr;
  const Symbol *symbol = program().symbolOf(*state);
  const Node *machine =
      symbol && symbol->kind == SymbolKind::Parameter ? symbol->scope->node : nullptr;
  const auto *start = machine ? llvm::dyn_cast_or_null<CallExpression>(machine->parent) : nullptr;
  if (!start || program().shapeOfCallee(*start->callee).kind != HelperShape::Kind::Generator)
    return nullptr;
  return &handedOut(*machine, awaited, call);
}

/// True if a generator function was compiled from asynchronous code, so that a helper gives
/// each `yield` the result of the value it handed out, as `await` does.
bool CompiledCode::isAwaited(const Node &function) {
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(function.parent);
  if (!call || call->callee == &function || !isGenerator(function))
    return false;
  const HelperShape shape = program().shapeOfCallee(*call->callee);
  return (shape.kind == HelperShape::Kind::Await || shape.kind == HelperShape::Kind::ToItself) &&
         shape.source < call->arguments.size() && call->arguments[shape.source] == &function;
}

const Node *CompiledCode::thisOfCoroutine(const Node &function) {
  return isCoroutine(function) && isAwaited(function) ? thisGivenTo(function) : nullptr;
}

} // namespace agentc
