#include "CallArguments.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxCallDepth = 6;
constexpr size_t maxCalls = 16;

} // namespace

CallArguments::CallArguments(const agentc::Program &program, const Values &values,
                             const CallGraph &graph, llvm::ArrayRef<Reachable> reached,
                             llvm::ArrayRef<const Node *> roots, bool guesses)
    : program_(program), values_(values) {
  for (const Node *root : roots)
    calls_[root] = std::nullopt;
  for (Reachable code : reached)
    for (const CallEdge &edge : graph.of(code).edges)
      if (guesses || !edge.isGuessed)
        addEdge(code, edge);
}

void CallArguments::addEdge(Reachable from, const CallEdge &edge) {
  const auto *target = llvm::dyn_cast<const Node *>(edge.target);
  const auto *around = llvm::dyn_cast<const Node *>(from);
  // that a function stands in another is not a call of it, but for an object's or class's
  bool isNested = !edge.site && around && (isFunction(*around) || llvm::isa<ast::TopLevel>(around));
  if (!target || isNested)
    return;
  const auto *mentioned =
      edge.site ? llvm::dyn_cast_or_null<CallExpression>(edge.site->parent) : nullptr;
  bool isCallee = mentioned && mentioned->callee == edge.site;
  const auto *call = isCallee ? mentioned : llvm::dyn_cast_or_null<CallExpression>(edge.site);
  Calls &calls = calls_.try_emplace(target, std::in_place).first->second;
  if (!calls)
    return;
  if (!call || !isPlainCall(*call, *target) || calls->size() >= maxCalls)
    calls = std::nullopt;
  else if (!llvm::is_contained(*calls, call))
    calls->push_back(call);
}

bool CallArguments::isPlainCall(const CallExpression &call, const Node &function) const {
  bool isCalled = false;
  forEachAlternative(values_.of(*call.callee),
                     [&](const Value &callee) { isCalled |= callee.origin == &function; });
  bool isHanded = llvm::any_of(call.arguments, [&](const Node *argument) {
    bool found = llvm::isa<SpreadElement>(argument);
    forEachAlternative(values_.of(*argument),
                       [&](const Value &value) { found |= value.origin == &function; });
    return found;
  });
  return isCalled && !isHanded;
}

bool CallArguments::isOnlyCalled(const Node &function) const {
  auto found = calls_.find(&function);
  return found != calls_.end() && found->second && !found->second->empty();
}

std::optional<std::vector<TextShape>> CallArguments::shapesOf(const Identifier &reference) {
  const Symbol *symbol = program_.symbolOf(reference);
  if (!symbol || symbol->kind != SymbolKind::Parameter || symbol->targets.size() != 1)
    return std::nullopt;
  const Node &function = codeAround(reference);
  NodeList parameters = isFunction(function) ? paramsOf(function) : NodeList();
  size_t index = llvm::find(parameters, symbol->targets.front()) - parameters.begin();
  auto found = calls_.find(&function);
  if (index >= parameters.size() || found == calls_.end() || !found->second ||
      found->second->empty() || depth_ >= maxCallDepth)
    return std::nullopt;
  ++depth_;
  std::vector<TextShape> shapes;
  // the map may not grow meanwhile, so a reference to the calls stays good
  for (const CallExpression *call : *found->second) {
    if (index >= call->arguments.size()) {
      shapes.push_back({TextShape::hole.str()});
      continue;
    }
    for (TextShape &shape : textShapes(values_, *call->arguments[index],
                                       [&](const Identifier &name) { return shapesOf(name); }))
      if (llvm::none_of(shapes, [&](const TextShape &one) { return one.text == shape.text; }))
        shapes.push_back(std::move(shape));
  }
  --depth_;
  return shapes;
}

} // namespace agentc
