#include "InputWalk.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxNestedCalls = 10; ///< entered one in another
constexpr size_t maxCallers = 1000;     ///< of one function
constexpr unsigned maxHandedOn = 4;     ///< from function to function, until it is called
constexpr size_t maxEmitters = 64;

/// How many arguments stand before those that a timer hands on; none for other functions.
std::optional<unsigned> deferredArguments(const Value &callee) {
  std::optional<unsigned> first;
  forEachAlternative(callee, [&](const Value &one) {
    const auto *api = llvm::dyn_cast<ApiValue>(&one);
    llvm::StringRef name = api ? api->path.substr(api->path.find(':') + 1) : llvm::StringRef();
    name.consume_front("timers.");
    if (name == "setTimeout" || name == "setInterval")
      first = 2;
    else if (name == "setImmediate" || name == "queueMicrotask" || name == "process.nextTick")
      first = 1;
  });
  return first;
}

/// True if a function gets the messages that are posted to a port or worker, as events.
bool isListeningPort(const Values &values, const Node &function) {
  const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(function.parent);
  const auto *member = assignment ? llvm::dyn_cast<MemberExpression>(assignment->left) : nullptr;
  return member && values.keyOf(*member) == "onmessage";
}

/// The name of the member that keeps what a variable holds: `this.done = done`.
std::optional<std::string> keyKeeping(const Values &values, const Identifier &reference) {
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(reference.parent);
  const auto *member = assignment && assignment->right == &reference
                           ? llvm::dyn_cast<MemberExpression>(assignment->left)
                           : nullptr;
  return member ? values.keyOf(*member) : std::nullopt;
}

/// The calls of a member of that name, of whatever object, where they are few.
llvm::SmallVector<const CallExpression *, 4> callsOfMember(const agentc::Program &program,
                                                           llvm::StringRef key) {
  llvm::SmallVector<const CallExpression *, 4> calls;
  for (const Node *read : memberIndexOf(program).of(key).reads)
    if (const auto *call = llvm::dyn_cast_or_null<CallExpression>(read->parent);
        call && call->callee == read)
      calls.push_back(call);
  if (calls.size() > maxEmitters)
    calls.clear();
  return calls;
}

/// The messages that are posted to ports, workers and channels.
llvm::SmallVector<const Node *, 4> postedIn(const agentc::Program &program) {
  llvm::SmallVector<const Node *, 4> posted;
  for (const CallExpression *call : callsOfMember(program, "postMessage"))
    if (!call->arguments.empty())
      posted.push_back(call->arguments[0]);
  return posted;
}

/// Arguments whose members or elements a compiler's helper copies to what it gives.
struct CopiedParts {
  llvm::SmallVector<const Node *, 4> parts;
  bool isShifted = false; ///< elements may stand elsewhere then
};

std::optional<CopiedParts> copiedParts(const agentc::Program &program, const Node &callee,
                                       NodeList arguments) {
  const HelperShape shape = program.shapeOfCallee(callee);
  using Kind = HelperShape::Kind;
  bool isPair = shape.kind == Kind::CopyMembers || shape.kind == Kind::Concat;
  if ((isPair ? std::max(shape.target, shape.source) : shape.source) >= arguments.size() ||
      llvm::any_of(arguments, [](auto *one) { return llvm::isa<SpreadElement>(one); }))
    return std::nullopt;
  CopiedParts copied;
  copied.isShifted = shape.kind == Kind::Concat;
  if (isPair)
    copied.parts = {arguments[shape.source], arguments[shape.target]};
  else if (shape.kind == Kind::Assign)
    copied.parts.append(arguments.begin(), arguments.end());
  else if (shape.kind == Kind::ToArray)
    copied.parts = {arguments[shape.source]};
  else
    return std::nullopt;
  return copied;
}

/// The call of `helper(/(x)/, {name: 1}).exec`, as compilers write groups that have names; null for
/// any other member.
const CallExpression *namedPatternOf(const Values &values, const MemberExpression &callee) {
  const auto *helper = llvm::dyn_cast<CallExpression>(callee.object);
  bool isNamed =
      helper && helper->arguments.size() > 1 && llvm::isa<Literal>(helper->arguments[0]) &&
      llvm::isa<RegExpValue>(values.of(*helper->arguments[0])) &&
      llvm::isa<ObjectValue>(values.of(*helper->arguments[1])) && values.keyOf(callee) == "exec";
  return isNamed ? helper : nullptr;
}

