#include "Abstract/Calls.h"

#include "Abstract/Aliases.h"
#include "Abstract/ConstructorFunctions.h"
#include "Abstract/Exports.h"
#include "Abstract/Members.h"
#include "Abstract/Promises.h"
#include "Abstract/Proxies.h"
#include "Abstract/Symbols.h"
#include "Builtins/Conversions.h"
#include "Builtins/HostCalls.h"
#include "Builtins/HostFiles.h"
#include "Builtins/KnownCollections.h"
#include "Builtins/Patches.h"
#include "Builtins/Starting.h"
#include "Compiled/BundledDefinitions.h"
#include "Compiled/CompiledCode.h"
#include "Compiled/RuntimeHelpers.h"
#include "Concrete/Interpreter.h"
#include "Concrete/OwnObjects.h"
#include "agentc/Support/Utf16.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/BoundFunction.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

void Calls::appendElements(const ArrayValue &list, llvm::SmallVectorImpl<const Value *> &values,
                           const Node &site) {
  for (const Value *element : list.elements)
    values.push_back(&madeOf(&list, *element, &site));
  // one stands for all that aren't known
  if (list.open || list.isShared)
    values.push_back(&unknown(UnknownReason::Parameter, &site));
}

void Calls::appendArguments(NodeList arguments, llvm::SmallVectorImpl<const Value *> &values) {
  for (const Node *argument : arguments) {
    const auto *spread = llvm::dyn_cast<SpreadElement>(argument);
    if (!spread) {
      values.push_back(&eval(*argument));
      continue;
    }
    const Value &source = interpreter().oneOf(eval(*spread->argument));
    const auto *list = llvm::dyn_cast<ArrayValue>(&source);
    list = list ? list : knownCollections().elementsIteratedBy(source, *spread->argument);
    bool isKnown = list && !list->open && values.size() <= maxArrayElements &&
                   spend(list->elements.size() * elementWork);
    if (isKnown) {
      appendElements(*list, values, *argument);
      continue;
    }
    // how many there are isn't known, so one stands for all
    values.push_back(&unite(
        {&symbols().iterated(source, argument), &unknown(UnknownReason::Parameter, argument)},
        argument));
    interpreter().fail(*argument);
  }
}

/// The function that a callee denotes, with the object and key that it is a member of.
Calls::Callee Calls::calleeOf(const Node &callee) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  if (!member)
    return {&eval(callee), nullptr, std::nullopt};
  if (!run())
    return {&eval(callee), &eval(*member->object), members().keyOf(*member)};
  // each part is evaluated once, since it may change something
  const Value &object = eval(*member->object);
  const Value *receiver = &object;
  if (llvm::isa<Super>(member->object))
    for (Environment *at = run()->environment; at; at = at->outer)
      if (at->thisValue) {
        receiver = at->thisValue;
        break;
      }
  std::optional<llvm::StringRef> key = members().keyOf(*member);
  return {&members().memberOf(object, key, *member), receiver, std::move(key)};
}

const Value &Calls::computeCall(const Node &call, const Node &callee, NodeList arguments,
                                bool isNew) {
  Callee called = calleeOf(callee);
  if (run() && llvm::isa<UndefinedValue, NullValue>(called.function)) {
    const auto *expression = llvm::dyn_cast<CallExpression>(&call);
    return expression && endsChain(*expression) ? make<UndefinedValue>(&call)
                                                : interpreter().fail(call);
  }
  llvm::SmallVector<const Value *, 8> values;
  appendArguments(arguments, values);
  const Value &given =
      called.key && !isNew
          ? invokeMethod(*called.receiver, *called.key, *called.function, values, call)
          : invoke(*called.function, values, call, isNew, called.receiver);
  return run() ? given : aliases().withLaterChanges(given, call);
}

const Value &Calls::computeTagged(const TaggedTemplateExpression &expression) {
  const auto *quasi = llvm::dyn_cast<TemplateLiteral>(expression.quasi);
  const Value &tag = eval(*expression.tag);
  const auto *path = llvm::dyn_cast<ApiValue>(&tag);
  if (!quasi || !path || path->path != "global:String.raw"_api) {
    const Value *text = quasi ? &eval(*quasi) : &unknown(UnknownReason::Unsupported, &expression);
    return invoke(tag, {text}, expression, false);
  }
  std::string text;
  for (size_t i = 0; i < quasi->quasis.size(); ++i) {
    text += llvm::cast<TemplateElement>(quasi->quasis[i])->raw;
    if (i >= quasi->expressions.size())
      continue;
    std::optional<std::string> part = conversions().textOf(eval(*quasi->expressions[i]));
    if (!part || text.size() > maxStringBytes)
      return unknown(UnknownReason::Unsupported, &expression);
    appendText(text, *part);
  }
  return string(text, &expression);
}

/// `call` itself, which calls whatever it is called on.
static constexpr llvm::StringLiteral callPath = "global:Function.prototype.call"_api;
/// `bind.bind(call)`, which makes of a method a function of its object and arguments.
static constexpr llvm::StringLiteral uncurryPath = "global:Function.prototype.call.bind"_api;

