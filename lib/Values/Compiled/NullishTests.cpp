#include "Compiled/NullishTests.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

namespace {

const Symbol *symbolOf(const agentc::Program &program, const Node &node) {
  const auto *name = llvm::dyn_cast<Identifier>(&node);
  return name ? program.symbolOf(*name) : nullptr;
}

bool isNull(const Node &node) {
  const auto *literal = llvm::dyn_cast<Literal>(&node);
  return literal && literal->literal == LiteralKind::Null;
}

bool isVoid(const Node &node) {
  const auto *unary = llvm::dyn_cast<UnaryExpression>(&node);
  return unary && unary->op == "void";
}

} // namespace

std::optional<NullishTest> nullishTestOf(const agentc::Program &program,
                                         const ConditionalExpression &choice) {
  const auto *both = llvm::dyn_cast<LogicalExpression>(choice.test);
  const auto *first = llvm::dyn_cast<BinaryExpression>(both ? both->left : choice.test);
  const auto *second = both ? llvm::dyn_cast<BinaryExpression>(both->right) : nullptr;
  if (!first || !isNull(*first->right) || (both && (!second || !isVoid(*second->right))))
    return std::nullopt;
  llvm::StringRef op = first->op;
  bool isPresent = both ? both->op == "&&" && op == "!==" : op == "!=";
  bool isMissing = both ? both->op == "||" && op == "===" : op == "==";
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(first->left);
  const Symbol *symbol = symbolOf(program, assignment ? *assignment->left : *first->left);
  bool isSame =
      symbol && (!second || (second->op == op && symbolOf(program, *second->left) == symbol));
  if (!isSame || isPresent == isMissing)
    return std::nullopt;
  NullishTest test{first->left, isPresent ? choice.consequent : choice.alternate,
                   isPresent ? choice.alternate : choice.consequent};
  test.keepsItself = symbolOf(program, *test.kept) == symbol;
  return test;
}

} // namespace agentc
