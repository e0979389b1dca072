// The walk from a text back to a tool's input. It follows syntax where Values has no answer more:
// a variable's assignments, a function's callers, what a method takes of its receiver. One file,
// since each of its steps leads to any other.
#include "InputIndex.h"
#include "TextFunctions.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"
#include "agentc/Values/Schema.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

#include <deque>

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxFlowSteps = 5000;
constexpr unsigned maxFlowDepth = 300;
constexpr size_t maxTraces = 8;
constexpr unsigned maxCalls = 10;      ///< entered one in another
constexpr size_t maxCallers = 1000;    ///< of one function
constexpr size_t maxReferences = 2000; ///< of a variable that may be changed in place

/// The members that are still to be taken of a value, the next one first; the empty key is any.
struct Keys {
  llvm::StringRef key;
  const Keys *next;
};

/// The call through which the walk came into a function's code.
struct Context {
  CallSite site;
  const Node *function;
  const Context *outer;
  unsigned depth;
};

const Node *classAround(const Node &node) {
  for (const Node *at = node.parent; at; at = at->parent)
    if (isClass(*at))
      return at;
  return nullptr;
}

class InputWalk {
public:
  InputWalk(InputFlow::Index &index, TextUse use)
      : index_(index), values_(index.values), use_(use), guards_(index.program, index.values) {}

  /// Goes on from a node; true if enough ways were found. The members that are still to be taken of
  /// it are `keys`.
  bool visit(const Node &node, const Keys *keys, const Context *context);

  std::vector<InputTrace> take() { return std::move(traces_); }
  /// True if a limit stopped the walk somewhere.
  bool isCut() const { return isCut_; }

private:
  bool visitParts(const Node &node, const Keys *keys, const Context *context);
  bool visitMember(const MemberExpression &member, const Keys *keys, const Context *context);
  bool visitObject(const ObjectExpression &object, const Keys *keys, const Context *context);
  bool visitArray(const ArrayExpression &list, const Keys *keys, const Context *context);
  bool visitName(const Identifier &name, const Keys *keys, const Context *context);
  bool visitTarget(const Identifier &target, const Keys *keys, const Context *context);
  bool visitChanges(const Symbol &symbol, const Keys *keys, const Context *context);
  bool visitChange(const Identifier &reference, const Keys *keys, const Context *context);
  bool visitThis(const Node &type, const Keys *keys, const Context *context);
  bool visitParameter(const Node &function, unsigned index, const Keys *keys,
                      const Context *context);
  bool visitArgument(const CallSite &site, unsigned index, const Keys *keys,
                     const Context *context);
  bool visitCall(const Node &call, const Keys *keys, const Context *context);
  bool visitFunction(const CallSite &site, const Node &function, const Keys *keys,
                     const Context *context);
  bool visitReflection(const Node &object, const Node &key, const Keys *keys,
                       const Context *context);
  bool visitApi(llvm::StringRef path, NodeList arguments, const Keys *keys, const Context *context);
  bool visitMethod(const Node &call, const MemberExpression &callee, NodeList arguments,
                   const Keys *keys, const Context *context);
  bool visitSchema(const Node &receiver, llvm::StringRef method, const Node &argument,
                   const Keys *keys, const Context *context, bool &isSchema);
  bool visitAny(NodeList nodes, const Keys *keys, const Context *context) {
    return llvm::any_of(nodes,
                        [&](const Node *node) { return node && visit(*node, keys, context); });
  }
  /// Gives a way up for being too long or too wide.
  bool cut() {
    isCut_ = true;
    return false;
  }

  const Keys *push(llvm::StringRef key, const Keys *keys) {
    keys_.push_back({names_.emplace_back(key.str()), keys});
    return &keys_.back();
  }
  const Keys *pushKeyOf(const Node &member, const Keys *keys) {
    std::optional<std::string> key = values_.keyOf(member);
    return push(key ? llvm::StringRef(*key) : llvm::StringRef(), keys);
  }
  bool found(const InputFlow::Index::Entry &entry, const Node &parameter, const Keys *keys);

