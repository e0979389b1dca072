#include "DefinitionIndex.h"

#include "Definitions.h"

#include "agentc/Syntax/Inside.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxReferenceDepth = 8;
constexpr size_t maxReferenceSteps = 20000;

const Node *findOnlyResult(const Node &function) {
  const Node *body = bodyOf(function);
  if (const auto *arrow = llvm::dyn_cast<ArrowFunctionExpression>(&function);
      arrow && body && !llvm::isa<BlockStatement>(body))
    return body;
  const auto *block = llvm::dyn_cast_or_null<BlockStatement>(body);
  if (!block)
    return nullptr;
  unsigned returns = 0;
  forEachResult(function, [&](const Node *) { ++returns; });
  const auto *last =
      block->body.empty() ? nullptr : llvm::dyn_cast<ReturnStatement>(block->body.back());
  return last && returns == 1 ? last->argument : nullptr;
}

const Node *findSuperArgument(const Node &node) {
  if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
    if (llvm::isa<Super>(call->callee) && !call->arguments.empty())
      return call->arguments.front();
  const Node *found = nullptr;
  forEachChild(node, [&](const Node &child) {
    if (!found && !isClass(child))
      found = findSuperArgument(child);
  });
  return found;
}

} // namespace

DefinitionIndex::DefinitionIndex(const agentc::Program &program, const Values &values)
    : calls(program, values, *this), program_(program), callTable(program, values),
      kept(program, values, callTable) {
  auto walk = [&](const ast::Node &node, auto &self) -> void {
    // compilers make functions of classes
    if (isClass(node) || (isFunction(node) && !llvm::isa<ArrowFunctionExpression>(node)))
      if (const auto *type = llvm::dyn_cast<ClassValue>(&values.asClass(values.of(node)));
          type && type->superClass)
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
  // a class that is written as a function was reached as one
  if (!found && llvm::isa<ClassValue>(definition))
    found = byOrigin_.lookup({definition.origin, static_cast<unsigned>(ValueKind::Function)});
  return found ? &found->steps : nullptr;
}

const FormOfPath &DefinitionIndex::formOf(llvm::StringRef path) {
  auto [entry, isNew] = forms_.try_emplace(path);
  if (!isNew)
    return entry->second;
  // an heir's method is the method of what it inherits from
  auto [type, member] = path.split(".prototype.");
  entry->second = findForm(member.empty() ? path.str() : (type + "()." + member).str());
  return entry->second;
}

const Node *DefinitionIndex::onlyResultOf(const Node &function) {
  auto [entry, isNew] = results_.try_emplace(&function, nullptr);
  if (isNew)
    entry->second = findOnlyResult(function);
  return entry->second;
}

const Node *DefinitionIndex::superArgumentOf(const Node &type) {
  auto [entry, isNew] = superArguments_.try_emplace(&type, nullptr);
  if (isNew)
    entry->second = findSuperArgument(type);
  return entry->second;
}

static size_t sizeOf(const Json &json) {
  size_t size = 8;
  if (json.is_string())
    return size + json.get_ref<const std::string &>().size();
  if (json.is_object())
    for (const auto &[key, value] : json.items())
      size += key.size() + sizeOf(value);
  else if (json.is_array())
    for (const Json &value : json)
      size += sizeOf(value);
  return size;
}

void DefinitionIndex::count(ConfigField &field) {
  if (!field.value)
    return;
  bytes_ += sizeOf(*field.value);
  if (!isFull())
    return;
  field.value = nullptr;
  field.kind = Provenance::Unresolved;
  field.reason = full.str();
  field.unresolved.clear();
  field.notes.clear();
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