/// The number of a group that such a call gives a name, as a key; empty if it has none.
std::string numberOfGroup(const Values &values, const CallExpression &named, llvm::StringRef name) {
  const auto &names = llvm::cast<ObjectValue>(values.of(*named.arguments[1]));
  const PropertyValue *number = names.find(name);
  const auto *known = number ? llvm::dyn_cast<NumberValue>(number->value) : nullptr;
  return known ? std::to_string(unsigned(known->value)) : "";
}

const Symbol *parameterOf(const agentc::Program &program, const Node &function, size_t index) {
  NodeList params = paramsOf(function);
  const auto *name =
      index < params.size() ? llvm::dyn_cast_or_null<Identifier>(params[index]) : nullptr;
  return name ? program.symbolOf(*name) : nullptr;
}

} // namespace

bool InputWalk::visitParameter(const Node &function, unsigned index, const Keys *keys,
                               const Context *context) {
  if (const InputIndex::Entry *entry = index_.entryOf(function))
    return index == 0 && !isCalled(keys) && found(*entry, *paramsOf(function)[0], keys);
  bool isRest = llvm::isa<RestElement>(paramsOf(function)[index]);
  return visitGivenTo(function, index, isRest, keys, context);
}

/// The arguments that calls give a function at an index; with `isRest` also those after it.
bool InputWalk::visitGivenTo(const Node &function, unsigned index, bool isRest, const Keys *keys,
                             const Context *context) {
  if (const InputIndex::Entry *entry = index_.entryOf(function))
    return index == 0 && found(*entry, function, keys);
  for (const Context *at = context; at; at = at->outer)
    if (at->function == &function && at->site.form != CallSite::Form::Unseen)
      return visitArgument(at->site, index, isRest, joined(at->given, keys), at->outer);
  if (isCoroutine(function)) {
    if (std::optional<CallSite> site = siteOfMade(values_, function))
      return visitArgument(*site, index, isRest, keys, nullptr);
    if (const Symbol *made = symbolOfMade(index_.program, function))
      return visitCallsOf(*made, index, keys, nullptr);
  }
  if (isListeningPort(values_, function))
    return index == 0 && keys && keys->key == "data" &&
           visitAny(postedIn(index_.program), keys->next, nullptr);
  llvm::ArrayRef<CallSite> sites = index_.sitesOf(function);
  if (sites.size() > maxCallers)
    return cut();
  return llvm::any_of(sites, [&](const CallSite &site) {
    // a parent's constructor is called by its heir's, whose call is known
    bool isInside = context && functionAround(*site.call) == context->function;
    return visitArgument(site, index, isRest, keys, isInside ? context : nullptr);
  });
}

bool InputWalk::visitListed(NodeList arguments, unsigned index, bool isRest, const Keys *keys,
                            const Context *context) {
  if (isRest) {
    size_t at = 0;
    if (keys && !keys->key.getAsInteger(10, at))
      return visitListed(arguments, index + at, false, keys->next, context);
    const Keys *next = keys ? keys->next : nullptr;
    return llvm::any_of(
        arguments.drop_front(std::min<size_t>(index, arguments.size())), [&](const Node *argument) {
          return visit(*argument, llvm::isa<SpreadElement>(argument) ? push("", next) : next,
                       context);
        });
  }
  for (size_t i = 0; i <= index && i < arguments.size(); ++i)
    if (const auto *spread = llvm::dyn_cast<SpreadElement>(arguments[i]))
      return visit(*spread->argument, push(i == 0 ? std::to_string(index) : "", keys), context);
  return index < arguments.size() && visit(*arguments[index], keys, context);
}