  InputFlow::Index &index_;
  const Values &values_;
  TextUse use_;
  InputGuards guards_;
  std::vector<InputTrace> traces_;
  std::vector<const Node *> way_; ///< from the use to where the walk is
  unsigned steps_ = 0, depth_ = 0;
  bool isCut_ = false;
  std::deque<Keys> keys_;
  std::deque<std::string> names_;
  std::deque<Context> contexts_;
  llvm::DenseSet<std::pair<const Node *, std::pair<const Node *, size_t>>> visited_;
};

bool isTextless(const Value &value) {
  bool textless = true;
  forEachAlternative(value, [&](const Value &one) {
    textless &= llvm::isa<NumberValue, BooleanValue, BigIntValue, NullValue, UndefinedValue,
                          RegExpValue, FunctionValue, ClassValue>(one);
  });
  return textless;
}

bool InputWalk::visit(const Node &node, const Keys *keys, const Context *context) {
  if (++steps_ > maxFlowSteps || depth_ >= maxFlowDepth || index_.steps == 0)
    return cut();
  --index_.steps;
  llvm::hash_code wanted = llvm::hash_value(0);
  for (const Keys *key = keys; key; key = key->next)
    wanted = llvm::hash_combine(wanted, key->key);
  if (!visited_.insert({&node, {context ? context->site.call : nullptr, size_t(wanted) >> 2}})
           .second)
    return false;
  if (llvm::isa<Identifier, MemberExpression>(node)) {
    bool isChecked = guards_.isChecked(node, use_);
    index_.steps -= std::min<uint64_t>(index_.steps, guards_.steps());
    if (isChecked)
      return false;
  }
  ++depth_;
  way_.push_back(&node);
  bool isEnough = visitParts(node, keys, context);
  way_.pop_back();
  --depth_;
  return isEnough;
}

bool InputWalk::visitParts(const Node &node, const Keys *keys, const Context *context) {
  switch (node.kind) {
  case NodeKind::Identifier:
    return visitName(llvm::cast<Identifier>(node), keys, context);
  case NodeKind::MemberExpression:
    return visitMember(llvm::cast<MemberExpression>(node), keys, context);
  case NodeKind::TemplateLiteral:
    return visitAny(llvm::cast<TemplateLiteral>(node).expressions, nullptr, context);
  case NodeKind::TaggedTemplateExpression: {
    const auto &tagged = llvm::cast<TaggedTemplateExpression>(node);
    const auto *tag = llvm::dyn_cast<ApiValue>(&values_.of(*tagged.tag));
    return tag && tag->path == "global:String.raw"_api && visit(*tagged.quasi, keys, context);
  }
  case NodeKind::BinaryExpression: {
    const auto &sum = llvm::cast<BinaryExpression>(node);
    return sum.op == "+" && !isTextless(values_.of(sum)) &&
           (visit(*sum.left, nullptr, context) || visit(*sum.right, nullptr, context));
  }
  case NodeKind::LogicalExpression: {
    const auto &logical = llvm::cast<LogicalExpression>(node);
    return (logical.op != "&&" && visit(*logical.left, keys, context)) ||
           visit(*logical.right, keys, context);
  }
  case NodeKind::ConditionalExpression: {
    const auto &choice = llvm::cast<ConditionalExpression>(node);
    return visit(*choice.consequent, keys, context) || visit(*choice.alternate, keys, context);
  }
  case NodeKind::AssignmentExpression: {
    const auto &assignment = llvm::cast<AssignmentExpression>(node);
    return visit(*assignment.right, keys, context) ||
           (assignment.op == "+=" && visit(*assignment.left, keys, context));
  }
  case NodeKind::SequenceExpression:
    return visit(*llvm::cast<SequenceExpression>(node).expressions.back(), keys, context);
  case NodeKind::AwaitExpression:
    return visit(*llvm::cast<AwaitExpression>(node).argument, keys, context);
  case NodeKind::SpreadElement:
    return visit(*llvm::cast<SpreadElement>(node).argument, keys, context);
  case NodeKind::ObjectExpression:
    return visitObject(llvm::cast<ObjectExpression>(node), keys, context);
  case NodeKind::ArrayExpression:
    return visitArray(llvm::cast<ArrayExpression>(node), keys, context);
  case NodeKind::ThisExpression: {
    const Node *type = classAround(node);
    return type && keys && visitThis(*type, keys, context);
  }
  case NodeKind::CallExpression:
  case NodeKind::NewExpression:
    return visitCall(node, keys, context);
  default:
    return false;
  }
}

