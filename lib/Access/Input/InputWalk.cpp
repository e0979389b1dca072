#include "InputWalk.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/Walk.h"

#include "agentc/Values/ApiPath.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxFlowDepth = 300;
constexpr size_t maxTraces = 8;
constexpr size_t maxReferences = 2000; ///< of a variable that may be changed in place
constexpr size_t maxIndex = 16;        ///< that is told apart in what a pattern takes apart
constexpr unsigned maxThrowing = 3;    ///< calls between a `try` and the `throw`
constexpr llvm::StringLiteral symbolKey = "@@symbol";

bool isTextless(const Value &value) {
  bool textless = true;
  forEachAlternative(value, [&](const Value &one) {
    textless &= llvm::isa<NumberValue, BooleanValue, BigIntValue, NullValue, UndefinedValue,
                          RegExpValue, FunctionValue, ClassValue>(one);
  });
  return textless;
}

/// True of members that are no text, whatever has them.
bool isTextlessMember(llvm::StringRef key) {
  return llvm::is_contained({"length", "size", "byteLength", "constructor"}, key);
}

/// The key for a member whose name is not known: any, or a symbol, which no input has.
llvm::StringRef openKeyOf(const Values &values, const MemberExpression &member) {
  const auto *made = llvm::dyn_cast<ResultValue>(&values.of(*member.property));
  bool isSymbol = member.computed && made && made->callee->path.ends_with(":Symbol");
  return isSymbol ? symbolKey : "";
}

bool isTextual(const Value &value) {
  bool textual = false;
  forEachAlternative(value, [&](const Value &one) {
    textual |= llvm::isa<InstanceValue>(one) ||
               (llvm::isa<ObjectValue>(one) && llvm::cast<ObjectValue>(one).find("toString"));
  });
  return textual;
}

/// True if a member of what a node is can be what the host has by a path.
bool isOfPath(const Values &values, const Node &node, const InputWalk::Keys *keys,
              llvm::StringRef path) {
  const Value *value = &values.of(node);
  for (; keys && llvm::isa<ApiValue, UnionValue>(value); keys = keys->next) {
    if (keys->key.empty() || keys->key == "()")
      return false;
    value = &values.member(*value, keys->key);
  }
  bool isOne = false;
  forEachAlternative(*value, [&](const Value &one) {
    const auto *api = llvm::dyn_cast<ApiValue>(&one);
    isOne |= !keys && api && api->path == path;
  });
  return isOne;
}

/// All that the code inside of `try` can throw, in functions that it calls too.
llvm::SmallVector<const Node *, 4> thrownIn(const Values &values, const TryStatement &attempt) {
  llvm::SmallVector<const Node *, 4> thrown;
  llvm::DenseSet<const Node *> seen;
  auto collect = [&](const Node &code, unsigned depth, auto &self) -> void {
    walk(code, [&](const Node &node) {
      if (const auto *one = llvm::dyn_cast<ThrowStatement>(&node))
        thrown.push_back(one->argument);
      if (const auto *call = llvm::dyn_cast<CallExpression>(&node); call && depth < maxThrowing)
        forEachAlternative(values.of(*call->callee), [&](const Value &callee) {
          const Node *body = llvm::isa<FunctionValue>(callee) ? bodyOf(*callee.origin) : nullptr;
          if (body && seen.insert(body).second)
            self(*body, depth + 1, self);
        });
      return &node == &code || (!isFunction(node) && !isClass(node));
    });
  };
  collect(*attempt.block, 0, collect);
  return thrown;
}

} // namespace

