#include "Lowering/NamespaceLowering.h"

#include "Lowering/LiteralLowering.h"
#include "Lowering/StatementLowering.h"

#include "llvm/Support/SaveAndRestore.h"

namespace agentc {

using namespace ast;

/// `import name = require("source")`: the reference is the call that it stands for.
const Node *NamespaceLowering::importRequire(Here at) {
  auto *node = make<TSImportEqualsDeclaration>(at.range);
  auto *call = make<CallExpression>(at.range);
  children([&](Here child) {
    if (child.kind == Kind::Identifier) {
      node->id = identifier(child);
    } else if (child.kind == Kind::String) {
      call->arguments = list(literals().string(child));
    } else if (child.kind == Kind::Other && textOf(child.range) == "require") {
      auto *callee = make<Identifier>(child.range);
      callee->name = "require";
      call->callee = callee;
      call->range.begin = child.range.begin;
    } else if (child.kind == Kind::CloseParen) {
      call->range.end = child.range.end;
    }
  });
  call->callee = orMissing(call->callee, at.range.end);
  node->id = orMissing(node->id, at.range.begin);
  node->reference = done(call);
  return done(node);
}

const Node *NamespaceLowering::importAlias(Here at) {
  auto *node = make<TSImportEqualsDeclaration>(at.range);
  children([&](Here child) {
    if (child.kind != Kind::Identifier && child.kind != Kind::NestedIdentifier)
      return;
    if (!node->id)
      node->id = identifier(child);
    else
      node->reference = entityName(child);
  });
  node->id = orMissing(node->id, at.range.begin);
  node->reference = orMissing(node->reference, at.range.end);
  return done(node);
}

/// `a.b.c` as the expression that it stands for.
const Node *NamespaceLowering::entityName(Here at) {
  if (at.kind == Kind::String)
    return literals().string(at);
  if (at.kind != Kind::NestedIdentifier && at.kind != Kind::MemberExpression)
    return identifier(at);
  auto *node = make<MemberExpression>(at.range);
  if (!descend(at.range))
    return orMissing(nullptr, at.range.begin);
  children([&](Here child) {
    if (child.kind == Kind::Other)
      return;
    bool computed = false;
    if (!node->object)
      node->object = entityName(child);
    else
      node->property = propertyName(child, computed);
  });
  ascend();
  node->object = orMissing(node->object, at.range.begin);
  node->property = orMissing(node->property, at.range.end);
  return done(node);
}

const Node *NamespaceLowering::enumDeclaration(Here at) {
  auto *node = make<TSEnumDeclaration>(at.range);
  Nodes members;
  auto member = [&](Here part) {
    auto *item = make<TSEnumMember>(part.range);
    bool computed = false;
    if (part.kind != Kind::EnumAssignment) {
      item->id = propertyName(part, computed);
    } else {
      children([&](Here child) {
        if (child.kind == Kind::Assign)
          return;
        if (!item->id)
          item->id = propertyName(child, computed);
        else
          item->initializer = expression(child);
      });
    }
    item->id = orMissing(item->id, part.range.begin);
    members.push_back(done(item));
  };
  children([&](Here child) {
    if (child.kind == Kind::Identifier)
      node->id = identifier(child);
    else if (child.kind == Kind::EnumBody)
      children([&](Here part) {
        if (part.kind != Kind::Other && part.kind != Kind::Comma && part.kind != Kind::CloseBrace)
          member(part);
      });
  });
  node->id = orMissing(node->id, at.range.begin);
  node->members = list(members);
  return done(node);
}

/// Null for a namespace that only holds types.
const Node *NamespaceLowering::namespaceDeclaration(Here at) {
  auto *node = make<TSModuleDeclaration>(at.range);
  // an `export` in a namespace makes no module
  llvm::SaveAndRestore<bool> outer(result_.isModule);
  const BlockStatement *body = nullptr;
  children([&](Here child) {
    if (child.kind == Kind::StatementBlock)
      body = llvm::cast<BlockStatement>(statements().block(child));
    else if (child.kind == Kind::Identifier || child.kind == Kind::NestedIdentifier ||
             child.kind == Kind::String)
      node->id = entityName(child);
  });
  if (!body || body->body.empty()) {
    typeSpan(at.range, true);
    return nullptr;
  }
  node->id = orMissing(node->id, at.range.begin);
  node->body = body;
  return done(node);
}

} // namespace agentc
