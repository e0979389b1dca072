#ifndef AGENTC_LIB_SYNTAX_LOWERING_CHAINLOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_CHAINLOWERING_H

#include "Lowering/LoweringPart.h"

namespace agentc {

/// How tightly a binary operator binds (ECMA-262 13.6 to 13.13).
int precedenceOf(llvm::StringRef op);
/// Of calls, members and other things that follow their operand directly.
inline constexpr int tightest = 100;

/// The place of the operand that an operator's expression ends with, if what follows and binds with
/// `precedence` goes to that operand; null otherwise.
const ast::Node **openOperand(ast::Node &node, int precedence);

/// Mends what the grammar hangs on the wrong operand, and finds where an operand ends before the
/// grammar ends it.
class ChainLowering final : private LoweringPart {
public:
  using LoweringPart::LoweringPart;

  /// Finishes a node that follows its operand, such as a call. These bind tighter than all
  /// operators, but TypeScript's grammar hangs the `.c()` of `a - b!.c()` on `a - b`, and we the
  /// `.b()` of a mended `await (a).b()` on the `await`: then the node goes to the operator's last
  /// operand, and the operator is what comes out.
  template <typename T>
  const ast::Node *hung(Here first, T *node, const ast::Node *T::*operand, int precedence);
  bool completeNew(Here first, const ast::Node *callee, ast::NodeList given, uint32_t end);
  const ast::Node *mendedAwait(Here at, const ast::Node *callee,
                               llvm::function_ref<const ast::Node *()> operand);
  const ast::Node *parenthesizedArguments(ast::NodeList given);
  const ast::Node *bracketedMember(ByteRange brackets, const ast::Node *property);
  void checkOperandEnd(Here operand, const ast::Node *node, Here next, bool isBinary = false);
};

template <typename T>
const ast::Node *ChainLowering::hung(Here first, T *node, const ast::Node *T::*operand,
                                     int precedence) {
  auto *outermost = const_cast<ast::Node *>(node->*operand);
  const ast::Node **place = openOperand(*outermost, precedence);
  // what is in parentheses begins later than they
  if (!place || !*place || outermost->range.begin != first.range.begin)
    return done(node);
  ast::Node *holder = outermost;
  bool parenthesized = holder->range.end > (*place)->range.end;
  holder->range.end = node->range.end;
  while (!parenthesized) {
    auto *inner = const_cast<ast::Node *>(*place);
    const ast::Node **next = openOperand(*inner, precedence);
    if (!next || !*next)
      break;
    parenthesized = inner->range.end > (*next)->range.end;
    inner->range.end = node->range.end;
    holder = inner;
    place = next;
  }
  node->*operand = *place;
  node->range.begin = (*place)->range.begin;
  // a source with errors may have more behind the operand than a parenthesis
  size_t open =
      parenthesized ? module_.text.take_front(node->range.begin).rfind('(') : llvm::StringRef::npos;
  if (open != llvm::StringRef::npos && open >= outermost->range.begin)
    node->range.begin = static_cast<uint32_t>(open);
  *place = done(node);
  node->parent = holder;
  return outermost;
}

} // namespace agentc

#endif
