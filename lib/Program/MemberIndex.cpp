#include "agentc/Program/MemberIndex.h"

#include "ProgramBuilder.h"
#include "Shapes/Flow.h"

#include "agentc/Program/Program.h"
#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

bool isWritten(const Node &target) {
  const Node &parent = *target.parent;
  switch (parent.kind) {
  case NodeKind::AssignmentExpression:
    return llvm::cast<AssignmentExpression>(parent).left == &target;
  case NodeKind::UpdateExpression:
  case NodeKind::RestElement:
  case NodeKind::ArrayPattern:
    return true;
  case NodeKind::UnaryExpression:
    return llvm::cast<UnaryExpression>(parent).op == "delete";
  case NodeKind::AssignmentPattern:
    return llvm::cast<AssignmentPattern>(parent).left == &target;
  case NodeKind::Property:
    return llvm::cast<Property>(parent).value == &target && llvm::isa<ObjectPattern>(parent.parent);
  case NodeKind::ForOfStatement:
    return llvm::cast<ForOfStatement>(parent).left == &target;
  case NodeKind::ForInStatement:
    return llvm::cast<ForInStatement>(parent).left == &target;
  default:
    return false;
  }
}

void Flow::index(const agentc::Program &program) {
  index_ = std::make_unique<const MemberIndex>(program);
  program.forEach<Identifier>([&](const Identifier &name) {
    if (name.name != "arguments" || !program.isReference(name) || program.symbolOf(name))
      return;
    const Node *function = functionAround(name);
    while (llvm::isa_and_nonnull<ArrowFunctionExpression>(function))
      function = functionAround(*function);
    if (function && isFunction(*function))
      arguments_[function].push_back(&name);
  });
}

llvm::ArrayRef<const Identifier *> Flow::argumentsIn(const Node &function) const {
  auto found = arguments_.find(&function);
  return found == arguments_.end() ? llvm::ArrayRef<const Identifier *>()
                                   : llvm::ArrayRef(found->second);
}

const MemberIndex &memberIndexOf(const agentc::Program &program) {
  return ProgramBuilder::flowOf(program).members();
}

llvm::ArrayRef<const Identifier *> argumentsIn(const agentc::Program &program,
                                               const Node &function) {
  return ProgramBuilder::flowOf(program).argumentsIn(function);
}

MemberIndex::MemberIndex(const agentc::Program &program) {
  for (const auto &module : program.modules())
    add(*module->syntax);
}

const MemberIndex::Accesses &MemberIndex::of(llvm::StringRef key) const {
  static const Accesses none;
  auto found = byKey_.find(key);
  return found == byKey_.end() ? none : found->second;
}

MemberIndex::Accesses &MemberIndex::accessesBy(const Node &member) {
  std::optional<llvm::StringRef> key = writtenKeyOf(member);
  return key ? byKey_[*key] : computed_;
}

void MemberIndex::add(const ast::Module &module) {
  std::vector<const Node *> members, properties, merged;
  module.forEach<MemberExpression>([&](const MemberExpression &one) { members.push_back(&one); });
  module.forEach<Property>([&](const Property &one) {
    if (llvm::isa<ObjectPattern>(one.parent))
      properties.push_back(&one);
    else if (one.value)
      accessesBy(one).given.push_back({&one, one.value});
  });
  std::merge(members.begin(), members.end(), properties.begin(), properties.end(),
             std::back_inserter(merged), [](const Node *a, const Node *b) {
               return std::pair(a->range.begin, b->range.end) <
                      std::pair(b->range.begin, a->range.end);
             });
  for (const Node *one : merged) {
    Accesses &accesses = accessesBy(*one);
    accesses.reads.push_back(one);
    if (const auto *member = llvm::dyn_cast<MemberExpression>(one); member && isWritten(*member))
      accesses.writes.push_back(member);
  }
  auto give = [&](const Node &member, const Node *value) {
    if (value)
      accessesBy(member).given.push_back({&member, value});
  };
  module.forEach<PropertyDefinition>([&](const PropertyDefinition &one) { give(one, one.value); });
  module.forEach<MethodDefinition>([&](const MethodDefinition &one) { give(one, one.value); });
  module.forEach<AssignmentExpression>([&](const AssignmentExpression &one) {
    if (llvm::isa<MemberExpression>(one.left))
      give(*one.left, one.right);
  });
}

} // namespace agentc