bool InputWalk::visit(const Node &node, const Keys *keys, const Context *context) {
  if (++steps_ > maxSteps_ || depth_ >= maxFlowDepth || budget_.steps == 0)
    return cut();
  if (seeksObjects_) {
    if (budget_.searchSteps == 0)
      return cut();
    --budget_.searchSteps;
  }
  --budget_.steps;
  llvm::hash_code wanted = llvm::hash_combine(decoded_ > 0, prefixed_ > 0, reduced_ > 0);
  for (const Keys *key = keys; key; key = key->next)
    wanted = llvm::hash_combine(wanted, key->key);
  // a helper that calls another calls it from one place for all its callers
  if (context && context->outer)
    wanted = llvm::hash_combine(wanted, context->outer->site.call);
  if (!visited_.insert({&node, {context ? context->site.call : nullptr, size_t(wanted) >> 2}})
           .second)
    return false;
  if (llvm::isa<Identifier, MemberExpression>(node) && isHarmless(node))
    return false;
  if (!path_.empty() && isOfPath(values_, node, keys, path_))
    return true;
  if (seeksLiterals_ && !keys && llvm::isa<ObjectExpression, ArrayExpression, NewExpression>(node))
    made_.push_back(&node);
  ++depth_;
  way_.push_back(&node);
  bool isEnough = visitParts(node, keys, context);
  way_.pop_back();
  --depth_;
  return isEnough;
}

std::optional<TakenMember> InputWalk::findMember(const Node &object, IsGoal isGoal) {
  goal_ = &isGoal;
  seeksObjects_ = true;
  visit(object, nullptr, nullptr);
  return reached_;
}

bool InputWalk::finds(const Node &expression, llvm::StringRef path) {
  seeksObjects_ = true;
  maxSteps_ = maxFunctionSteps;
  path_ = path;
  return visit(expression, nullptr, nullptr);
}

std::vector<const Node *> InputWalk::findMade(const Node &expression, bool areLiterals) {
  seeksObjects_ = true;
  seeksLiterals_ = areLiterals;
  maxSteps_ = maxFunctionSteps;
  visit(expression, nullptr, nullptr);
  return std::move(made_);
}

/// True if code has made sure of what it is before it gets here.
bool InputWalk::isHarmless(const Node &reference) {
  if (!asksGuards_)
    return false;
  auto isInput = [&](const Node &node) {
    InputWalk inner(index_, budget_, use_, false);
    inner.visit(node, nullptr, nullptr);
    return !inner.traces_.empty();
  };
  bool isChecked =
      guards_.isChecked(reference, {use_, prefixed_ > 0, decoded_ > 0, reduced_ > 0}, isInput);
  budget_.steps -= std::min<uint64_t>(budget_.steps, guards_.steps());
  return isChecked;
}

bool InputWalk::visitParts(const Node &node, const Keys *keys, const Context *context) {
  switch (node.kind) {
  case NodeKind::Identifier:
    return visitName(llvm::cast<Identifier>(node), keys, context);
  case NodeKind::MemberExpression:
    return visitMember(llvm::cast<MemberExpression>(node), keys, context);
  case NodeKind::TemplateLiteral: {
    const auto &text = llvm::cast<TemplateLiteral>(node);
    const auto *first = llvm::dyn_cast<TemplateElement>(text.quasis.front());
    prefixed_ += first && !first->raw.empty();
    auto restore = llvm::make_scope_exit([&] { prefixed_ -= first && !first->raw.empty(); });
    return visitPieces(text.expressions, context);
  }
  case NodeKind::TaggedTemplateExpression: {
    const auto &tagged = llvm::cast<TaggedTemplateExpression>(node);
    if (const auto *tag = llvm::dyn_cast<ApiValue>(&values_.of(*tagged.tag)))
      return tag->path == "global:String.raw"_api && visit(*tagged.quasi, keys, context);
    return visitCall(node, keys, context);
  }
  case NodeKind::BinaryExpression: {
    const auto &sum = llvm::cast<BinaryExpression>(node);
    return sum.op == "+" && !isTextless(values_.of(sum)) &&
           visitPieces(NodeList{sum.left, sum.right}, context);
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
           (assignment.op != "=" && visit(*assignment.left, keys, context));
  }
  case NodeKind::SequenceExpression:
    return visit(*llvm::cast<SequenceExpression>(node).expressions.back(), keys, context);
  case NodeKind::AwaitExpression:
    return visit(*llvm::cast<AwaitExpression>(node).argument, keys, context);
  case NodeKind::YieldExpression: {
    // a coroutine goes on with that when it is there, a generator with what it is given
    const Node *awaited = llvm::cast<YieldExpression>(node).argument;
    const Node *function = functionAround(node);
    return (awaited && visit(*awaited, keys, context)) ||
           (function && isFunction(*function) && index_.isYielding(*function) &&
            visitAny(resumedWith(index_.program, values_), keys, nullptr));
  }
  case NodeKind::SpreadElement:
    return visit(*llvm::cast<SpreadElement>(node).argument, keys, context);
  case NodeKind::ObjectExpression:
    return visitObject(llvm::cast<ObjectExpression>(node), keys, context);
  case NodeKind::ArrayExpression:
    return visitArray(llvm::cast<ArrayExpression>(node), keys, context);
  case NodeKind::ThisExpression:
    return keys && visitThis(node, keys, context);
  case NodeKind::CallExpression:
  case NodeKind::NewExpression:
    return visitCall(node, keys, context);
  case NodeKind::ClassDeclaration:
  case NodeKind::ClassExpression:
    return keys && llvm::any_of(staticsOf(values_, node, keys->key), [&](const Node *member) {
             return visitOwnMember(*member, &node, keys, context);
           });
  default:
    // a function that is called somewhere else
    if (isFunction(node) && !keys && seeksObjects_ && !goal_ && path_.empty() && !seeksLiterals_)
      made_.push_back(&node);
    return isFunction(node) && isCalled(keys) &&
           visitFunction({&node, CallSite::Form::Unseen}, node, keys->next, context, keys->self,
                         keys->around);
  }
}

