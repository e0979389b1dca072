#include "ShapeReader.h"

namespace agentc {

using namespace ast;

using Kind = HelperShape::Kind;

/// Returns the shape of a helper that iterates. Its result consists of the elements that it
/// iterates over, since the helper has nothing else.
HelperShape ShapeReader::shapeOfIteration() {
  HelperShape shape;
  if (hasText_ || results_.empty())
    return shape;
  const Node *last = results_.back();
  if (const auto *sequence = llvm::dyn_cast<SequenceExpression>(last))
    last = sequence->expressions.back();
  const auto *call = llvm::dyn_cast<CallExpression>(last);
  const auto *apply = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  const auto *all = call && call->arguments.size() == 2
                        ? llvm::dyn_cast<Identifier>(call->arguments[1])
                        : nullptr;
  if (apply && !isBroken_ && !addsOther_ && results_.size() == 1 && parameters_.size() >= 2 &&
      writtenKeyOf(*apply) == "concat" && isFirst(*apply->object) && readsSecond_ &&
      call->arguments.size() == 1 && isSecondsElements(*call->arguments[0]))
    shape = {Kind::Concat, 0, 1, 0, 0};
  else if (assigns_ && apply && all && writtenKeyOf(*apply) == "apply" &&
           all->name == "arguments" && isAssignOrPolyfill(*apply->object))
    shape.kind = Kind::Assign;
  else if (iterates_ && !parameters_.empty() && shape_.kind == Kind::None && !isBroken_ &&
           !addsOther_ && llvm::all_of(results_, [&](auto *one) { return isElements(*one); }))
    shape.kind = Kind::ToArray;
  return shape;
}

/// True if a result holds the contents of the first parameter, or nothing.
bool ShapeReader::isElements(const Node &node, unsigned depth) {
  if (depth > 8)
    return false;
  auto next = [&](const Node *one) { return one && isElements(*one, depth + 1); };
  if (isFirst(node))
    return true;
  if (const Symbol *symbol = symbolOf(&node))
    return llvm::all_of(symbol->targets, [&](const Identifier *target) {
      const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
      const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent);
      return declarator ? !declarator->init || next(declarator->init)
                        : assignment && next(assignment->right);
    });
  if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(&node))
    return next(choice->consequent) && next(choice->alternate);
  if (const auto *logical = llvm::dyn_cast<LogicalExpression>(&node))
    return next(logical->left) && next(logical->right);
  if (const auto *sequence = llvm::dyn_cast<SequenceExpression>(&node))
    return next(sequence->expressions.back());
  if (const auto *list = llvm::dyn_cast<ArrayExpression>(&node))
    return list->elements.empty();
  const auto *call = llvm::dyn_cast<CallExpression>(&node);
  if (!call)
    return false;
  std::string host = flow_.hostNameOf(*call->callee);
  if (host == "Array.from" || host == "Array.prototype.slice.call")
    return !call->arguments.empty() && isFirst(*call->arguments[0]);
  HelperShape shape = flow_.shapeOfCallee(*call->callee);
  if (shape.kind == Kind::ToArray || shape.kind == Kind::ToItself)
    return shape.source < call->arguments.size() && isFirst(*call->arguments[shape.source]);
  // a helper that only throws
  Nodes functions = call->arguments.empty() ? flow_.functionsOf(*call->callee) : Nodes();
  return !functions.empty() && llvm::all_of(functions, [](const Node *function) {
    const auto *body = llvm::dyn_cast_or_null<BlockStatement>(bodyOf(*function));
    return body && body->body.size() == 1 && llvm::isa<ThrowStatement>(body->body[0]);
  });
}

/// `part || Array.prototype.slice.call(from)` with the second parameter.
bool ShapeReader::isSecondsElements(const Node &node) {
  if (const auto *logical = llvm::dyn_cast<LogicalExpression>(&node))
    return isSecondsElements(*logical->left) && isSecondsElements(*logical->right);
  if (const Symbol *symbol = symbolOf(&node))
    return llvm::all_of(symbol->targets, [&](const Identifier *target) {
      const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
      const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent);
      return declarator ? !declarator->init : assignment && isSecondsElements(*assignment->right);
    });
  const auto *call = llvm::dyn_cast<CallExpression>(&node);
  return call && !call->arguments.empty() && parameterOf(*call->arguments[0]) == 1u &&
         flow_.hostNameOf(*call->callee) == "Array.prototype.slice.call";
}