const Value &Calls::invoke(const Value &callee, Arguments arguments, const Node &site, bool isNew,
                           const Value *receiver) {
  switch (callee.kind) {
  case ValueKind::Union: {
    uint64_t before = run() ? run()->effects : 0;
    llvm::SmallVector<const Value *, 8> results;
    for (const Value *alternative : llvm::cast<UnionValue>(callee).alternatives)
      results.push_back(&invoke(*alternative, arguments, site, isNew, receiver));
    if (run() && run()->effects != before)
      return interpreter().fail(site);
    return unite(results, &site);
  }
  case ValueKind::Function: {
    const auto &function = llvm::cast<FunctionValue>(callee);
    if (isNew)
      if (const Value *schema = bundledDefinitions().bundledSchema(callee, arguments, site))
        return *schema;
    if (const Value *known = runtimeHelpers().invokeRuntimeHelper(*callee.origin, arguments, site))
      return *known;
    if (const Value *made = bundledDefinitions().bundledDefinition(callee, arguments, site, isNew))
      return *made;
    return isNew ? interpreter().construct(constructorFunctions().classOf(*callee.origin),
                                           arguments, site)
                 : interpreter().call(function, receiver, arguments, site);
  }
  case ValueKind::Class:
    if (isNew)
      if (const Value *schema = bundledDefinitions().bundledSchema(callee, arguments, site))
        return *schema;
    if (const Value *made = bundledDefinitions().bundledDefinition(callee, arguments, site, isNew))
      return *made;
    return isNew ? interpreter().construct(llvm::cast<ClassValue>(callee), arguments, site)
                 : unknown(UnknownReason::Call, &site);
  case ValueKind::Api: {
    const auto &function = llvm::cast<ApiValue>(callee);
    if (!isNew && receiver && receiver != &callee && function.path == callPath)
      return invoke(*receiver, arguments.empty() ? arguments : arguments.drop_front(), site, false,
                    arguments.empty() ? nullptr : arguments[0]);
    if (!isNew && function.path == uncurryPath)
      return bind(make<ApiValue>(callPath, &site), arguments, site);
    if (!isNew && run())
      if (const Value *changed = ownObjects().changeByHost(function.path, arguments, site))
        return *changed;
    if (const Value *known = isNew ? nullptr : starting().callAtStart(function, arguments, site))
      return *known;
    const bool isBound = hasBoundArguments(function);
    if (isNew)
      if (const Value *made = knownCollections().constructCollection(function, arguments, site))
        return *made;
    const Value *known = isNew     ? hostCalls().constructHost(function.path, arguments, site)
                         : isBound ? nullptr
                                   : hostCalls().invokeHost(function.path, arguments, site);
    if (!known && !isNew && !isBound)
      known = function.path == "global:String.raw"_api
                  ? compiledCode().invokeRaw(arguments, site)
                  : compiledCode().invokePackagedHelper(function.path, arguments, site);
    if (known)
      return *known;
    handOver(function.path, arguments);
    return make<ResultValue>(&function, copy(arguments), &site);
  }
  case ValueKind::Result: {
    if (const Value *known = hostCalls().invokeMadeFunction(llvm::cast<ResultValue>(callee), site))
      return *known;
    const auto &maker = llvm::cast<ResultValue>(callee);
    if (const ResultValue *proxy = Proxies::asProxy(callee)) {
      handOver({}, arguments);
      return proxies().invoke(*proxy, arguments, site, isNew, receiver);
    }
    llvm::StringRef called = maker.callee->path;
    const Value &path =
        api(called.ends_with("()()") ? called : (called + "()").str(), &site, &maker);
    handOver({}, arguments);
    if (const auto *function = llvm::dyn_cast<ApiValue>(&path))
      return make<ResultValue>(function, copy(arguments), &site);
    return path;
  }
  case ValueKind::Unknown:
    if (&callee == &nothing())
      return nothing();
    handOver({}, arguments);
    return unknown(UnknownReason::Call, &site);
  default:
    return run() ? interpreter().fail(site) : unknown(UnknownReason::Call, &site);
  }
}

bool isDefinitionPath(llvm::StringRef path) {
  static constexpr llvm::StringLiteral packages[] = {"ai",
                                                     "zod",
                                                     "lightfast",
                                                     "langchain",
                                                     "typebox",
                                                     "valibot",
                                                     "arktype",
                                                     "yargs",
                                                     "@ai-sdk/",
                                                     "@anthropic-ai/claude-agent-sdk",
                                                     "@buzzi/base-agent",
                                                     "@google/adk",
                                                     "@langchain/",
                                                     "@lightfast",
                                                     "@mastra/",
                                                     "@modelcontextprotocol/",
                                                     "@openai/agents",
                                                     "@sinclair/typebox"};
  if (!path.consume_front("module:"))
    return path.starts_with("bundled:");
  return llvm::any_of(packages, [&](llvm::StringRef package) {
    llvm::StringRef rest = path;
    return rest.consume_front(package) &&
           (package.starts_with("@") || rest.empty() || llvm::StringRef("./(").contains(rest[0]));
  });
}