/// A part of a text: of an object what its `toString` gives.
bool InputWalk::visitText(const Node &node, const Context *context) {
  if (seeksObjects_)
    return false;
  if (visit(node, nullptr, context))
    return true;
  return isTextual(values_.of(node)) &&
         visit(node, push("toString", pushCall(nullptr, &node, context)), context);
}

bool InputWalk::visitPieces(NodeList pieces, const Context *context) {
  bool isEnough = false;
  unsigned before = prefixed_;
  for (const Node *piece : pieces) {
    if (piece && !isEnough)
      isEnough = visitText(*piece, context);
    ++prefixed_;
  }
  prefixed_ = before;
  return isEnough;
}

bool InputWalk::visitMember(const MemberExpression &member, const Keys *keys,
                            const Context *context) {
  if (reaches({&member, member.object, member.property}, keys))
    return true;
  std::optional<std::string> key = values_.keyOf(member);
  // what a function's constructor is
  if (key == "constructor" && !keys && path_ == "global:Function"_api)
    return !InputWalk(index_, budget_, use_, false).findMade(*member.object, false).empty();
  if (key && isTextlessMember(*key))
    return false;
  return visit(*member.object, push(key ? *key : openKeyOf(values_, member), keys), context);
}

/// Keys of what a list's later elements were put into.
const WalkMemory::Keys *WalkMemory::shifted(const Keys *keys, size_t by) {
  size_t index = 0;
  if (!keys || keys->key.getAsInteger(10, index))
    return keys;
  // functions that call themselves with the rest would go on for ever
  return push(index + by < maxIndex ? std::to_string(index + by) : "", keys->next);
}

bool InputWalk::visitName(const Identifier &name, const Keys *keys, const Context *context) {
  const Symbol *symbol = index_.program.symbolOf(name);
  if (!symbol) {
    // a function's own list of arguments
    const Node *function = name.name == "arguments" ? functionAround(name) : nullptr;
    unsigned index = 0;
    if (!function || !isFunction(*function) || (keys && isCalled(keys)))
      return false;
    bool isAny = !keys || keys->key.getAsInteger(10, index);
    return visitGivenTo(*function, index, isAny, isAny ? keys : keys->next, context);
  }
  if (symbol->kind == SymbolKind::Import) {
    // a variable of another module of the bundle
    const Node *origin = values_.of(name).origin;
    return origin && origin != &name && isExpression(*origin) && visit(*origin, keys, nullptr);
  }
  for (const Identifier *target : symbol->targets)
    if (visitTarget(*target, keys, context))
      return true;
  if (symbol->references.size() > maxReferences)
    return cut();
  // `list.push(x)`, `object.key = x`
  return llvm::any_of(symbol->references, [&](const Identifier *reference) {
    const auto *member = llvm::dyn_cast_or_null<MemberExpression>(reference->parent);
    if (!member || member->object != reference || !member->parent)
      return false;
    if (llvm::isa<AssignmentExpression>(member->parent))
      return isWritten(*member) && visitWrite(*member, keys, context);
    const auto *call = llvm::dyn_cast<CallExpression>(member->parent);
    return call && call->callee == member && visitWrite(*call, keys, context);
  });
}