bool InputWalk::visitMember(const MemberExpression &member, const Keys *keys,
                            const Context *context) {
  std::optional<std::string> key = values_.keyOf(member);
  if (key && llvm::is_contained({"length", "size", "byteLength", "constructor"}, *key))
    return false;
  return visit(*member.object, pushKeyOf(member, keys), context);
}

bool InputWalk::visitObject(const ObjectExpression &object, const Keys *keys,
                            const Context *context) {
  for (const Node *part : llvm::reverse(object.properties)) {
    const auto *property = llvm::dyn_cast<Property>(part);
    if (!property) {
      if (visit(*part, keys, context))
        return true;
      continue;
    }
    std::optional<std::string> key = values_.keyOf(*property);
    bool isAny = !keys || keys->key.empty() || !key;
    if (!isAny && *key != keys->key)
      continue;
    if (property->value && visit(*property->value, keys ? keys->next : nullptr, context))
      return true;
    if (!isAny)
      return false; // what comes before is written over
  }
  return false;
}

bool InputWalk::visitArray(const ArrayExpression &list, const Keys *keys, const Context *context) {
  const Keys *inner = keys ? keys->next : nullptr;
  size_t index = 0;
  bool isKnown = keys && !keys->key.getAsInteger(10, index) &&
                 llvm::none_of(list.elements, [](const Node *element) {
                   return element && llvm::isa<SpreadElement>(element);
                 });
  if (isKnown)
    return index < list.elements.size() && list.elements[index] &&
           visit(*list.elements[index], inner, context);
  return llvm::any_of(list.elements, [&](const Node *element) {
    return element && visit(*element, llvm::isa<SpreadElement>(element) ? keys : inner, context);
  });
}

bool InputWalk::visitName(const Identifier &name, const Keys *keys, const Context *context) {
  const Symbol *symbol = index_.program.symbolOf(name);
  if (!symbol)
    return false;
  if (symbol->kind == SymbolKind::Import) {
    // a variable of another module of the bundle
    const Node *origin = values_.of(name).origin;
    return origin && origin != &name && llvm::isa<UnknownValue>(values_.of(name)) &&
           visit(*origin, keys, nullptr);
  }
  return llvm::any_of(
             symbol->targets,
             [&](const Identifier *target) { return visitTarget(*target, keys, context); }) ||
         visitChanges(*symbol, keys, context);
}