/// A variable that holds `Object.assign`, or something else only where there is none.
bool ShapeReader::isAssignOrPolyfill(const Node &callee) {
  auto isAssign = [&](const Node *node) {
    const auto *call = llvm::dyn_cast_or_null<CallExpression>(node);
    const auto *bind = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
    if (bind && writtenKeyOf(*bind) == "bind" && call->arguments.empty())
      node = bind->object;
    return node && flow_.hostNameOf(*node) == "Object.assign";
  };
  const Symbol *symbol = symbolOf(&callee);
  Nodes sources = symbol ? flow_.sourcesOf(*symbol) : Nodes();
  return llvm::any_of(sources,
                      [&](const Node *source) {
                        const auto *either = llvm::dyn_cast<LogicalExpression>(source);
                        const auto *choice = llvm::dyn_cast<ConditionalExpression>(source);
                        return (either && either->op == "||" && isAssign(either->left)) ||
                               (choice && isAssign(choice->test) && isAssign(choice->consequent));
                      }) &&
         llvm::all_of(sources, [&](const Node *source) {
           return !llvm::isa<FunctionExpression, ArrowFunctionExpression>(source) ||
                  source == &function_;
         });
}

/// True if every result is the parameter `index`, and the function returns at its last
/// statement at the latest.
bool ShapeReader::givesParameter(unsigned index) {
  const Node *body = bodyOf(function_);
  const auto *block = llvm::dyn_cast<BlockStatement>(body);
  bool ends = !block || (!block->body.empty() && llvm::isa<ReturnStatement>(block->body.back()));
  return ends && llvm::all_of(results_, [&](const Node *result) {
           while (true) {
             if (const auto *sequence = llvm::dyn_cast<SequenceExpression>(result)) {
               result = sequence->expressions.back();
               continue;
             }
             const auto *call = llvm::dyn_cast<CallExpression>(result);
             std::string host = call ? flow_.hostNameOf(*call->callee) : "";
             if (host != "Object.freeze" && host != "Object.defineProperty" &&
                 host != "Object.defineProperties")
               break;
             result = call->arguments.empty() ? result : call->arguments[0];
             if (result == call)
               break;
           }
           return parameterOf(*result) == index;
         });
}

/// `null`, `true` and `false`, also as `!0` and `!1`: these mark what has no value.
static bool isPlainMark(const Node &node) {
  if (const auto *unary = llvm::dyn_cast<UnaryExpression>(&node))
    return (unary->op == "!" || unary->op == "void") && llvm::isa<Literal>(unary->argument);
  const auto *literal = llvm::dyn_cast<Literal>(&node);
  return literal &&
         (literal->literal == LiteralKind::Null || literal->literal == LiteralKind::True ||
          literal->literal == LiteralKind::False);
}

bool ShapeReader::isExplainedVariable(const Symbol &symbol, unsigned depth) {
  for (const Identifier *target : symbol.targets) {
    const Node *source = nullptr;
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent))
      source = declarator->init;
    else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target->parent))
      source = assignment->right;
    else if (!nameOfParameter(target))
      return false;
    if (source && !isExplained(*source, depth + 1))
      return false;
  }
  return true;
}

/// True if a result is the first parameter, its default, or an object that holds only its
/// members.
bool ShapeReader::isExplained(const Node &node, unsigned depth) {
  if (depth > 8)
    return false;
  auto next = [&](const Node *one) { return one && isExplained(*one, depth + 1); };
  switch (node.kind) {
  case NodeKind::Identifier: {
    const Symbol *symbol = symbolOf(&node);
    return symbol ? isFirst(node) || isExplainedVariable(*symbol, depth)
                  : llvm::cast<Identifier>(node).name == "undefined";
  }
  case NodeKind::Literal:
    return isPlainMark(node);
  case NodeKind::ConditionalExpression:
    return next(llvm::cast<ConditionalExpression>(node).consequent) &&
           next(llvm::cast<ConditionalExpression>(node).alternate);
  case NodeKind::LogicalExpression:
    // what stands left of `&&` comes out only where it is falsy
    return (llvm::cast<LogicalExpression>(node).op == "&&" ||
            next(llvm::cast<LogicalExpression>(node).left)) &&
           next(llvm::cast<LogicalExpression>(node).right);
  case NodeKind::SequenceExpression:
    return next(llvm::cast<SequenceExpression>(node).expressions.back());
  case NodeKind::AssignmentExpression:
    return next(llvm::cast<AssignmentExpression>(node).right);
  case NodeKind::MemberExpression: {
    const auto &member = llvm::cast<MemberExpression>(node);
    return writtenKeyOf(member) == "default" && isFirst(*member.object);
  }
  case NodeKind::ObjectExpression:
    return llvm::all_of(llvm::cast<ObjectExpression>(node).properties, [&](const Node *part) {
      const auto *property = llvm::dyn_cast<Property>(part);
      return property && (isFirst(*property->value) || isPlainMark(*property->value));
    });
  case NodeKind::NewExpression:
    return flow_.hostNameOf(*llvm::cast<NewExpression>(node).callee) == "Array";
  case NodeKind::CallExpression: {
    const auto &call = llvm::cast<CallExpression>(node);
    std::string host = flow_.hostNameOf(*call.callee);
    if (host == "Object.create" || host == "Array")
      return true;
    if (host == "Object.freeze" || host == "Object.defineProperty")
      return !call.arguments.empty() && next(call.arguments[0]);
    const auto *method = llvm::dyn_cast<MemberExpression>(call.callee);
    if (method && writtenKeyOf(*method) == "get") // of a cache
      return call.arguments.size() == 1 && isFirst(*call.arguments[0]);
    HelperShape shape = flow_.shapeOfCallee(*call.callee);
    if (shape.kind == Kind::ToItself && shape.source < call.arguments.size())
      return isFirst(*call.arguments[shape.source]);
    return shape.kind == Kind::CopyMembers && shape.target < call.arguments.size() &&
           next(call.arguments[shape.target]);
  }
  default:
    return false;
  }
}