/// Follows the argument that a parameter gets from a call of any form.
bool InputWalk::visitArgument(const CallSite &site, unsigned index, bool isRest, const Keys *keys,
                              const Context *context) {
  NodeList arguments = partsOf(*site.call).arguments;
  auto inList = [&](size_t at) {
    const Keys *inside = isRest ? keys : push(std::to_string(index), keys);
    return at < arguments.size() && visit(*arguments[at], inside, context);
  };
  switch (site.form) {
  case CallSite::Form::Plain:
    return visitListed(arguments, index, isRest, keys, context);
  case CallSite::Form::Borrowed:
    return !arguments.empty() && visitListed(arguments.drop_front(), index, isRest, keys, context);
  case CallSite::Form::Applied:
    return inList(1);
  case CallSite::Form::Reflected:
    return inList(2);
  case CallSite::Form::Tag: {
    const auto *tagged = llvm::cast<TaggedTemplateExpression>(site.call);
    const auto *quasi = llvm::dyn_cast<TemplateLiteral>(tagged->quasi);
    return quasi && index > 0 && visitListed(quasi->expressions, index - 1, isRest, keys, context);
  }
  case CallSite::Form::Write:
    return index == 0 &&
           visit(*llvm::cast<AssignmentExpression>(site.call->parent)->right, keys, context);
  case CallSite::Form::Assigned: {
    std::optional<std::string> key = values_.keyOf(*llvm::cast<MethodDefinition>(site.bound));
    return index == 0 && key && visitAny(arguments.drop_front(), push(*key, keys), context);
  }
  case CallSite::Form::Trapped: {
    const auto *member = llvm::cast<MemberExpression>(site.call);
    const auto *written = llvm::dyn_cast<AssignmentExpression>(member->parent);
    const Node *given[] = {partsOf(*site.bound).arguments[0],
                           member->computed ? member->property : nullptr,
                           written ? written->right : nullptr};
    return index < std::size(given) && given[index] && visit(*given[index], keys, context);
  }
  case CallSite::Form::Bound: {
    NodeList first = partsOf(*site.bound).arguments.drop_front();
    if (index < first.size())
      return visitListed(first, index, isRest, keys, context);
    return visitListed(arguments, index - first.size(), isRest, keys, context);
  }
  case CallSite::Form::Callback:
    return visitCallback(site, index, isRest, keys, context);
  case CallSite::Form::Piped: {
    const Value &before = values_.of(*site.bound);
    if (index != 0)
      return false;
    keys = push("", keys);
    // a stage that is a function gets what comes before it in turn
    return llvm::isa<FunctionValue>(before)
               ? visitFunction({site.call, CallSite::Form::Unseen}, *before.origin, keys, nullptr)
               : visit(*site.bound, keys, context);
  }
  case CallSite::Form::PipedAll:
    return index == 0 && visit(*site.bound, keys, context);
  case CallSite::Form::Unseen:
    return false;
  }
  return false;
}

/// Follows what a called function hands to a callback.
bool InputWalk::visitCallback(const CallSite &site, unsigned index, bool isRest, const Keys *keys,
                              const Context *context) {
  auto [callee, arguments, isNew] = partsOf(*site.call);
  if (std::optional<unsigned> first = deferredArguments(values_.of(*callee)))
    return visitListed(arguments, *first + index, isRest, keys, context);
  // a reviver or replacer
  const auto *api = llvm::dyn_cast<ApiValue>(&values_.of(*callee));
  if (api && (api->path == "global:JSON.parse"_api || api->path == "global:JSON.stringify"_api))
    return site.position == 1 && !seeksObjects_ && visit(*arguments[0], nullptr, context);
  bool isEnough = false;
  forEachAlternative(values_.of(*callee), [&](const Value &value) {
    if (!llvm::isa<FunctionValue>(value) || isEnough)
      return;
    if (const Symbol *symbol = parameterOf(index_.program, *value.origin, site.position))
      isEnough = visitCallsOf(*symbol, index, keys,
                              enter({{site.call, CallSite::Form::Plain},
                                     value.origin,
                                     context,
                                     context ? context->depth + 1 : 1}));
  });
  const auto *member = llvm::dyn_cast<MemberExpression>(callee);
  std::optional<std::string> method = member ? values_.keyOf(*member) : std::nullopt;
  if (isEnough)
    return true;
  if (const auto *call = llvm::dyn_cast<CallExpression>(site.call);
      call && index_.isListener(*call, site.position))
    return visitEmitted(*call, index, isRest, keys, context);
  if (!method)
    return false;
  if (*method == "replace" || *method == "replaceAll")
    return !keys && !seeksObjects_ &&
           visitMatch(*member->object, *arguments[0], false, push(std::to_string(index), nullptr),
                      context);
  const BuiltinMethod known = builtinMethod(*method);
  if (site.position != (known.does(BuiltinMethod::CallsFrom) ? 1u : 0u))
    return false;
  if (known.does(BuiltinMethod::CallsReduce) && index == 0)
    return (arguments.size() > 1 && visit(*arguments[1], keys, context)) ||
           visit(*site.call, keys, context);
  if (known.does(BuiltinMethod::CallsReduce))
    return index == 1 && visit(*member->object, push("", keys), context);
  if (index != 0)
    return false;
  if (known.does(BuiltinMethod::CallsEach))
    return visit(*member->object, push("", keys), context);
  if (known.does(BuiltinMethod::CallsResult))
    return visit(*member->object, keys, context);
  return known.does(BuiltinMethod::CallsFrom) && visit(*arguments[0], push("", keys), context);
}

