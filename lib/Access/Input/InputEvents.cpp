#include "InputIndex.h"
#include "TextFunctions.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

namespace {

bool isEmitting(llvm::StringRef method) {
  return method == "emit" || method == "publish" || method == "dispatch" ||
         method == "dispatchEvent";
}

/// True if two values may be the same object, or objects of one class.
bool mayBeSame(const Value &left, const Value &right) {
  auto originOf = [](const Value &value) {
    const auto *instance = llvm::dyn_cast<InstanceValue>(&value);
    return instance ? instance->type->origin : value.origin;
  };
  bool isSame = false;
  forEachAlternative(left, [&](const Value &one) {
    forEachAlternative(right, [&](const Value &other) {
      isSame |= !llvm::isa<UnknownValue>(one) && originOf(one) && originOf(one) == originOf(other);
    });
  });
  return isSame;
}

} // namespace

namespace {

constexpr llvm::StringLiteral channels[] = {"module:diagnostics_channel.channel().publish"_api,
                                            "module:diagnostics_channel.channel().subscribe"_api};

/// The name of the diagnostics channel whose method a call calls, which is not among its arguments;
/// null for any other call.
const Value *channelOf(const Values &values, const CallExpression &call) {
  const auto *api = llvm::dyn_cast<ApiValue>(&values.of(*call.callee));
  bool isMethod = api && api->receiver && llvm::is_contained(channels, api->path);
  return isMethod && !api->receiver->arguments.empty() ? api->receiver->arguments[0] : nullptr;
}

/// The method by which a call emits or listens, or a function of that name.
std::optional<std::string> eventMethodOf(const Values &values, const CallExpression &call) {
  if (const auto *member = llvm::dyn_cast<MemberExpression>(call.callee))
    return values.keyOf(*member);
  const auto *api = llvm::dyn_cast<ApiValue>(&values.of(*call.callee));
  return api && api->path == "module:diagnostics_channel.subscribe"_api ? std::optional("subscribe")
                                                                        : std::nullopt;
}

} // namespace

size_t InputIndex::afterEvent(const CallExpression &call) const {
  return channelOf(values, call) ? 0 : 1;
}

bool InputIndex::isListener(const CallExpression &call, size_t index) const {
  return isListening(eventMethodOf(values, call).value_or("")) && index == afterEvent(call);
}

/// The name of the event that a call emits or listens to.
std::optional<std::string> InputIndex::eventOf(const CallExpression &call) const {
  if (const Value *channel = channelOf(values, call)) {
    std::optional<llvm::StringRef> text = asString(*channel);
    return text ? std::optional(text->str()) : std::nullopt;
  }
  const Node *name = call.arguments.empty() ? nullptr : call.arguments[0];
  if (const auto *event = llvm::dyn_cast_or_null<NewExpression>(name))
    name = event->arguments.empty() ? nullptr : event->arguments[0];
  std::optional<llvm::StringRef> text = name ? asString(values.of(*name)) : std::nullopt;
  return text ? std::optional(text->str()) : std::nullopt;
}

void InputIndex::collectEvent(const CallExpression &call) {
  std::optional<std::string> method = eventMethodOf(values, call);
  if (!method || !(isEmitting(*method) || isListening(*method)))
    return;
  // an emitter's wrapper is given the name
  std::optional<std::string> event = eventOf(call);
  if (isEmitting(*method)) {
    event ? emits_[*event].push_back(&call) : openEmits_.push_back(&call);
    return;
  }
  unsigned at = afterEvent(call);
  if (call.arguments.size() <= at)
    return;
  forEachAlternative(values.of(*call.arguments[at]), [&](const Value &listener) {
    // an object listens by its method of that name
    bool isObject = llvm::isa<ObjectValue, InstanceValue>(listener);
    const Value &function = isObject ? values.member(listener, "handleEvent") : listener;
    if (!llvm::isa<FunctionValue>(function) || !function.origin)
      return;
    if (event)
      listeners_[*event].push_back(function.origin);
    if (isObject)
      addSite(*function.origin, {&call, CallSite::Form::Callback, at});
  });
}

llvm::ArrayRef<const CallExpression *> InputIndex::emitsNamed(llvm::StringRef event) {
  collect();
  auto found = emits_.find(event);
  return found == emits_.end() ? llvm::ArrayRef<const CallExpression *>()
                               : llvm::ArrayRef(found->second);
}

llvm::SmallVector<const CallExpression *, 4> InputIndex::emitsOf(const Node &listening) {
  collect();
  const auto *call = llvm::dyn_cast<CallExpression>(&listening);
  std::optional<std::string> event = call ? eventOf(*call) : std::nullopt;
  llvm::SmallVector<const CallExpression *, 4> emits;
  if (!event)
    return emits;
  llvm::append_range(emits, emits_[*event]);
  auto emitterOf = [&](const CallExpression &at) -> const Value & {
    return values.of(*llvm::cast<MemberExpression>(at.callee)->object);
  };
  if (llvm::isa<MemberExpression>(call->callee))
    for (const CallExpression *emit : openEmits_)
      if (mayBeSame(emitterOf(*emit), emitterOf(*call)))
        emits.push_back(emit);
  return emits;
}

llvm::ArrayRef<const Node *> InputIndex::listenersOf(const CallExpression &emit) {
  collect();
  std::optional<std::string> method = eventMethodOf(values, emit);
  std::optional<std::string> event = method && isEmitting(*method) ? eventOf(emit) : std::nullopt;
  return event ? llvm::ArrayRef(listeners_[*event]) : llvm::ArrayRef<const Node *>();
}

std::vector<const Node *> InputIndex::storedIn(const ResultValue &storage) const {
  std::vector<const Node *> stored;
  for (llvm::StringRef method : {"run", "enterWith"})
    for (const Node *read : memberIndexOf(program).of(method).reads) {
      const auto *call = llvm::dyn_cast_or_null<CallExpression>(read->parent);
      const auto *api = llvm::dyn_cast<ApiValue>(&values.of(*read));
      if (call && call->callee == read && !call->arguments.empty() && api && api->receiver &&
          api->receiver->origin == storage.origin)
        stored.push_back(call->arguments[0]);
    }
  return stored;
}

} // namespace agentc