/// True if a helper does nothing to its arguments.
bool ShapeReader::isPassive() const {
  return shape_.kind == Kind::None && !readsDefault_ && !listed_ && !listedStatic_ &&
         !setsPrototype_ && !marks_ && !constructs_;
}

bool ShapeReader::isReassigned(const Node &parameter) const {
  const Symbol *symbol = symbolOf(nameOfParameter(&parameter));
  return !symbol || symbol->targets.size() > 1;
}

HelperShape ShapeReader::shapeOfResult() {
  HelperShape shape;
  // a helper that replaces itself by another one of its kind and calls that
  if (results_.size() == 1)
    if (const auto *call = llvm::dyn_cast<CallExpression>(results_.front());
        call && !call->arguments.empty() && isFirst(*call->arguments[0])) {
      HelperShape inner = flow_.shapeOfCallee(*call->callee);
      if (inner.kind == Kind::ToNamespace || inner.kind == Kind::ToDefault ||
          inner.kind == Kind::ToItself)
        return inner;
    }
  if (isBroken_ || results_.empty() ||
      !llvm::all_of(results_, [&](const Node *result) { return isExplained(*result); }))
    return shape;
  if (wrapsDefault_ && readsEsModule_)
    shape.kind = Kind::ToNamespace;
  else if (readsDefault_ && readsEsModule_ && !copiesFirst_)
    shape.kind = Kind::ToDefault;
  else if (copiesFirst_ || (isPassive() && givesParameter(0) && !isReassigned(*parameters_[0])))
    shape.kind = Kind::ToItself;
  return shape;
}

HelperShape ShapeReader::read() {
  const Node *body = bodyOf(function_);
  if (!body || parameters_.size() > 8)
    return {};
  visit(*body);
  if (!llvm::isa<BlockStatement>(body))
    results_.push_back(body);
  if (parameters_.empty())
    return shapeOfIteration();
  if (isStateMachine_ && called_ && !hasText_ && !changesParameter_)
    return {Kind::Generator, 0, *called_, 0, 0};
  // either makes the promise, or a function that does
  if (makesPromise_ && called_ && !hasText_ && !changesParameter_)
    return {parameters_.size() == 1 ? Kind::ToItself : Kind::Await, 0, *called_, 0, 0};
  if (HelperShape shape = shapeOfResult(); shape.kind != Kind::None)
    return shape;
  // the language's own function, or what stands for it in an older one
  bool handsOn = results_.size() == 1 && llvm::isa<CallExpression>(results_.front());
  if (getsPrototype_ && handsOn && !hasText_ && !constructs_ && parameters_.size() == 1)
    return {Kind::GetPrototype, 0, 0, 0, 0};
  if (getsMember_ && handsOn && !hasText_ && !changesParameter_ && parameters_.size() == 3)
    return {Kind::GetMember, 0, 0, 1, 0};
  if (constructs_ && !isBroken_ && !hasText_ && parameters_.size() == 3)
    return {Kind::CallSuper, 0, 1, 0, 0};
  if (HelperShape shape = shapeOfIteration(); shape.kind != Kind::None)
    return shape;
  if (isBroken_)
    return {};
  if (listed_) {
    HelperShape shape{Kind::DefineMethods, 0, *listed_, listedStatic_.value_or(0), 0};
    shape.givesTarget = givesParameter(0);
    return shape;
  }
  if (setsPrototype_ && parameters_.size() == 2)
    return {Kind::Inherit, 0, 1, 0, 0};
  if (shape_.kind == Kind::None && marks_ && parameters_.size() == 1)
    shape_.kind = Kind::MarkModule;
  shape_.givesTarget = givesParameter(shape_.target);
  if (!shape_.givesTarget && (shape_.kind == Kind::Assign || shape_.kind == Kind::Template))
    return {};
  return shape_;
}

HelperShape Flow::shapeOf(const Node &function) {
  auto [entry, isNew] = shapes_.try_emplace(&function);
  if (!isNew)
    return entry->second;
  if (!isHarmless(function))
    return {};
  HelperShape shape = ShapeReader(*program_, *this, function).read();
  return shapes_[&function] = shape;
}

} // namespace agentc