/// Records that running code hands arguments to the host or unknown code. The host's own
/// functions only read them; but when they call the bundle's code back, no run sees its
/// effects.
void Calls::handOver(llvm::StringRef path, Arguments arguments) {
  if (!run())
    return;
  ++run()->hostCalls;
  if (!run()->lastingAtHostCall)
    run()->lastingAtHostCall = run()->lastingEffects;
  if (isDefinitionPath(path))
    return;
  static constexpr llvm::StringLiteral settling[] = {
      "global:Promise.all"_api, "global:Promise.allSettled"_api, "global:Promise.any"_api,
      "global:Promise.race"_api, "global:Promise.resolve"_api};
  if (llvm::is_contained(settling, path)) {
    // a `then` of what is given, or is in the list that is given, is called
    for (const Value *argument : arguments) {
      const auto *list = llvm::dyn_cast<ArrayValue>(argument);
      list = list ? list : knownCollections().elementsKnownOf(*argument);
      for (const Value *one : list ? list->elements : Arguments(argument))
        forEachAlternative(*one, [&](const Value &each) {
          if (promises().isThenable(each))
            ownObjects().escape(each);
        });
    }
    return;
  }
  bool isPure = path.starts_with("global:") && !path.starts_with("global:Promise"_api);
  for (const Value *argument : arguments)
    if (!isPure || llvm::isa<FunctionValue>(argument))
      ownObjects().escape(*argument);
}

bool hasBoundArguments(const ApiValue &function) {
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(function.origin);
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  // `[?]` may be `bind`
  return member && call->arguments.size() > 1 && writtenKeyOf(*member).value_or("bind") == "bind";
}

/// `f.bind(self, …)`. Bound arguments are kept in an environment of their own.
const Value &Calls::bind(const Value &callee, Arguments arguments, const Node &site) {
  // `Function.call.bind(f)` is `f.call`, whatever function `call` was read from
  if (const auto *path = llvm::dyn_cast<ApiValue>(&callee); path && !arguments.empty())
    for (llvm::StringRef key : {"call", "apply"})
      if (path->path == ("global:Function."_api + key).str() ||
          path->path == ("global:Function.prototype."_api + key).str())
        if (llvm::isa<ApiValue>(arguments[0]))
          return members().member(*arguments[0], key, callee.origin);
  const auto *path = llvm::dyn_cast<ApiValue>(&callee);
  const auto *given = arguments.empty() ? nullptr : llvm::dyn_cast<ApiValue>(arguments[0]);
  if (path && given && path->path == "global:Function.prototype.bind"_api &&
      given->path == callPath)
    return make<ApiValue>(uncurryPath, &site);
  const auto *function = llvm::dyn_cast<FunctionValue>(&callee);
  if (path && path->path == callPath && !arguments.empty())
    if ((function = llvm::dyn_cast<FunctionValue>(arguments[0])))
      arguments = arguments.drop_front();
  // of the host's functions, arguments that are bound can only be told by where that is done
  if (path && !function && arguments.size() > 1)
    return make<ApiValue>(path->path, &site, path->receiver);
  if (!function || (arguments.empty() && !path))
    return callee;
  auto *bound = &evaluator_.newEnvironment();
  bound->outer = function->environment;
  bound->isBound = true;
  bound->thisValue = arguments.empty() ? nullptr : arguments[0];
  bound->arguments = copy(arguments.empty() ? arguments : arguments.drop_front());
  return make<FunctionValue>(function->origin, bound);
}

const Value &Calls::importModule(const Node &site, const Value &specifier) {
  const auto *text = llvm::dyn_cast<StringValue>(&specifier);
  if (const auto *many = llvm::dyn_cast<UnionValue>(&specifier)) {
    llvm::SmallVector<const Value *, 8> values;
    for (const Value *one : many->alternatives)
      values.push_back(&importModule(site, *one));
    return unite(values, &site);
  }
  if (!text) {
    std::optional<std::string> place = hostFiles().placeOfModule(specifier);
    const ModuleInfo *module = place ? program().find(*place) : nullptr;
    if (module && llvm::isa<ImportExpression>(site))
      return make<NamespaceValue>(module, &site);
    return module ? exports().exportsOf(*module, &site) : unknown(UnknownReason::Call, &site);
  }
  ImportForm form = llvm::isa<ImportExpression>(site) ? ImportForm::Import : ImportForm::Require;
  Resolution resolution = program().resolveSpecifier(program().moduleOf(site), text->value, form);
  switch (resolution.kind) {
  case Resolution::Kind::Bundle:
    if (resolution.module->goal == Goal::Module || llvm::isa<ImportExpression>(site))
      return make<NamespaceValue>(resolution.module, &site);
    return exports().exportsOf(*resolution.module, &site);
  case Resolution::Kind::External:
    return api("module:" + resolution.name, &site);
  case Resolution::Kind::Data:
  case Resolution::Kind::Missing:
    return unknown(UnknownReason::Unresolved, &site);
  }
  return unknown(UnknownReason::Unresolved, &site);
}

} // namespace agentc
