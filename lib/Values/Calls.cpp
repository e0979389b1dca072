#include "Evaluator.h"

namespace agentc {

using namespace ast;

const Value &Values::Evaluator::computeCall(const Node &call, const Node &callee,
                                            NodeList arguments, bool isNew) {
  llvm::SmallVector<const Value *, 8> values;
  for (const Node *argument : arguments) {
    const auto *spread = llvm::dyn_cast<SpreadElement>(argument);
    if (!spread) {
      values.push_back(&eval(*argument));
      continue;
    }
    const auto *list = llvm::dyn_cast<ArrayValue>(&eval(*spread->argument));
    if (list && values.size() <= maxArrayElements && spend(list->elements.size() * elementWork))
      values.append(list->elements.begin(), list->elements.end());
    else
      values.push_back(&unknown(UnknownReason::Parameter, argument));
  }
  const Value &function = eval(callee);
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  if (member && !isNew)
    if (std::optional<std::string> key = keyOf(*member))
      return invokeMethod(eval(*member->object), *key, function, values, call);
  return invoke(function, values, call, isNew);
}

const Value &Values::Evaluator::computeTagged(const TaggedTemplateExpression &expression) {
  const auto *quasi = llvm::dyn_cast<TemplateLiteral>(expression.quasi);
  const Value &tag = eval(*expression.tag);
  const auto *path = llvm::dyn_cast<ApiValue>(&tag);
  if (!quasi || !path || path->path != "global:String.raw") {
    const Value *text = quasi ? &eval(*quasi) : &unknown(UnknownReason::Unsupported, &expression);
    return invoke(tag, {text}, expression, false);
  }
  std::string text;
  for (size_t i = 0; i < quasi->quasis.size(); ++i) {
    text += llvm::cast<TemplateElement>(quasi->quasis[i])->raw;
    if (i >= quasi->expressions.size())
      continue;
    std::optional<std::string> part = textOf(eval(*quasi->expressions[i]));
    if (!part || text.size() > maxStringBytes)
      return unknown(UnknownReason::Unsupported, &expression);
    text += *part;
  }
  return string(text, &expression);
}

const Value &Values::Evaluator::invoke(const Value &callee, Arguments arguments, const Node &site,
                                       bool isNew) {
  switch (callee.kind) {
  case ValueKind::Union: {
    llvm::SmallVector<const Value *, 8> results;
    for (const Value *alternative : llvm::cast<UnionValue>(callee).alternatives)
      results.push_back(&invoke(*alternative, arguments, site, isNew));
    return unite(results, &site);
  }
  case ValueKind::Function:
    if (const Value *known = invokeRuntimeHelper(*callee.origin, arguments, site))
      return *known;
    return isNew ? unknown(UnknownReason::Call, &site) : returnOf(*callee.origin, site);
  case ValueKind::Class:
    return isNew ? make<InstanceValue>(&llvm::cast<ClassValue>(callee), &site)
                 : unknown(UnknownReason::Call, &site);
  case ValueKind::Api: {
    const auto &function = llvm::cast<ApiValue>(callee);
    if (!isNew)
      if (const Value *known = invokeHost(function.path, arguments, site))
        return *known;
    return make<ResultValue>(&function, copy(arguments), &site);
  }
  case ValueKind::Result: {
    const Value &path = api(llvm::cast<ResultValue>(callee).callee->path + "()", &site);
    if (const auto *function = llvm::dyn_cast<ApiValue>(&path))
      return make<ResultValue>(function, copy(arguments), &site);
    return path;
  }
  default:
    return unknown(UnknownReason::Call, &site);
  }
}

bool isModule(const Value &value) {
  const auto *path = llvm::dyn_cast<ApiValue>(&value);
  return llvm::isa<NamespaceValue>(value) ||
         (path && path->path.starts_with("module:") && !path->path.contains('('));
}

namespace {

bool isCallable(const Value &value) {
  return llvm::isa<FunctionValue, ClassValue, ApiValue, UnionValue>(value);
}

} // namespace

const Value &Values::Evaluator::invokeMethod(const Value &receiver, llvm::StringRef key,
                                             const Value &method, Arguments arguments,
                                             const Node &site) {
  if (const Value *folded = foldMethod(receiver, key, arguments, site))
    return *folded;
  // a promise is what it gives, as `await` says
  if (key == "then" && !arguments.empty() && isModule(receiver) &&
      llvm::isa<FunctionValue>(arguments[0]))
    return returnOf(*arguments[0]->origin, site);
  // `Reflect.apply` is a function of its own
  const auto *path = llvm::dyn_cast<ApiValue>(&method);
  bool isReflect = path && path->path.starts_with("global:Reflect.");
  if (!isReflect && isCallable(receiver) && llvm::isa<ApiValue, UnionValue>(method)) {
    if (key == "bind")
      return receiver;
    if (key == "call")
      return invoke(receiver, arguments.empty() ? arguments : arguments.drop_front(), site, false);
    if (key == "apply") {
      const auto *list = arguments.size() > 1 ? llvm::dyn_cast<ArrayValue>(arguments[1]) : nullptr;
      return invoke(receiver, list ? list->elements : Arguments(), site, false);
    }
  }
  return invoke(method, arguments, site, false);
}

/// What a call of a function of the bundle gives, whatever its arguments.
const Value &Values::Evaluator::returnOf(const Node &function, const Node &site) {
  auto [entry, isNew] = returns_.try_emplace(&function, nullptr);
  if (!isNew)
    return entry->second ? *entry->second : unknown(UnknownReason::Cycle, &site);
  const Value *result = nullptr;
  const Node *body = bodyOf(function);
  bool isGenerator = false;
  if (const auto *expression = llvm::dyn_cast<FunctionExpression>(&function))
    isGenerator = expression->generator;
  else if (const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(&function))
    isGenerator = declaration->generator;
  if (!body || isGenerator) {
    result = &unknown(UnknownReason::Call, &site);
  } else if (!llvm::isa<BlockStatement>(body)) {
    result = &eval(*body);
  } else {
    llvm::SmallVector<const Value *, 4> values;
    auto findReturns = [&](const Node &node, auto &self) -> void {
      if (isFunction(node) || isClass(node))
        return;
      if (const auto *statement = llvm::dyn_cast<ReturnStatement>(&node)) {
        values.push_back(statement->argument ? &eval(*statement->argument)
                                             : &make<UndefinedValue>(statement));
        return;
      }
      forEachChild(node, [&](const Node &child) { self(child, self); });
    };
    findReturns(*body, findReturns);
    result = &unite(values, &function);
  }
  returns_[&function] = result;
  return *result;
}

const Value &Values::Evaluator::importModule(const Node &site, const Value &specifier) {
  const auto *text = llvm::dyn_cast<StringValue>(&specifier);
  if (const auto *many = llvm::dyn_cast<UnionValue>(&specifier)) {
    llvm::SmallVector<const Value *, 8> values;
    for (const Value *one : many->alternatives)
      values.push_back(&importModule(site, *one));
    return unite(values, &site);
  }
  if (!text)
    return unknown(UnknownReason::Call, &site);
  ImportForm form = llvm::isa<ImportExpression>(site) ? ImportForm::Import : ImportForm::Require;
  Resolution resolution = program_.resolveSpecifier(program_.moduleOf(site), text->value, form);
  switch (resolution.kind) {
  case Resolution::Kind::Bundle:
    if (resolution.module->goal == Goal::Module || llvm::isa<ImportExpression>(site))
      return make<NamespaceValue>(resolution.module, &site);
    return exportsOf(*resolution.module, &site);
  case Resolution::Kind::External:
    return api("module:" + resolution.name, &site);
  case Resolution::Kind::Data:
  case Resolution::Kind::Missing:
    return unknown(UnknownReason::Unresolved, &site);
  }
  return unknown(UnknownReason::Unresolved, &site);
}

} // namespace agentc
