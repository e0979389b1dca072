#include "Lowering/ChainLowering.h"

#include "Grammar/TypeArguments.h"
#include "Tokens.h"

#include "llvm/ADT/StringSwitch.h"

namespace agentc {

using namespace ast;

int precedenceOf(llvm::StringRef op) {
  return llvm::StringSwitch<int>(op)
      .Cases("??", "||", 1)
      .Case("&&", 2)
      .Case("|", 3)
      .Case("^", 4)
      .Case("&", 5)
      .Cases("==", "!=", "===", "!==", 6)
      .Cases("<", ">", "<=", ">=", "in", "instanceof", 7)
      .Cases("<<", ">>", ">>>", 8)
      .Cases("+", "-", 9)
      .Cases("*", "/", "%", 10)
      .Case("**", 11)
      .Default(0);
}

static const Node **ifLooser(const Node *&right, llvm::StringRef op, int precedence) {
  int own = precedenceOf(op);
  // `**` groups from the right
  return own < precedence || (own == precedence && op == "**") ? &right : nullptr;
}

const Node **openOperand(Node &node, int precedence) {
  switch (node.kind) {
  case NodeKind::ArrowFunctionExpression: {
    const Node *&body = static_cast<ArrowFunctionExpression &>(node).body;
    return llvm::isa<BlockStatement>(body) ? nullptr : &body;
  }
  case NodeKind::AssignmentExpression:
    return &static_cast<AssignmentExpression &>(node).right;
  case NodeKind::ConditionalExpression:
    return &static_cast<ConditionalExpression &>(node).alternate;
  case NodeKind::YieldExpression:
    return &static_cast<YieldExpression &>(node).argument;
  case NodeKind::BinaryExpression: {
    auto &binary = static_cast<BinaryExpression &>(node);
    return ifLooser(binary.right, binary.op, precedence);
  }
  case NodeKind::LogicalExpression: {
    auto &logical = static_cast<LogicalExpression &>(node);
    return ifLooser(logical.right, logical.op, precedence);
  }
  case NodeKind::AwaitExpression:
    return precedence == tightest ? &static_cast<AwaitExpression &>(node).argument : nullptr;
  case NodeKind::NewExpression: {
    // without arguments, as in `new a!.b`
    auto &made = static_cast<NewExpression &>(node);
    bool open = precedence == tightest && made.range.end == made.callee->range.end;
    return open ? &made.callee : nullptr;
  }
  case NodeKind::UnaryExpression:
    return precedence == tightest ? &static_cast<UnaryExpression &>(node).argument : nullptr;
  default:
    return nullptr;
  }
}

/// Gives a call's arguments to the `new` that its callee ends with: TypeScript reads `new a!.b(c)`
/// as `new (a.b)(c)`, the grammar as a call.
bool ChainLowering::completeNew(Here first, const Node *callee, NodeList given, uint32_t end) {
  if (callee->range.begin != first.range.begin)
    return false;
  llvm::SmallVector<Node *, 4> holders;
  for (auto *next = const_cast<Node *>(callee);;) {
    holders.push_back(next);
    const Node **place = openOperand(*next, tightest);
    if (!place || !*place)
      return false;
    if (auto *made = llvm::dyn_cast<NewExpression>(next)) {
      for (Node *holder : holders)
        holder->range.end = end;
      made->arguments = given;
      done(made);
      return true;
    }
    if (next->range.end > (*place)->range.end)
      return false;
    next = const_cast<Node *>(*place);
  }
}

/// `await (x)` and `await [x].y` in async code, which the grammar may read as a call or a member of
/// something named `await`. `operand` makes what stands between the brackets.
const Node *ChainLowering::mendedAwait(Here at, const Node *callee,
                                       llvm::function_ref<const Node *()> operand) {
  const auto *name = llvm::dyn_cast<Identifier>(callee);
  bool atTop = context_.functionDepth == 0 && module_.goal != Goal::CommonJs;
  if (!name || name->name != "await" || (!context_.async && !atTop))
    return nullptr;
  const Node *argument = operand();
  if (!argument)
    return nullptr;
  llvm::erase_if(result_.ambiguous,
                 [&](const Ambiguity &found) { return found.range == name->range; });
  llvm::erase_if(result_.breaks,
                 [&](const BreakMend &found) { return found.range == name->range; });
  if (atTop)
    result_.topLevelAwaits.push_back(name->range);
  auto *node = make<AwaitExpression>(at.range);
  node->argument = argument;
  return done(node);
}

/// Reads the content of a call's parentheses as a parenthesized expression; null if they are
/// empty or hold a spread.
const Node *ChainLowering::parenthesizedArguments(NodeList given) {
  if (given.empty() ||
      llvm::any_of(given, [](const Node *node) { return llvm::isa<SpreadElement>(node); }))
    return nullptr;
  if (given.size() == 1)
    return given[0];
  auto *sequence = make<SequenceExpression>({given.front()->range.begin, given.back()->range.end});
  sequence->expressions = given;
  return done(sequence);
}

/// Reads the content of a member's brackets as an array.
const Node *ChainLowering::bracketedMember(ByteRange brackets, const Node *property) {
  auto *array = make<ArrayExpression>(brackets);
  const auto *sequence = llvm::dyn_cast<SequenceExpression>(property);
  array->elements = sequence ? sequence->expressions : list(property);
  return done(array);
}

/// An arrow function's body ends its expression (ECMA-262 15.3), and nothing is called or taken a
/// member of behind `x++`; the grammar goes on with both
/// (https://github.com/tree-sitter/tree-sitter-javascript/pull/354).
void ChainLowering::checkOperandEnd(Here operand, const Node *node, Here next, bool isBinary) {
  llvm::StringRef text = textOf(operand.range);
  const bool isUpdate = text.ends_with("++") || text.ends_with("--");
  bool ends = operand.kind == Kind::UpdateExpression && !isBinary && isUpdate;
  if (operand.kind == Kind::ArrowFunction) {
    const auto *arrow = llvm::dyn_cast<ArrowFunctionExpression>(node);
    while (arrow && llvm::isa<ArrowFunctionExpression>(arrow->body))
      arrow = llvm::cast<ArrowFunctionExpression>(arrow->body);
    ends = arrow && llvm::isa<BlockStatement>(arrow->body);
  }
  // `x++⏎<b>(c)` goes on as two comparisons, `++x<b>(c)` and `new X<T>[a]` otherwise than the
  // grammar
  const bool isOtherwise =
      (next.kind == Kind::TypeArguments && (isUpdate || operand.kind == Kind::UpdateExpression)) ||
      (operand.kind == Kind::NewExpression && text.ends_with(">") &&
       (!isBinary || !mayFollowTypeArguments(module_.text, operand.range.end)));
  if (!ends && !isOtherwise)
    return;
  ByteRange gap{operand.range.end, next.range.begin};
  constexpr llvm::StringLiteral reason = "the expression before this ends there";
  if (hasLineTerminator(textOf(gap)) && !isOtherwise)
    breaks_.checkBreak(gap, reason);
  else
    result_.ambiguous.push_back({next.range, reason});
}

} // namespace agentc
