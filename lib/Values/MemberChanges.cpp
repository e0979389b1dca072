#include "Evaluator.h"

namespace agentc {

using namespace ast;

const Values::Evaluator::MemberChanges &Values::Evaluator::changesOfKey(llvm::StringRef key) {
  std::unique_ptr<MemberChanges> &entry = memberChanges_[key];
  if (entry)
    return *entry;
  entry = std::make_unique<MemberChanges>();
  for (const Node *read : flows_.readsOf(key))
    if (llvm::isa<MemberExpression>(read) && changesHeld(*read))
      entry->sites.push_back(read);
  return *entry;
}

/// An array or object that a member of some object holds, with what is added to members of that
/// name anywhere but in `known`, code that has been run.
const Value &Values::Evaluator::withMemberChanges(const Value &value, llvm::StringRef key,
                                                  const Node *site, const Node *known) {
  const auto *list = llvm::dyn_cast<ArrayValue>(&value);
  const auto *object = llvm::dyn_cast<ObjectValue>(&value);
  if ((!list && !object) || isLocal(value))
    return value;
  llvm::SmallVector<const Value *, 8> added;
  llvm::SmallVector<PropertyValue, 8> properties;
  bool isChanged = false;
  for (const Node *read : changesOfKey(key).sites) {
    if (known && known->range.begin <= read->range.begin && read->range.end <= known->range.end)
      continue;
    isChanged = true;
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(read->parent->parent);
    const auto *call = llvm::dyn_cast<CallExpression>(read->parent->parent);
    llvm::StringRef name = plainKeyOf(*read->parent);
    if (assignment && object && !name.empty())
      properties.push_back({name, &eval(*assignment->right), assignment});
    else if (assignment && list)
      added.push_back(&eval(*assignment->right));
    for (const Node *argument : call &&list ? call->arguments : NodeList())
      if (!llvm::isa<SpreadElement>(argument))
        added.push_back(&eval(*argument));
  }
  if (!isChanged)
    return value;
  if (!spend((list ? list->elements.size() : object->properties.size()) * propertyWork))
    return unknown(UnknownReason::Limit, site);
  if (list) {
    added.insert(added.begin(), list->elements.begin(), list->elements.end());
    return this->array(added, true, value.origin);
  }
  llvm::SmallVector<PropertyValue, 8> all(object->properties);
  for (const PropertyValue &property : properties) {
    auto *before = llvm::find_if(all, [&](auto &one) { return one.key == property.key; });
    if (before == all.end())
      all.push_back(property);
    else
      before->value = &unite({before->value, property.value}, site);
  }
  return this->object(all, true, value.origin);
}

} // namespace agentc
