#include "agentc/Syntax/Jsx.h"

#include "JsxCall.h"

namespace agentc {

using namespace ast;

/// No text stands for the name that JSX calls, so that its range tells it from one that is written.
const WrittenJsx *writtenJsx(const Node &node) {
  const auto *call = llvm::dyn_cast<CallExpression>(&node);
  const ByteRange callee = call ? call->callee->range : ByteRange{0, 1};
  const bool isMeant = callee.begin == callee.end && call->range.begin < call->range.end &&
                       callee.begin == call->range.begin;
  const Node *first = isMeant ? call->callee : nullptr;
  while (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(first))
    first = member->object;
  const auto *name = llvm::dyn_cast_or_null<Identifier>(first);
  return name && !name->name.empty() ? &reinterpret_cast<const JsxCall *>(call)->written : nullptr;
}

bool isJsxImport(const Node &statement) {
  if (const auto *import = llvm::dyn_cast<ImportDeclaration>(&statement))
    return import->source->range == import->range;
  const auto *variable = llvm::dyn_cast<VariableDeclaration>(&statement);
  return variable && variable->declarations.size() == 1 &&
         variable->declarations[0]->range == variable->range;
}

bool mustBeLowered(const Module &module) {
  if (!module.program || module.goal == Goal::Json || module.language != Language::JavaScript)
    return module.program && module.language != Language::Json;
  if (llvm::none_of(llvm::ArrayRef<llvm::StringRef>{"</", "/>", "@", "accessor"},
                    [&](llvm::StringRef sign) { return module.text.contains(sign); }))
    return false;
  llvm::SmallVector<const Node *, 64> open{module.program};
  while (!open.empty()) {
    const Node *node = open.pop_back_val();
    const auto *field = llvm::dyn_cast<PropertyDefinition>(node);
    if (writtenJsx(*node) || llvm::isa<Decorator>(node) || (field && field->accessor))
      return true;
    forEachChild(*node, [&](const Node &child) { open.push_back(&child); });
  }
  return false;
}

} // namespace agentc
