#include "DefinitionIndex.h"

#include "Definitions.h"

namespace agentc {

namespace {

constexpr unsigned maxReferenceDepth = 8;
constexpr size_t maxReferenceSteps = 20000;

} // namespace

DefinitionIndex::DefinitionIndex(const Program &program, const Values &values)
    : calls(program, values), program_(program) {
  auto walk = [&](const ast::Node &node, auto &self) -> void {
    if (isClass(node))
      if (const auto *type = llvm::dyn_cast<ClassValue>(&values.of(node)); type && type->superClass)
        classes_.push_back(type);
    forEachChild(node, [&](const ast::Node &child) { self(child, self); });
  };
  for (const auto &module : program.modules())
    if (module->syntax->program)
      walk(*module->syntax->program, walk);
  const ModuleInfo *entry = program.entry();
  if (!entry)
    return;
  if (entry->syntax->goal == ast::Goal::Module) {
    for (const auto &[name, record] : entry->exports)
      reach(values.exportOf(*entry, name), {}, name);
  } else {
    reach(values.definitionIn(*entry), {}, "default");
    forEachAlternative(values.exportsOf(*entry), [&](const Value &whole) {
      if (const auto *object = llvm::dyn_cast<ObjectValue>(&whole);
          object && object->find("default"))
        for (const PropertyValue &property : object->properties)
          reach(*property.value, {}, property.key.str());
    });
  }
  // breadth first, so that the shortest way is found
  for (size_t i = 0; i < reached_.size(); ++i)
    expand(reached_[i]);
}

void DefinitionIndex::expand(const Reached &from) {
  const Value &inside = definitionOf(*from.value);
  if (const auto *object = llvm::dyn_cast<ObjectValue>(&inside))
    for (const PropertyValue &property : object->properties)
      reach(*property.value, from.steps, property.key.str());
  else if (const auto *list = llvm::dyn_cast<ArrayValue>(&inside))
    for (size_t i = 0; i < list->elements.size(); ++i)
      reach(*list->elements[i], from.steps, std::to_string(i));
}

void DefinitionIndex::reach(const Value &value, std::vector<std::string> steps, std::string next) {
  if (steps.size() >= maxReferenceDepth || reached_.size() >= maxReferenceSteps)
    return;
  steps.push_back(std::move(next));
  forEachAlternative(value, [&](const Value &one) {
    auto [entry, isNew] = byValue_.try_emplace(&one, nullptr);
    if (!isNew)
      return;
    entry->second = &reached_.emplace_back(Reached{&one, steps});
    if (one.origin)
      byOrigin_.try_emplace({one.origin, static_cast<unsigned>(one.kind)}, entry->second);
  });
}

const std::vector<std::string> *DefinitionIndex::stepsTo(const Value &definition) const {
  const Reached *found = byValue_.lookup(&definition);
  if (!found && definition.origin)
    found = byOrigin_.lookup({definition.origin, static_cast<unsigned>(definition.kind)});
  return found ? &found->steps : nullptr;
}

const FormOfPath &DefinitionIndex::formOf(llvm::StringRef path) {
  auto [entry, isNew] = forms_.try_emplace(path);
  if (isNew)
    entry->second = findForm(path);
  return entry->second;
}

std::string IdSet::unique(llvm::StringRef wanted, llvm::StringRef scope) {
  std::string id = wanted.str();
  if (ids_.contains(id) && !scope.empty())
    id = (scope + "." + wanted).str();
  std::string base = id;
  while (!ids_.insert(id).second)
    id = base + "#" + std::to_string(++lastNumber_.try_emplace(base, 1).first->second);
  return id;
}

Position DefinitionIndex::positionOf(const ast::Node &node) {
  const ModuleInfo &module = program_.moduleOf(node);
  std::unique_ptr<LineTable> &lines = lines_[&module];
  if (!lines)
    lines = std::make_unique<LineTable>(module.syntax->text);
  return lines->position(node.range.begin);
}

} // namespace agentc
