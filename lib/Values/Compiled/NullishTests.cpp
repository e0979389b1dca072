#include "Compiled/NullishTests.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

namespace {

/// Of globals, which have no symbol, the names alone say it.
bool isSameName(const agentc::Program &program, const Node &left, const Node &right) {
  const auto *one = llvm::dyn_cast<Identifier>(&left), *other = llvm::dyn_cast<Identifier>(&right);
  return one && other && one->name == other->name &&
         program.symbolOf(*one) == program.symbolOf(*other);
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
  const Node &name = assignment ? *assignment->left : *first->left;
  bool isSame = llvm::isa<Identifier>(name) &&
                (!second || (second->op == op && isSameName(program, *second->left, name)));
  if (!isSame || isPresent == isMissing)
    return std::nullopt;
  NullishTest test{first->left, isPresent ? choice.consequent : choice.alternate,
                   isPresent ? choice.alternate : choice.consequent};
  test.keepsItself = isSameName(program, *test.kept, name);
  return test;
}

} // namespace agentc
