#include "FolderNames.h"
#include "InputWalk.h"
#include "TextPatterns.h"

#include "agentc/Values/ApiPath.h"
#include "llvm/ADT/ScopeExit.h"

namespace agentc {

using namespace ast;

namespace {

/// Functions that make another text out of an encoded one.
constexpr llvm::StringLiteral decoding[] = {"global:decodeURIComponent"_api, "global:decodeURI"_api,
                                            "global:unescape"_api, "global:atob"_api};

bool isDecoding(const Values &values, llvm::StringRef path, NodeList arguments) {
  if (path == "global:Buffer.from"_api && arguments.size() > 1) {
    std::optional<llvm::StringRef> encoding = asString(values.of(*arguments[1]));
    return !encoding || !encoding->starts_with_insensitive("utf");
  }
  return llvm::is_contained(decoding, path);
}

/// True if a part of a parsed path may lead out of a folder: its last name may only once it is
/// decoded.
bool leadsOut(llvm::StringRef part, TextUse use, bool isDecoded) {
  return part == "dir" || part == "root" || part.empty() || use != TextUse::Path || isDecoded;
}

/// True of methods that read the content of a response, blob or file.
bool isBody(llvm::StringRef path) {
  auto [holder, method] = path.split("().");
  return (holder.ends_with(":Blob") || holder.ends_with(":File") ||
          holder.ends_with(":Response")) &&
         (method == "text" || method == "json");
}

/// True if an object is one of a class by which that member is closed.
bool isClosed(InputIndex &index, const Value &object, llvm::StringRef key) {
  const auto *instance = llvm::dyn_cast<InstanceValue>(&object);
  return instance && llvm::any_of(index.parentsOf(*instance->type->origin),
                                  [&](const Node *type) { return index.isClosed(*type, key); });
}

/// True of functions whose results give a stream's lines.
bool isLineReader(llvm::StringRef path) {
  return path.ends_with(":readline.createInterface") ||
         path.ends_with(":readline/promises.createInterface");
}

/// True of functions that make a list by their second argument, a function.
bool isElementwise(llvm::StringRef path) {
  return path == "global:Array.from"_api || path.ends_with(":Array.fromAsync");
}

/// The variable that a pattern gives a member of what an expression gives; null if there is none.
const Symbol *takenBy(const agentc::Program &program, const Values &values, const Node &expression,
                      llvm::StringRef key) {
  const auto *declarator = llvm::dyn_cast<VariableDeclarator>(expression.parent);
  const auto *pattern = declarator ? llvm::dyn_cast<ObjectPattern>(declarator->id) : nullptr;
  for (const Node *part : pattern ? pattern->properties : NodeList()) {
    const auto *property = llvm::dyn_cast<Property>(part);
    const auto *name = property ? llvm::dyn_cast<Identifier>(property->value) : nullptr;
    if (name && values.keyOf(*property) == key)
      return program.symbolOf(*name);
  }
  return nullptr;
}

/// The function by which a promise's executor fulfills it.
const Symbol *fulfillOf(const agentc::Program &program, const Values &values, NodeList arguments) {
  if (arguments.empty())
    return nullptr;
  const Value &executor = values.of(*arguments[0]);
  NodeList params = llvm::isa<FunctionValue>(executor) ? paramsOf(*executor.origin) : NodeList();
  const auto *name = params.empty() ? nullptr : llvm::dyn_cast<Identifier>(params[0]);
  return name ? program.symbolOf(*name) : nullptr;
}

/// `text.split(a)`, which with `join(b)` replaces as `replaceAll(a, b)` does; null for other calls.
const CallExpression *splitOf(const Values &values, const Node &list) {
  const auto *call = llvm::dyn_cast<CallExpression>(&list);
  const auto *callee = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  bool isSplit = callee && !call->arguments.empty() && values.keyOf(*callee) == "split";
  return isSplit ? call : nullptr;
}

} // namespace

bool InputWalk::visitApi(const Node &call, llvm::StringRef path, NodeList arguments,
                         const Keys *keys, const Context *context) {
  const bool isNew = llvm::isa<NewExpression>(call);
  if (isNew && path == "global:Promise"_api) {
    const Symbol *fulfill = fulfillOf(index_.program, values_, arguments);
    return fulfill && visitCallsOf(*fulfill, 0, keys, context);
  }
  if (path == "global:Reflect.get"_api && arguments.size() > 1)
    return reaches({&call, arguments[0], arguments[1]}, keys) ||
           visit(*arguments[0], push(asString(values_.of(*arguments[1])).value_or(""), keys),
                 context);
  if (isNew && (path == "global:Map"_api || path == "global:WeakMap"_api)) {
    // of pairs, whose second part is the value
    const Keys *pairs = keys ? push("", push("1", keys->next)) : nullptr;
    return visitAny(arguments, pairs, context) || visitWrites(call, keys, context);
  }
  if (isNew && path.ends_with(":Error") && keys && keys->key == "message")
    return !arguments.empty() && visit(*arguments[0], keys->next, context);
  if (isNew && path.ends_with(":Error") && keys && keys->key == "cause")
    return arguments.size() > 1 && visit(*arguments[1], keys, context);
  const bool isEachEvent = path.ends_with(":events.on"); // one after another
  if ((isEachEvent || path.ends_with(":events.once")) && arguments.size() > 1) {
    if (isEachEvent && keys)
      keys = keys->next;
    size_t index = 0; // of what comes with the event
    bool isAny = !keys || keys->key.getAsInteger(10, index);
    llvm::StringRef event = asString(values_.of(*arguments[1])).value_or("");
    return llvm::any_of(index_.emitsNamed(event), [&](const CallExpression *emit) {
      return visitListed(emit->arguments, index + 1, isAny, isAny ? keys : keys->next, nullptr);
    });
  }
  if (path.ends_with(":Promise.withResolvers")) {
    const Symbol *resolve = takenBy(index_.program, values_, call, "resolve");
    return resolve && keys && keys->key == "promise" &&
           visitCallsOf(*resolve, 0, keys->next, context);
  }
  if (isLineReader(path) && !arguments.empty())
    return visit(*arguments[0], push("input", nullptr), context);
  if (isElementwise(path) && arguments.size() > 1 &&
      llvm::isa<FunctionValue>(values_.of(*arguments[1])))
    return visitFunction({&call, CallSite::Form::Callback, 1}, *values_.of(*arguments[1]).origin,
                         keys ? keys->next : nullptr, context);
  if (isNew && path.ends_with(":AbortController"))
    return visitWrites(call, keys, context);
  if (isNew && (path.ends_with(":Blob") || path.ends_with(":File")))
    return !seeksObjects_ && !arguments.empty() && visit(*arguments[0], push("", nullptr), context);
  if (isNew && path.ends_with(":Response"))
    return !seeksObjects_ && !arguments.empty() && visit(*arguments[0], nullptr, context);
  if (isBody(path))
    return visit(*llvm::cast<MemberExpression>(partsOf(call).callee)->object, nullptr, context);
  if (isNew && path == "global:Proxy"_api) { // what a trap gives, or the target
    const char *trap = isCalled(keys) ? "apply" : "get";
    return (keys && arguments.size() > 1 &&
            visit(*arguments[1], push(trap, push("()", keys->next)), context)) ||
           (!arguments.empty() && visit(*arguments[0], keys, context));
  }
  if (isNew && path.ends_with("Event") && path.starts_with("global:"))
    return arguments.size() > 1 && visit(*arguments[1], keys, context);
  if (path.ends_with(".groupBy") && arguments.size() > 1) { // lists, each by what it gives
    const Value &name = values_.of(*arguments[1]);
    return (!keys && llvm::isa<FunctionValue>(name) &&
            visitFunction({&call, CallSite::Form::Callback, 1}, *name.origin, nullptr, context)) ||
           visit(*arguments[0], keys ? keys->next : nullptr, context);
  }
  if (path == "global:Object.create"_api)
    return (!arguments.empty() && visit(*arguments[0], keys, context)) ||
           visitWrites(call, keys, context);
  unsigned decodes = isDecoding(values_, path, arguments);
  decoded_ += decodes;
  auto restore = llvm::make_scope_exit([&] { decoded_ -= decodes; });
  // of a name that may be `..`, nothing but its slashes is gone
  if (use_ == TextUse::Path && asksGuards_ && leavesDots(path) && !arguments.empty() &&
      isFolderName(values_, way_))
    return visit(*arguments[0], keys, context);
  if (path.starts_with("module:path"_api) && path.ends_with(".parse") && !arguments.empty())
    return keys && leadsOut(keys->key, use_, decoded_ > 0) &&
           visit(*arguments[0], nullptr, context);
  switch (textFunctionOf(path, use_, decoded_ > 0)) {
  case TextFunction::Stops:
    return false;
  case TextFunction::Keeps: // gives its argument, or a copy
    if (keys && path == "global:Object.assign"_api && !arguments.empty() &&
        isClosed(index_, values_.of(*arguments[0]), keys->key))
      return visit(*arguments[0], keys, context);
    if (!keys && !seeksObjects_ && path == "global:String"_api && !arguments.empty())
      return visitText(*arguments[0], context);
    return visitAny(arguments, keys, context) || (isNew && visitWrites(call, keys, context));
  case TextFunction::Mixes: // puts its arguments into one text
    if (path.ends_with(".join") && path.starts_with("module:path"_api))
      return visitPieces(arguments, context);
    return !seeksObjects_ && visitAny(arguments, nullptr, context);
  }
  return false;
}

bool InputWalk::visitMethod(const Node &call, const MemberExpression &callee, NodeList arguments,
                            const Keys *keys, const Context *context, bool &isKnown) {
  std::optional<std::string> method = values_.keyOf(callee);
  if (!method)
    return false;
  isKnown = true;
  if (llvm::is_contained({"parse", "parseAsync", "safeParse", "safeParseAsync"}, *method) &&
      arguments.size() >= 1) {
    bool isSchema = false;
    bool isEnough = visitSchema(call, callee, *arguments[0], keys, context, isSchema);
    if (isSchema)
      return isEnough;
  }
  if (*method == "exec" && !arguments.empty() && llvm::isa<RegExpValue>(values_.of(*callee.object)))
    return !seeksObjects_ && visitMatch(*arguments[0], *callee.object, false, keys, context);
  if ((*method == "match" || *method == "matchAll") && !arguments.empty())
    return !seeksObjects_ &&
           visitMatch(*callee.object, *arguments[0], *method == "matchAll", keys, context);
  if (*method == "segment" && arguments.size() == 1 && !seeksObjects_) // of `Intl.Segmenter`
    return visit(*arguments[0], nullptr, context);
  if (*method == "decode" && arguments.size() == 1 && !seeksObjects_) {
    ++decoded_;
    auto restore = llvm::make_scope_exit([&] { --decoded_; });
    return visit(*arguments[0], nullptr, context);
  }
  // of a stream of the web
  if (*method == "getReader")
    return visit(*callee.object, keys, context);
  if (*method == "read" && keys && keys->key == "value")
    return visit(*callee.object, push("", keys->next), context);
  const TextMethod known = builtinMethod(*method).text;
  isKnown = known != TextMethod::None;
  if (!isKnown)
    return false;
  if (known == TextMethod::Replaces)
    return !seeksObjects_ && !arguments.empty() &&
           visitReplaced(call, *callee.object, arguments, *method == "replaceAll", context);
  if (const CallExpression *split =
          *method == "join" && !keys ? splitOf(values_, *callee.object) : nullptr)
    return !seeksObjects_ &&
           visitReplaced(call, *llvm::cast<MemberExpression>(split->callee)->object,
                         {split->arguments[0], arguments.empty() ? nullptr : arguments[0]}, true,
                         context);
  if (*method == "filter" && !arguments.empty() && !seeksObjects_ && asksGuards_ &&
      guards_.holdsForElements(*arguments[0], {use_, prefixed_ > 0, decoded_ > 0, reduced_ > 0}))
    return false;
  bool isMap = known == TextMethod::Maps;
  if ((isMap || known == TextMethod::Calls) && !arguments.empty()) {
    const Value &function = values_.of(*arguments[0]);
    if (llvm::isa<FunctionValue>(function))
      return visitFunction({&call, CallSite::Form::Callback, 0}, *function.origin,
                           isMap && keys ? keys->next : keys, context);
    const auto *api = llvm::dyn_cast<ApiValue>(&function);
    if (api && textFunctionOf(api->path, use_, decoded_ > 0) == TextFunction::Stops)
      return false;
  }
  size_t index = 0;
  bool isMoved = keys && !keys->key.getAsInteger(10, index);
  const Keys *wanted = known == TextMethod::Elements  ? isMoved ? push("", keys->next) : keys
                       : known == TextMethod::Element ? push("", keys)
                                                      : nullptr;
  if (seeksObjects_ && known != TextMethod::Elements && known != TextMethod::Element)
    return known == TextMethod::Joins && keys && visit(*callee.object, keys, context);
  // what is read one after another gives what the next one gives
  if (*method == "next" && keys && keys->key == "value")
    return visit(*callee.object, push("", keys->next), context);
  if (*method == "next" && visit(*callee.object, push("", keys ? keys->next : keys), context))
    return true;
  if (visit(*callee.object, wanted, context))
    return true;
  return known == TextMethod::Joins && visitAny(arguments, nullptr, context);
}

/// A text in which something is replaced: by what, and what is left of it. `arguments` are a
/// pattern and what is put there, which may be null.
bool InputWalk::visitReplaced(const Node &call, const Node &text, NodeList arguments, bool isAll,
                              const Context *context) {
  if (arguments.size() > 1 && arguments[1]) {
    const Value &given = values_.of(*arguments[1]);
    bool isFunction = llvm::isa<FunctionValue>(given);
    if (isFunction
            ? visitFunction({&call, CallSite::Form::Callback, 1}, *given.origin, nullptr, context)
            : visit(*arguments[1], nullptr, context))
      return true;
  }
  // what is decoded afterwards may hold again what was taken out of its code
  if (decoded_ == 0 && isCleaning(values_.of(*arguments[0]), isAll, use_))
    return false;
  bool isReduced = use_ == TextUse::Path && arguments.size() > 1 && arguments[1] &&
                   asString(values_.of(*arguments[1])).value_or("kept").empty();
  reduced_ += isReduced;
  auto restore = llvm::make_scope_exit([&] { reduced_ -= isReduced; });
  return visit(text, nullptr, context);
}

/// Follows the part of a text that a regular expression matches: all, or a group by its name or
/// number.
bool InputWalk::visitMatch(const Node &text, const Node &pattern, bool isOfAll, const Keys *keys,
                           const Context *context) {
  if (isOfAll && keys)
    keys = keys->next;
  if (keys && keys->key == "groups" && keys->next)
    keys = keys->next;
  const auto *expression = llvm::dyn_cast<RegExpValue>(&values_.of(pattern));
  bool isInside = keys && !keys->key.empty() && keys->key != "input";
  if (expression && isInside && decoded_ == 0 && !canMatchHarm(*expression, keys->key, use_))
    return false;
  return visit(text, nullptr, context);
}

} // namespace agentc
