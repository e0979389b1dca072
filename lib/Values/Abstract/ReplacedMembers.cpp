#include "Abstract/ReplacedMembers.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

namespace {

/// The statement by which a member of what is read is written or deleted, if nothing runs before.
const Node *writeThrough(const Node &read) {
  const Node *at = &read;
  while (const auto *outer = llvm::dyn_cast<MemberExpression>(at->parent)) {
    if (outer->object != at || !writtenKeyOf(*outer))
      return nullptr;
    at = outer;
  }
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(at->parent);
  const auto *removal = llvm::dyn_cast<UnaryExpression>(at->parent);
  bool isWrite = at != &read &&
                 ((assignment && assignment->left == at) || (removal && removal->op == "delete"));
  return isWrite ? llvm::dyn_cast<ExpressionStatement>(at->parent->parent) : nullptr;
}

const Node *statementBefore(const Node &statement) {
  const auto *block = llvm::dyn_cast<BlockStatement>(statement.parent);
  const auto *at = block ? llvm::find(block->body, &statement) : nullptr;
  return block && at != block->body.begin() && at != block->body.end() ? *std::prev(at) : nullptr;
}

/// True if a variable is only ever one object literal whose members are all data: nobody else gets
/// it before it is returned.
bool isPlainData(const Symbol &symbol) {
  const auto *declarator = symbol.targets.size() == 1
                               ? llvm::dyn_cast<VariableDeclarator>(symbol.targets[0]->parent)
                               : nullptr;
  const auto *made =
      declarator ? llvm::dyn_cast_or_null<ObjectExpression>(declarator->init) : nullptr;
  bool isData = made && llvm::none_of(made->properties, [](const Node *one) {
                  const auto *property = llvm::dyn_cast<Property>(one);
                  return property && property->propertyKind != PropertyKind::Init;
                });
  return isData && llvm::all_of(symbol.references, [](const Identifier *reference) {
           const auto *member = llvm::dyn_cast<MemberExpression>(reference->parent);
           const auto *call = member ? llvm::dyn_cast<CallExpression>(member->parent) : nullptr;
           return llvm::isa<ReturnStatement>(reference->parent) ||
                  (member && member->object == reference && writtenKeyOf(*member) &&
                   !(call && call->callee == member));
         });
}

} // namespace

const Node *replacedJustBefore(const agentc::Program &program, const Node &read) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&read);
  const auto *name = member ? llvm::dyn_cast<Identifier>(member->object) : nullptr;
  const Node *statement = name ? writeThrough(read) : nullptr;
  const auto *before =
      statement ? llvm::dyn_cast_or_null<ExpressionStatement>(statementBefore(*statement))
                : nullptr;
  const auto *given = before ? llvm::dyn_cast<AssignmentExpression>(before->expression) : nullptr;
  const auto *target =
      given && given->op == "=" ? llvm::dyn_cast<MemberExpression>(given->left) : nullptr;
  const auto *holder = target ? llvm::dyn_cast<Identifier>(target->object) : nullptr;
  if (!holder || !llvm::isa<ObjectExpression, ArrayExpression>(given->right))
    return nullptr;
  const Symbol *symbol = program.symbolOf(*name);
  std::optional<llvm::StringRef> key = writtenKeyOf(*member);
  bool isSame = symbol && symbol == program.symbolOf(*holder) && key && key != "__proto__" &&
                key == writtenKeyOf(*target);
  return isSame && isPlainData(*symbol) ? given->right : nullptr;
}

} // namespace agentc
