#include "SecretWalk.h"

#include "agentc/Flow/UseKind.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

namespace {

/// Functions of the language that return their arguments, or an object with the same members.
constexpr llvm::StringLiteral keepingHost[] = {
    "String",          "Object",     "Object.freeze",  "Object.seal",
    "structuredClone", "Headers",    "Request",        "Promise.resolve",
    "Promise.all",     "Array.from", "JSON.stringify", "String.prototype.concat"};

/// Functions that reveal only whether a text exists, and those that call their argument and drop
/// its result.
constexpr llvm::StringLiteral dropping[] = {"Array.isArray",  "Boolean",      "Object.keys",
                                            "queueMicrotask", "setImmediate", "setInterval",
                                            "setTimeout"};

/// True if a path, given without `global:`, belongs to the language.
bool isOneOf(llvm::ArrayRef<llvm::StringLiteral> names, llvm::StringRef path) {
  return path.consume_front("global:") && llvm::is_contained(names, path);
}

/// True for functions that make headers of a request, or a request that is sent elsewhere.
bool isKeeping(llvm::StringRef path) {
  llvm::StringRef rest = path;
  if (!rest.consume_front("module:undici."_api) && !rest.consume_front("module:node-fetch."_api))
    return isOneOf(keepingHost, path);
  return rest == "Headers" || rest == "Request";
}

} // namespace

/// True for code of a `commander` that is installed in the bundle.
static bool isCommander(const agentc::Program &program, const Node &node) {
  return program.moduleOf(node).path().contains("node_modules/commander/");
}

/// True if a callee belongs to `commander`, whether or not the bundle holds it.
static bool isOfCommander(const agentc::Program &program, const Value &callee) {
  if (llvm::isa<FunctionValue>(callee))
    return isCommander(program, *callee.origin);
  const auto *api = llvm::dyn_cast<ApiValue>(&callee);
  llvm::StringRef path = api ? api->path : "";
  return path.consume_front("module:") && path.starts_with("commander");
}

/// The member of the result of `opts` for an option: `apiKey` for `--api-key <key>`.
static std::string optionMember(llvm::StringRef flags) {
  std::string name;
  bool isNext = false;
  llvm::StringRef longName = flags.split("--").second;
  for (char c : longName.take_while([](char c) { return llvm::isAlnum(c) || c == '-'; })) {
    if (c != '-')
      name += isNext ? llvm::toUpper(c) : c;
    isNext = c == '-';
  }
  return name;
}

std::optional<CommandOption> commandOption(const agentc::Program &program, const Values &values,
                                           const Node &call, const Value &callee, size_t index) {
  const auto *member = llvm::dyn_cast<MemberExpression>(partsOf(call).callee);
  if (index != 2 || !member || values.keyOf(*member) != "option" || !isOfCommander(program, callee))
    return std::nullopt;
  std::optional<llvm::StringRef> flags = asString(values.of(*partsOf(call).arguments[0]));
  CommandOption option{flags ? optionMember(*flags) : "", {}};
  bool isHandled = option.member.empty();
  program.forEach<CallExpression>([&](const CallExpression &asked) {
    const auto *method = llvm::dyn_cast<MemberExpression>(asked.callee);
    std::optional<llvm::StringRef> key = method ? writtenKeyOf(*method) : std::nullopt;
    if ((key != "opts" && key != "action") || isCommander(program, asked))
      return;
    bool isOwn = false;
    forEachAlternative(values.of(*method),
                       [&](const Value &value) { isOwn |= isOfCommander(program, value); });
    isHandled |= isOwn && key == "action";
    if (isOwn && key == "opts")
      option.given.push_back(&asked);
  });
  if (isHandled || option.given.empty())
    return std::nullopt;
  return option;
}

/// Passes the secret to a function of the host, or of a module that the bundle does not hold.
void SecretWalk::giveToHost(const Node &call, llvm::StringRef path, size_t index, const Keys *keys,
                            const Node &node) {
  NodeList arguments = partsOf(call).arguments;
  if (sendTo(call, path, keys, node) || giveToClient(call, path, index, keys, node) ||
      giveToSchema(call, index, keys))
    return;
  const bool isCalled = keys && keys->key == "()";
  if (isOneOf(dropping, path))
    return;
  if (isKeeping(path))
    return add(call, path == "global:JSON.stringify"_api ? nullptr : keys);
  if (path == "global:btoa"_api || (path == "global:Buffer.from"_api && index == 0)) {
    encoded_ = encoded_ ? encoded_ : &call;
    return keys ? lose(node) : add(call, nullptr);
  }
  if (path == "global:Object.assign"_api) {
    if (index > 0)
      hold(*arguments[0], keys);
    return add(call, keys);
  }
  if (keys && (path == "global:Object.entries"_api || path == "global:Object.values"_api)) {
    if (!keys->key.empty())
      headerNames_.insert(llvm::StringRef(keys->key).lower());
    const Keys *value = path == "global:Object.values"_api ? keys->next : push("1", keys->next);
    return add(call, push("", value));
  }
  if (path == "global:Object.fromEntries"_api && keys && keys->next)
    return add(call, push("", keys->next->next));
  llvm::StringRef method = path.rsplit('.').second;
  const bool isPut = path.contains("Headers().") || path.contains("Map().") ||
                     path.starts_with("global:Array.prototype."_api);
  if (isPut && !isCalled && putByMethod(call, index, keys))
    return;
  // what a callback of a list or a promise gives
  const BuiltinMethod known = builtinMethod(method);
  if (isCalled && index == 0 && (method == "then" || method == "finally" || method == "catch"))
    return add(call, keys->next);
  if (isCalled && known.text == TextMethod::Maps)
    return add(call, push("", keys->next));
  if (isCalled && known.does(BuiltinMethod::CallsEach))
    return;
  if (path.ends_with("Function.prototype.bind") && index == 0)
    return; // `this` of a class's code has been followed
  if (path.ends_with("AsyncLocalStorage().run") && index == 0) {
    for (const ApiUse &use : uses_.all())
      if (use.call && use.path.ends_with("AsyncLocalStorage().getStore"))
        add(*use.call, keys);
    return;
  }
  // the host calls no methods of objects that it does not know
  const bool isOwnMethod =
      keys && !isCalled && keys->next && keys->next->key == "()" &&
      !llvm::is_contained({"toJSON", "toString", "valueOf", "then", ""}, keys->key);
  if (!isOwnMethod)
    lose(node);
}

} // namespace agentc