/// Follows what a listener gets: what calls emit, or the parts of a stream or text that it reads.
bool InputWalk::visitEmitted(const CallExpression &listening, unsigned index, bool isRest,
                             const Keys *keys, const Context *context) {
  const auto *member = llvm::dyn_cast<MemberExpression>(listening.callee);
  // an `EventTarget` is given an event, an emitter its name and what comes with it
  const bool isEvent = member && values_.keyOf(*member) == "addEventListener";
  bool isEnough = llvm::any_of(index_.emitsOf(listening), [&](const CallExpression *emit) {
    unsigned first = isEvent ? 0 : index_.afterEvent(*emit);
    return visitListed(emit->arguments, first + index, isRest, keys, nullptr);
  });
  std::optional<llvm::StringRef> event = asString(values_.of(*listening.arguments[0]));
  // a port's or channel's own event has the message as its data
  if (event == "message" && index == 0 && !isEnough &&
      (!isEvent || (keys && keys->key == "data")) &&
      visitAny(postedIn(index_.program), isEvent ? keys->next : keys, nullptr))
    return true;
  bool isPart = member && index == 0 && (event == "data" || event == "line");
  return isEnough || (isPart && visit(*member->object, push("", keys), context));
}

/// Follows the arguments of all calls of a function that a variable holds, or a parameter that gets
/// it from there.
bool InputWalk::visitCallsOf(const Symbol &function, unsigned index, const Keys *keys,
                             const Context *context) {
  llvm::SmallVector<std::pair<const Symbol *, unsigned>, 8> holders = {{&function, 0}};
  llvm::SmallDenseSet<const Symbol *, 8> known;
  auto handOn = [&](const Node &taker, size_t position, unsigned depth) {
    const Symbol *symbol = parameterOf(index_.program, taker, position);
    if (symbol && known.insert(symbol).second)
      holders.push_back({symbol, depth});
  };
  auto visitUse = [&](const Identifier &reference, unsigned depth) {
    auto [callee, arguments, isNew] = partsOf(*reference.parent);
    const Context *around = depth == 0 ? context : nullptr;
    if (std::optional<std::string> kept = callee ? std::nullopt : keyKeeping(values_, reference))
      return llvm::any_of(callsOfMember(index_.program, *kept), [&](const CallExpression *call) {
        return visitListed(call->arguments, index, false, keys, nullptr);
      });
    if (!callee) {
      std::optional<CallSite> site = borrowingSite(values_, reference);
      return site && visitArgument(*site, index, false, keys, around);
    }
    if (callee == &reference)
      return visitListed(arguments, index, false, keys, around);
    size_t position = llvm::find(arguments, &reference) - arguments.begin();
    const Value &taker = values_.of(*callee);
    if (std::optional<unsigned> first = deferredArguments(taker); first && position == 0)
      return visitListed(arguments, *first + index, false, keys, around);
    forEachAlternative(taker, [&](const Value &one) {
      if (llvm::isa<FunctionValue>(one))
        handOn(*one.origin, position, depth + 1);
    });
    const auto *call = llvm::dyn_cast<CallExpression>(reference.parent);
    for (const Node *listener : call ? index_.listenersOf(*call) : llvm::ArrayRef<const Node *>())
      if (size_t first = index_.afterEvent(*call); position >= first)
        handOn(*listener, position - first, depth + 1);
    return false;
  };
  for (size_t i = 0; i < holders.size(); ++i) {
    const auto [holder, depth] = holders[i];
    if (depth > maxHandedOn)
      return cut();
    for (const Identifier *reference : holder->references)
      if (visitUse(*reference, depth))
        return true;
  }
  return false;
}

bool InputWalk::visitFunction(const CallSite &site, const Node &function, const Keys *keys,
                              const Context *context, const Node *self, const Context *around,
                              const Keys *given) {
  unsigned depth = context ? context->depth + 1 : 1;
  if (depth > maxNestedCalls)
    return cut();
  for (const Context *at = context; at; at = at->outer)
    if (at->function == &function && at->site.call == site.call)
      return false;
  const Context *inner = enter({site, &function, context, depth, self, around, given});
  if (index_.isYielding(function) && keys && keys->key == "value")
    keys = push("", keys->next); // of what `next` gives
  return llvm::any_of(index_.resultsOf(function), [&](const Node *result) {
    const auto *yield = llvm::dyn_cast<YieldExpression>(result);
    if (!yield || !index_.isYielding(function))
      return visit(*result, keys, inner);
    if (yield->argument && yield->delegate)
      return visit(isCoroutine(function) ? delegatedIn(values_, *yield->argument)
                                         : *yield->argument,
                   keys, inner);
    return yield->argument && visit(*yield->argument, keys ? keys->next : nullptr, inner);
  });
}

