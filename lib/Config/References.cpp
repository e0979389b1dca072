#include "Definitions.h"

#include "llvm/ADT/DenseSet.h"

#include <deque>

namespace agentc {

namespace {

constexpr unsigned maxReferenceDepth = 8;
constexpr size_t maxReferenceSteps = 20000;

struct Reached {
  const Value *value;
  std::vector<std::string> steps;
};

bool isSameDefinition(const Value &a, const Value &b) {
  return &a == &b || (a.kind == b.kind && a.origin && a.origin == b.origin);
}

} // namespace

RuntimeReference findReference(const ExtractionContext &context, const Value &definition) {
  RuntimeReference reference;
  const ModuleInfo *entry = context.program.entry();
  if (!entry)
    return reference;
  // breadth first, so that the shortest way is found
  std::deque<Reached> queue;
  llvm::DenseSet<const Value *> seen;
  auto reach = [&](const Value &value, std::vector<std::string> steps, std::string next) {
    steps.push_back(std::move(next));
    forEachAlternative(value, [&](const Value &alternative) {
      if (steps.size() <= maxReferenceDepth && seen.size() < maxReferenceSteps &&
          seen.insert(&alternative).second)
        queue.push_back({&alternative, steps});
    });
  };
  if (entry->syntax->goal == ast::Goal::Module) {
    for (const auto &[name, record] : entry->exports)
      reach(context.values.exportOf(*entry, name), {}, name);
  } else {
    reach(context.values.exportsOf(*entry), {}, "default");
  }
  while (!queue.empty()) {
    Reached at = std::move(queue.front());
    queue.pop_front();
    if (isSameDefinition(*at.value, definition)) {
      reference.style = RuntimeReference::Style::Value;
      reference.module = entry->path().str();
      reference.steps = std::move(at.steps);
      return reference;
    }
    const Value &inside = definitionOf(*at.value);
    if (const auto *object = llvm::dyn_cast<ObjectValue>(&inside))
      for (const PropertyValue &property : object->properties)
        reach(*property.value, at.steps, property.key.str());
    else if (const auto *list = llvm::dyn_cast<ArrayValue>(&inside))
      for (size_t i = 0; i < list->elements.size(); ++i)
        reach(*list->elements[i], at.steps, std::to_string(i));
  }
  return reference;
}

} // namespace agentc
