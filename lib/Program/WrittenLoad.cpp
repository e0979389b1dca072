#include "agentc/Program/WrittenLoad.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

namespace {

bool isNamed(const Node *node, llvm::StringRef name) {
  const auto *id = llvm::dyn_cast_or_null<Identifier>(node);
  return id && id->name == name;
}

bool isMetaUrl(const Node *node) {
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(node);
  return member && llvm::isa<MetaProperty>(member->object) && isNamed(member->property, "url");
}

std::optional<WrittenLoad> load(const Node *specifier, ImportForm form, bool isLoaded) {
  std::optional<llvm::StringRef> text = textOfLiteral(specifier);
  return text ? std::optional(WrittenLoad{*text, form, isLoaded}) : std::nullopt;
}

} // namespace

bool makesRequire(const Node *node) {
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(node);
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  return call && isNamed(member ? member->property : call->callee, "createRequire");
}

std::optional<WrittenLoad> writtenLoadAt(const Node &node,
                                         llvm::function_ref<bool(const Identifier &)> isRequire) {
  if (const auto *import = llvm::dyn_cast<ImportExpression>(&node))
    return load(import->source, ImportForm::Import, true);
  if (const auto *made = llvm::dyn_cast<NewExpression>(&node)) {
    if (!isNamed(made->callee, "URL") || made->arguments.size() != 2 ||
        !isMetaUrl(made->arguments[1]))
      return std::nullopt;
    std::optional<WrittenLoad> found = load(made->arguments[0], ImportForm::Import, false);
    return found && found->specifier.starts_with(".") ? found : std::nullopt;
  }
  const auto *call = llvm::dyn_cast<CallExpression>(&node);
  if (!call || call->arguments.empty())
    return std::nullopt;
  const auto *member = llvm::dyn_cast<MemberExpression>(call->callee);
  if (member && !isNamed(member->property, "resolve"))
    return std::nullopt;
  const auto *name = llvm::dyn_cast<Identifier>(member ? member->object : call->callee);
  if ((name && isRequire(*name)) || (!member && makesRequire(call->callee)))
    return load(call->arguments[0], ImportForm::Require, !member);
  if (member && llvm::isa<MetaProperty>(member->object))
    return load(call->arguments[0], ImportForm::Import, false);
  return std::nullopt;
}

} // namespace agentc