/// A member of what `new` makes.
bool InputWalk::visitConstruction(const Node &call, const Node &type, const Keys *keys,
                                  const Context *context) {
  const Node *constructor = constructorOf(type);
  const Context *inner = enter({{&call, CallSite::Form::Plain},
                                constructor,
                                context,
                                context ? context->depth + 1 : 1,
                                &call,
                                context});
  if (inner->depth > maxNestedCalls)
    return cut();
  if (!keys && !seeksObjects_ && !index_.membersOf(type, "@@iterator").empty())
    keys = push("", nullptr); // its elements may have been copied and joined to a text
  return keys && visitInstance(type, &call, false, keys, inner);
}

bool InputWalk::visitCall(const Node &call, const Keys *keys, const Context *context) {
  const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(&call);
  auto [callee, arguments, isNew] = partsOf(call);
  if (tagged)
    callee = tagged->tag;
  const auto *member = llvm::dyn_cast<MemberExpression>(callee);
  const Node *self = member ? member->object : nullptr;
  if (std::vector<const Node *> given = index_.givenByStream(values_.of(call)); !given.empty())
    return visitAny(given, keys ? keys->next : nullptr, context);
  if (const Node *iterated = iteratedLater(values_, call))
    return visit(*iterated, keys, context);
  if (const Node *awaited = awaitedMark(values_, call))
    return visit(*awaited, keys, context);
  if (const Node *coroutine = coroutineOf(call))
    return visitFunction({&call, CallSite::Form::Unseen}, *coroutine, keys, context);
  if (std::optional<CopiedParts> copied = copiedParts(index_.program, *callee, arguments)) {
    size_t index = 0;
    if (copied->isShifted && keys && !keys->key.getAsInteger(10, index))
      keys = push("", keys->next);
    return visitAny(copied->parts, keys, context);
  }
  if (const CallExpression *named = member ? namedPatternOf(values_, *member) : nullptr) {
    if (keys && keys->key == "groups" && keys->next)
      keys = push(numberOfGroup(values_, *named, keys->next->key), keys->next->next);
    return !seeksObjects_ && !arguments.empty() &&
           visitMatch(*arguments[0], *named->arguments[0], false, keys, context);
  }
  bool isOwn = false, isEnough = false;
  for (const ReachedFunction &target : index_.targetsOf(call)) {
    isOwn = true;
    isEnough =
        isEnough || visitFunction(target.site, *target.function, keys, context, self, context);
  }
  forEachAlternative(values_.of(*callee), [&](const Value &value) {
    if (isEnough)
      return;
    if (const auto *type = llvm::dyn_cast<ClassValue>(&value); type && value.origin) {
      isOwn = true;
      isEnough = visitConstruction(call, *value.origin, keys, context);
    } else if (const auto *api = llvm::dyn_cast<ApiValue>(&value)) {
      // of a method the receiver counts too
      isOwn |= !api->path.contains(".prototype.") &&
               textFunctionOf(api->path, use_, decoded_ > 0) != TextFunction::Stops;
      isEnough = api->receiver && api->path.ends_with(".AsyncLocalStorage().getStore")
                     ? visitAny(index_.storedIn(*api->receiver), keys, nullptr)
                     : visitApi(call, api->path, arguments, keys, context);
    }
  });
  if (isOwn || isEnough || tagged)
    return isEnough;
  bool isKnown = false;
  if (member && !arguments.empty() && isPiping(values_.keyOf(*member).value_or("")) &&
      visit(*arguments[0], keys, context))
    return true;
  if (member && visitMethod(call, *member, arguments, keys, context, isKnown))
    return true;
  if (isKnown || !llvm::isa<UnknownValue>(values_.of(*callee)))
    return false;
  if (member && borrowingSite(values_, *member->object)) // `f.call(self)`
    return visit(*member->object,
                 pushCall(keys, arguments.empty() ? nullptr : arguments[0], context), context);
  return visit(*callee, pushCall(keys, self, context), context);
}

} // namespace agentc