/// Visits the values of a variable, climbing from its name through the pattern around it.
bool InputWalk::visitTarget(const Identifier &target, const Keys *keys, const Context *context) {
  const Node *at = &target;
  for (const Node *parent = at->parent; parent; at = parent, parent = at->parent) {
    if (const auto *property = llvm::dyn_cast<Property>(parent);
        property && llvm::isa<ObjectPattern>(parent->parent)) {
      keys = pushKeyOf(*property, keys);
    } else if (const auto *fallback = llvm::dyn_cast<AssignmentPattern>(parent)) {
      if (fallback->left == at && visit(*fallback->right, keys, context))
        return true;
    } else if (const auto *list = llvm::dyn_cast<ArrayPattern>(parent)) {
      size_t index = llvm::find(list->elements, at) - list->elements.begin();
      keys = llvm::isa<RestElement>(at) ? keys : push(std::to_string(index), keys);
    } else if (!llvm::isa<ObjectPattern, RestElement, TSParameterProperty, TSDecoratedParameter>(
                   parent)) {
      break;
    }
  }
  const Node *parent = at->parent;
  if (!parent)
    return false;
  if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent)) {
    const auto *loop = llvm::dyn_cast_or_null<ForOfStatement>(parent->parent->parent);
    if (loop && loop->left == parent->parent)
      return visit(*loop->right, push("", keys), context);
    return declarator->init && visit(*declarator->init, keys, context);
  }
  if (const auto *loop = llvm::dyn_cast<ForOfStatement>(parent))
    return loop->left == at && visit(*loop->right, push("", keys), context);
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent))
    return assignment->left == at && visit(*assignment->right, keys, context);
  if (!isFunction(*parent))
    return false;
  NodeList params = paramsOf(*parent);
  size_t index = llvm::find(params, at) - params.begin();
  return index < params.size() && visitParameter(*parent, index, keys, context);
}

bool InputWalk::visitChanges(const Symbol &symbol, const Keys *keys, const Context *context) {
  if (symbol.references.size() > maxReferences)
    return cut();
  return llvm::any_of(symbol.references, [&](const Identifier *reference) {
    return visitChange(*reference, keys, context);
  });
}

/// `list.push(x)`, `object.key = x`.
bool InputWalk::visitChange(const Identifier &reference, const Keys *keys, const Context *context) {
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(reference.parent);
  if (!member || member->object != &reference || !member->parent)
    return false;
  std::optional<std::string> key = values_.keyOf(*member);
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(member->parent)) {
    bool isWanted = !keys || keys->key.empty() || !key || *key == keys->key;
    return assignment->left == member && isWanted &&
           visit(*assignment->right, keys ? keys->next : nullptr, context);
  }
  const auto *call = llvm::dyn_cast<CallExpression>(member->parent);
  if (!call || call->callee != member || !key ||
      !builtinMethod(*key).does(BuiltinMethod::TakesArguments))
    return false;
  // the key that `map.set` is given is none of its values
  NodeList given =
      *key == "set" && call->arguments.size() > 1 ? call->arguments.drop_front() : call->arguments;
  return visitAny(given, keys ? keys->next : nullptr, context);
}

bool InputWalk::visitThis(const Node &type, const Keys *keys, const Context *context) {
  return llvm::any_of(index_.writesOf(type, keys->key),
                      [&](const Node *write) { return visit(*write, keys->next, context); });
}

bool InputWalk::found(const InputFlow::Index::Entry &entry, const Node &parameter,
                      const Keys *keys) {
  llvm::SmallVector<llvm::StringRef, 4> field;
  for (; keys; keys = keys->next)
    field.push_back(keys->key);
  if (entry.schema && !canCarryText(*entry.schema, field))
    return false;
  auto end = llvm::find(field, "");
  InputTrace trace{entry.id.str(), llvm::join(field.begin(), end, "."), {&parameter}};
  bool isKnown = llvm::any_of(traces_, [&](const InputTrace &other) {
    return other.tool == trace.tool && other.field == trace.field;
  });
  if (isKnown)
    return false;
  trace.steps.insert(trace.steps.end(), way_.rbegin(), way_.rend());
  traces_.push_back(std::move(trace));
  return traces_.size() >= maxTraces;
}

bool InputWalk::visitParameter(const Node &function, unsigned index, const Keys *keys,
                               const Context *context) {
  if (const InputFlow::Index::Entry *entry = index_.entryOf(function))
    return index == 0 && found(*entry, *paramsOf(function)[0], keys);
  bool isRest = llvm::isa<RestElement>(paramsOf(function)[index]);
  auto visitSite = [&](const CallSite &site, const Context *outer) {
    if (!isRest)
      return visitArgument(site, index, keys, outer);
    NodeList arguments = partsOf(*site.call).arguments;
    return visitAny(arguments.drop_front(std::min<size_t>(index, arguments.size())),
                    keys ? keys->next : nullptr, outer);
  };
  if (context && context->function == &function)
    return visitSite(context->site, context->outer);
  llvm::ArrayRef<CallSite> sites = index_.sitesOf(function);
  if (sites.size() > maxCallers)
    return cut();
  return llvm::any_of(sites, [&](const CallSite &site) { return visitSite(site, nullptr); });
}