/// Follows the value of a variable: climbs from its name through the pattern around it.
bool InputWalk::visitTarget(const Identifier &target, const Keys *keys, const Context *context) {
  const Node *at = &target;
  for (const Node *parent = at->parent; parent; at = parent, parent = at->parent) {
    if (const auto *property = llvm::dyn_cast<Property>(parent);
        property && llvm::isa<ObjectPattern>(parent->parent)) {
      std::optional<std::string> key = values_.keyOf(*property);
      if (key && isTextlessMember(*key))
        return false;
      keys = push(key.value_or(""), keys);
    } else if (const auto *fallback = llvm::dyn_cast<AssignmentPattern>(parent)) {
      if (fallback->left == at && visit(*fallback->right, keys, context))
        return true;
    } else if (const auto *list = llvm::dyn_cast<ArrayPattern>(parent)) {
      size_t index = llvm::find(list->elements, at) - list->elements.begin();
      keys = llvm::isa<RestElement>(at) ? shifted(keys, index) : push(std::to_string(index), keys);
    } else if (!llvm::isa<ObjectPattern, RestElement, TSParameterProperty, TSDecoratedParameter>(
                   parent)) {
      break;
    }
  }
  return at->parent && visitHolder(*at, keys, context);
}

/// Follows the value that a whole pattern gets.
bool InputWalk::visitHolder(const Node &at, const Keys *keys, const Context *context) {
  const Node &parent = *at.parent;
  if (isClass(parent))
    return visit(parent, keys, context);
  if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(&parent)) {
    const Node *loop = parent.parent->parent;
    const auto *elements = llvm::dyn_cast_or_null<ForOfStatement>(loop);
    if (elements && elements->left == parent.parent)
      return visit(*elements->right, push("", keys), context);
    const auto *names = llvm::dyn_cast_or_null<ForInStatement>(loop);
    if (names && names->left == parent.parent)
      return !keys && !seeksObjects_ && visit(*names->right, nullptr, context);
    return declarator->init && visit(*declarator->init, keys, context);
  }
  if (const auto *loop = llvm::dyn_cast<ForOfStatement>(&parent))
    return loop->left == &at && visit(*loop->right, push("", keys), context);
  if (const auto *loop = llvm::dyn_cast<ForInStatement>(&parent))
    return loop->left == &at && !keys && !seeksObjects_ && visit(*loop->right, nullptr, context);
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&parent))
    return assignment->left == &at && visit(*assignment->right, keys, context);
  if (const auto *handler = llvm::dyn_cast<CatchClause>(&parent))
    return visitAny(thrownIn(values_, *llvm::cast<TryStatement>(handler->parent)), keys, context);
  if (!isFunction(parent))
    return false;
  NodeList params = paramsOf(parent);
  size_t index = llvm::find(params, &at) - params.begin();
  return index < params.size() && visitParameter(parent, index, keys, context);
}

bool InputWalk::found(const InputIndex::Entry &entry, const Node &parameter, const Keys *keys) {
  if (seeksObjects_)
    return false;
  llvm::SmallVector<llvm::StringRef, 4> field;
  for (; keys; keys = keys->next) {
    if (isCalled(keys) || keys->key == symbolKey)
      return false;
    field.push_back(keys->key);
  }
  if (entry.schema && !canCarryText(*entry.schema, field, use_))
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

} // namespace agentc
