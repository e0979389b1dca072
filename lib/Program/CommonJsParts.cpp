#include "CommonJsParts.h"

namespace agentc {

using namespace ast;

using PartKind = CommonJsPart::Kind;

/// Functions that more modules hand their exports to are not part of any.
static constexpr unsigned maxModulesOfVariable = 4;

void CommonJsParts::add(const Symbol &symbol, const CommonJsPart &part) {
  auto [known, isNew] = parts_.try_emplace(&symbol, part);
  if (!isNew && known->second == part)
    return;
  // what such a variable gets written, each of the modules may get
  if (!isNew && ++ambiguous_[&symbol] > maxModulesOfVariable)
    return;
  pending_.push_back({&symbol, part});
}

void CommonJsParts::run() {
  while (!pending_.empty()) {
    auto [symbol, part] = pending_.back();
    pending_.pop_back();
    for (const Identifier *reference : symbol->references)
      flow(*reference, part);
  }
  for (const auto &[symbol, count] : ambiguous_)
    parts_.erase(symbol);
}

void CommonJsParts::flow(const Node &node, const CommonJsPart &part) {
  CommonJsPart carried = part;
  const Node *at = &node;
  while (at && at->parent) {
    // a place is reached once for each module; twice it would be written twice
    if (carried.kind == PartKind::Exports && seen_.insert({at, carried.module}).second) {
      std::vector<WrittenProperty> found;
      flow_.collectWrites(*at, found);
      for (WrittenProperty &property : found)
        if (!property.name.empty() || property.kind != WrittenProperty::Kind::Value)
          writes_[carried.module].push_back({at->range.begin, std::move(property)});
    }
    at = step(*at, carried);
  }
}

void CommonJsParts::assign(const Node &target, const CommonJsPart &part) {
  const Identifier *name = nameOfParameter(&target);
  if (const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr)
    add(*symbol, part);
}

/// The expression around a part that is the same part, or `module`'s exports; null if the part goes
/// no further.
const Node *CommonJsParts::step(const Node &node, CommonJsPart &part) {
  const Node *parent = node.parent;
  switch (parent->kind) {
  case NodeKind::MemberExpression: {
    const auto &member = llvm::cast<MemberExpression>(*parent);
    if (part.kind != PartKind::Module || member.object != &node ||
        writtenKeyOf(member) != "exports")
      return nullptr;
    part.kind = PartKind::Exports;
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(member.parent);
    if (!assignment || assignment->left != &member)
      return parent;
    std::vector<WrittenProperty> found;
    if (seen_.insert({parent, part.module}).second)
      flow_.collectWrites(node, found);
    for (WrittenProperty &property : found) {
      property.name.clear();
      writes_[part.module].push_back({parent->range.begin, std::move(property)});
    }
    return assignment;
  }
  case NodeKind::AssignmentExpression: {
    const auto &assignment = llvm::cast<AssignmentExpression>(*parent);
    if (assignment.right != &node)
      return nullptr;
    assign(*assignment.left, part);
    return parent;
  }
  case NodeKind::AssignmentPattern:
    if (llvm::cast<AssignmentPattern>(parent)->right == &node)
      assign(*parent, part);
    return nullptr;
  case NodeKind::VariableDeclarator:
    if (llvm::cast<VariableDeclarator>(parent)->init == &node)
      assign(*llvm::cast<VariableDeclarator>(parent)->id, part);
    return nullptr;
  case NodeKind::LogicalExpression:
    return parent;
  case NodeKind::ConditionalExpression:
    return llvm::cast<ConditionalExpression>(parent)->test == &node ? nullptr : parent;
  case NodeKind::SequenceExpression:
    return llvm::cast<SequenceExpression>(parent)->expressions.back() == &node ? parent : nullptr;
  case NodeKind::CallExpression:
    return stepIntoCall(node, llvm::cast<CallExpression>(*parent), part);
  default:
    return nullptr;
  }
}

const Node *CommonJsParts::stepIntoCall(const Node &node, const CallExpression &call,
                                        const CommonJsPart &part) {
  size_t index = llvm::find(call.arguments, &node) - call.arguments.begin();
  if (index == call.arguments.size())
    return nullptr;
  std::string host = flow_.hostNameOf(*call.callee);
  if (!host.empty())
    return index == 0 && (host == "Object.defineProperty" || host == "Object.assign" ||
                          host == "Object.freeze" || host == "Object.defineProperties")
               ? &call
               : nullptr;
  const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
  bool isCall = member && writtenKeyOf(*member) == "call";
  const Node &callee = isCall ? *member->object : *call.callee;
  if (isCall && index-- == 0)
    return nullptr;
  for (const Node *function : flow_.functionsOf(callee)) {
    if (flow_.shapeOf(*function).kind != HelperShape::Kind::None)
      continue;
    NodeList parameters = paramsOf(*function);
    if (index < parameters.size() && parameters[index])
      assign(*parameters[index], part);
  }
  return nullptr;
}

std::vector<WrittenProperty> CommonJsParts::takeWrites(const ModuleInfo &module) {
  std::vector<Write> &writes = writes_[&module];
  llvm::stable_sort(writes, [](const Write &a, const Write &b) { return a.offset < b.offset; });
  std::vector<WrittenProperty> properties;
  for (Write &write : writes)
    properties.push_back(std::move(write.property));
  writes.clear();
  return properties;
}

} // namespace agentc