/// Visits the value that a call gives to a function's parameter: an argument, or a value that
/// the called function passes to a callback.
bool InputWalk::visitArgument(const CallSite &site, unsigned index, const Keys *keys,
                              const Context *context) {
  auto [callee, arguments, isNew] = partsOf(*site.call);
  if (!site.callback) {
    for (size_t i = 0; i <= index && i < arguments.size(); ++i)
      if (const auto *spread = llvm::dyn_cast<SpreadElement>(arguments[i]))
        return visit(*spread->argument, push("", keys), context);
    return index < arguments.size() && visit(*arguments[index], keys, context);
  }
  const auto *member = llvm::dyn_cast<MemberExpression>(callee);
  std::optional<std::string> method = member ? values_.keyOf(*member) : std::nullopt;
  if (!method || *site.callback != (*method == "from" ? 1u : 0u))
    return false;
  const BuiltinMethod known = builtinMethod(*method);
  if (known.does(BuiltinMethod::CallsReduce) && index == 0)
    return arguments.size() > 1 && visit(*arguments[1], keys, context);
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

bool InputWalk::visitFunction(const CallSite &site, const Node &function, const Keys *keys,
                              const Context *context) {
  unsigned depth = context ? context->depth + 1 : 1;
  if (isGenerator(function))
    return false;
  if (depth > maxCalls)
    return cut();
  for (const Context *at = context; at; at = at->outer)
    if (at->function == &function && at->site.call == site.call)
      return false;
  contexts_.push_back({site, &function, context, depth});
  const Context *inner = &contexts_.back();
  return llvm::any_of(index_.resultsOf(function),
                      [&](const Node *result) { return visit(*result, keys, inner); });
}

bool InputWalk::visitCall(const Node &call, const Keys *keys, const Context *context) {
  auto [callee, arguments, isNew] = partsOf(call);
  const Value &called = values_.of(*callee);
  bool isOwn = false, isEnough = false;
  forEachAlternative(called, [&](const Value &value) {
    if (isEnough)
      return;
    if (llvm::isa<FunctionValue>(value)) {
      isOwn = true;
      isEnough = visitFunction({&call, std::nullopt}, *value.origin, keys, context);
    } else if (const auto *type = llvm::dyn_cast<ClassValue>(&value); type && value.origin) {
      isOwn = true;
      const Node *constructor = constructorOf(*value.origin);
      contexts_.push_back({{&call, std::nullopt}, constructor, context, 1});
      isEnough = keys && visitThis(*value.origin, keys, &contexts_.back());
    } else if (const auto *api = llvm::dyn_cast<ApiValue>(&value)) {
      isEnough = api->path == "global:Reflect.get"_api && arguments.size() >= 2
                     ? visitReflection(*arguments[0], *arguments[1], keys, context)
                     : visitApi(api->path, arguments, keys, context);
    }
  });
  if (isOwn || isEnough)
    return isEnough;
  const auto *member = llvm::dyn_cast<MemberExpression>(callee);
  return member && visitMethod(call, *member, arguments, keys, context);
}

/// `Reflect.get(object, key)` is a member of the object.
bool InputWalk::visitReflection(const Node &object, const Node &key, const Keys *keys,
                                const Context *context) {
  std::optional<llvm::StringRef> name = asString(values_.of(key));
  return visit(object, push(name.value_or(""), keys), context);
}

bool InputWalk::visitApi(llvm::StringRef path, NodeList arguments, const Keys *keys,
                         const Context *context) {
  switch (textFunctionOf(path, use_)) {
  case TextFunction::Stops:
    return false;
  case TextFunction::Keeps: // gives its argument, or a copy
    return visitAny(arguments, keys, context);
  case TextFunction::Mixes: // puts its arguments into one text
    return visitAny(arguments, nullptr, context);
  }
  return false;
}

bool InputWalk::visitMethod(const Node &call, const MemberExpression &callee, NodeList arguments,
                            const Keys *keys, const Context *context) {
  std::optional<std::string> method = values_.keyOf(callee);
  if (!method)
    return false;
  if (llvm::is_contained({"parse", "parseAsync", "safeParse", "safeParseAsync"}, *method) &&
      arguments.size() >= 1) {
    bool isSchema = false;
    bool isEnough = visitSchema(*callee.object, *method, *arguments[0], keys, context, isSchema);
    if (isSchema)
      return isEnough;
  }
  const TextMethod known = builtinMethod(*method).text;
  if (known == TextMethod::None)
    return false;
  if (known == TextMethod::Replaces && arguments.size() >= 1 &&
      isCleaning(values_.of(*arguments[0]), use_))
    return false;
  bool isMap = known == TextMethod::Maps;
  if ((isMap || known == TextMethod::Calls) && !arguments.empty()) {
    const Value &function = values_.of(*arguments[0]);
    if (llvm::isa<FunctionValue>(function))
      return visitFunction({&call, 0u}, *function.origin, isMap && keys ? keys->next : keys,
                           context);
    const auto *api = llvm::dyn_cast<ApiValue>(&function);
    if (api && textFunctionOf(api->path, use_) == TextFunction::Stops)
      return false;
  }
  const Keys *wanted = known == TextMethod::Elements  ? keys
                       : known == TextMethod::Element ? push("", keys)
                                                      : nullptr;
  if (visit(*callee.object, wanted, context))
    return true;
  bool takesArguments = known == TextMethod::Replaces || known == TextMethod::Joins;
  return takesArguments &&
         visitAny(known == TextMethod::Replaces ? arguments.drop_front(!arguments.empty())
                                                : arguments,
                  nullptr, context);
}

/// `schema.parse(input)` gives the input, if it is as the schema says.
bool InputWalk::visitSchema(const Node &receiver, llvm::StringRef method, const Node &argument,
                            const Keys *keys, const Context *context, bool &isSchema) {
  const Value &value = values_.of(receiver);
  if (!agentc::isSchema(value))
    return false;
  isSchema = true;
  if (method.starts_with("safe"))
    keys = keys && (keys->key == "data" || keys->key.empty()) ? keys->next : nullptr;
  llvm::SmallVector<llvm::StringRef, 4> field;
  for (const Keys *key = keys; key; key = key->next)
    field.push_back(key->key);
  SchemaAnswer answer = readSchema(values_, value);
  return (!answer.schema || canCarryText(*answer.schema, field)) && visit(argument, keys, context);
}

} // namespace

InputFlow::InputFlow(const agentc::Program &program, const Values &values,
                     const AgentConfig &config)
    : index_(std::make_unique<Index>(program, values, config)) {}
InputFlow::~InputFlow() = default;

std::vector<InputTrace> InputFlow::into(const Node &expression, TextUse use) const {
  if (index_->hasNoInput())
    return {};
  InputWalk walk(*index_, use);
  walk.visit(expression, nullptr, nullptr);
  std::vector<InputTrace> traces = walk.take();
  if (traces.empty() && walk.isCut() && !index_->lost)
    index_->lost = &expression;
  return traces;
}

const Node *InputFlow::lost() const { return index_->lost; }

std::vector<InputTrace> InputFlow::into(const Value &value, TextUse use) const {
  std::vector<InputTrace> traces;
  forEachAlternative(value, [&](const Value &one) {
    if (traces.empty() && one.origin && isExpression(*one.origin))
      traces = into(*one.origin, use);
  });
  return traces;
}

} // namespace agentc
