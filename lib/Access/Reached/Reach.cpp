#include "Reach.h"

#include "CallPath.h"

namespace agentc {

using namespace ast;

void Reach::follow(llvm::ArrayRef<const Node *> roots, bool mentions, bool guesses) {
  guesses_ = guesses;
  // once more, since what all callers together hand over is not what these callers do
  follow(roots, mentions, nullptr);
  CallArguments arguments = argumentsFor(roots);
  follow(roots, mentions, &arguments);
}

std::vector<const Node *> Reach::code() const {
  std::vector<const Node *> reached;
  for (const Step &step : steps_)
    if (const auto *code = llvm::dyn_cast<const Node *>(step.code))
      reached.push_back(code);
  return reached;
}

std::vector<AccessItem> Reach::itemsFrom(llvm::ArrayRef<const Node *> roots) {
  CallArguments arguments = argumentsFor(roots);
  for (size_t step = 0; step < steps_.size(); ++step)
    for (const ApiUse *use : flow_.calls().of(steps_[step].code).uses)
      addItems(*use, step, arguments);
  std::vector<AccessItem> items;
  for (auto &[key, item] : items_)
    items.push_back(std::move(item));
  return items;
}

void Reach::follow(llvm::ArrayRef<const Node *> roots, bool mentions,
                   const CallArguments *arguments) {
  steps_.clear();
  seen_.clear();
  for (const Node *root : roots)
    reach(root, nullptr, nullptr);
  for (size_t next = 0; next < steps_.size(); ++next) {
    const Reachable code = steps_[next].code;
    const auto *function = llvm::dyn_cast<const Node *>(code);
    bool isOnlyCalled = arguments && function && arguments->isOnlyCalled(*function);
    for (const CallEdge &edge : flow_.calls().of(code).edges)
      if ((mentions || edge.isCall) && (guesses_ || !edge.isGuessed) &&
          !(isOnlyCalled && edge.byParameter) && !(isLeftOut_ && isLeftOut_(edge)))
        reach(edge.target, edge.site, &steps_[next]);
  }
}

CallArguments Reach::argumentsFor(llvm::ArrayRef<const Node *> roots) const {
  std::vector<Reachable> reached;
  for (const Step &step : steps_)
    reached.push_back(step.code);
  return CallArguments(flow_.program(), flow_.values(), flow_.calls(), reached, roots, guesses_);
}

void Reach::reach(Reachable code, const Node *site, const Step *previous) {
  size_t index = previous ? previous - steps_.data() : steps_.size();
  if (seen_.insert(code).second)
    steps_.push_back({code, site, index});
}

void Reach::addItems(const ApiUse &use, size_t step, CallArguments &arguments) {
  auto known = [&](const Identifier &name) { return arguments.shapesOf(name); };
  for (AccessItem &item : accessOfUse(flow_.values(), use, known, files_)) {
    auto [entry, isNew] = items_.try_emplace({item.kind, item.name}, item);
    if (isNew)
      entry->second.via = pathTo(use, step);
  }
}

std::vector<SourcePlace> Reach::pathTo(const ApiUse &use, size_t step) const {
  CallPath path;
  path.add(*use.node);
  for (; steps_[step].previous != step; step = steps_[step].previous)
    if (steps_[step].site)
      path.add(*steps_[step].site);
  const auto *root = llvm::cast<const Node *>(steps_[step].code);
  if (!llvm::isa<ast::TopLevel>(root))
    path.add(*root);
  return path.placesIn(flow_.program());
}

} // namespace agentc
