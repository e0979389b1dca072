#include "PathNotes.h"

#include "agentc/Flow/UseKind.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxNotes = 8;
constexpr unsigned maxPathNames = 64;

/// The name at the bottom of `name`, `name.member`, `name[key]()`.
const Identifier *rootName(const Node *node) {
  while (node) {
    if (const auto *member = llvm::dyn_cast<MemberExpression>(node))
      node = member->object;
    else if (const auto *call = llvm::dyn_cast<CallExpression>(node))
      node = call->callee;
    else if (const auto *sequence = llvm::dyn_cast<SequenceExpression>(node))
      node = sequence->expressions.back();
    else
      return llvm::dyn_cast<Identifier>(node);
  }
  return nullptr;
}

/// The place that gives a symbol an API, and the expression that the API comes from; null for both
/// if none or if it is an import, which speaks for itself.
std::pair<const Identifier *, const Node *> givingPlace(const Values &values,
                                                        const Symbol &symbol) {
  for (const Identifier *target : symbol.targets) {
    const Node *at = target;
    while (at->parent &&
           llvm::isa<Property, ObjectPattern, ArrayPattern, AssignmentPattern, RestElement>(
               at->parent))
      at = at->parent;
    const Node *source = nullptr;
    if (const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(at->parent))
      source = declarator->init;
    else if (const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(at->parent))
      source = assignment->right;
    if (!source)
      continue;
    bool isApi = false;
    forEachAlternative(values.of(*source),
                       [&](const Value &value) { isApi |= llvm::isa<ApiValue>(value); });
    if (isApi)
      return {target, source};
  }
  return {nullptr, nullptr};
}

std::string shownPath(const Value &value) {
  std::string shown;
  forEachAlternative(value, [&](const Value &alternative) {
    const auto *api = llvm::dyn_cast<ApiValue>(&alternative);
    if (!api || !shown.empty())
      return;
    llvm::StringRef path = api->path;
    path = path.substr(path.find(':') + 1);
    shown = path.str();
  });
  return shown;
}

} // namespace

std::vector<DiagnosticNote> pathNotes(const agentc::Program &program, const Values &values,
                                      const ApiUse &use) {
  std::vector<DiagnosticNote> notes;
  llvm::SmallPtrSet<const Symbol *, 8> met;
  const Identifier *name = rootName(use.node);
  while (name && notes.size() < maxNotes && met.size() < maxPathNames) {
    const Symbol *symbol = program.symbolOf(*name);
    // names may be given in a circle: `node = node.next`
    if (!symbol || !met.insert(symbol).second)
      break;
    auto [target, source] = givingPlace(values, *symbol);
    if (!target)
      break;
    std::string what = shownPath(values.of(*symbol));
    if (!what.empty())
      notes.push_back({"`" + what + "` gets the name `" + symbol->name.str() + "` here",
                       program.moduleOf(*target).path().str(), target->range});
    name = rootName(source);
  }
  return notes;
}

} // namespace agentc
