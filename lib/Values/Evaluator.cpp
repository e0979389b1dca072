#include "Evaluator.h"

namespace agentc {

using namespace ast;

Values::Evaluator::Evaluator(const agentc::Program &program) : program_(program) {}

namespace {

const Node *calleeOf(const Node &node) {
  if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
    return call->callee;
  if (const auto *construction = llvm::dyn_cast<NewExpression>(&node))
    return construction->callee;
  if (const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(&node))
    return tagged->tag;
  return nullptr;
}

} // namespace

void Values::Evaluator::evaluateAll() {
  // variables first, since a variable that changes can depend on what it was
  for (const Symbol &symbol : program_.symbols())
    ofSymbol(symbol);
  // children first, so that only names and calls need recursion
  auto visit = [&](const Node &node, auto &self) -> void {
    forEachChild(node, [&](const Node &child) { self(child, self); });
    const auto *identifier = llvm::dyn_cast<Identifier>(&node);
    bool isValue = isExpression(node) || isFunction(node) || isClass(node);
    if (!isValue || (identifier && !program_.isReference(*identifier)))
      return;
    eval(node);
    const Node *callee = calleeOf(node);
    if (!callee)
      return;
    ++calls;
    resolvedCalls += !llvm::isa<UnknownValue>(eval(*callee));
  };
  for (const auto &module : program_.modules()) {
    visit(*module->syntax->program, visit);
    exportsOf(*module, module->syntax->program);
  }
}

const Value &Values::Evaluator::eval(const Node &node) {
  auto [entry, isNew] = values_.try_emplace(&node, nullptr);
  if (!isNew)
    return entry->second ? *entry->second : unknown(UnknownReason::Cycle, &node);
  if (depth_ >= maxEvaluationDepth) {
    values_.erase(&node);
    if (!exhaustedAt)
      exhaustedAt = &node;
    return unknown(UnknownReason::Limit, &node);
  }
  ++depth_;
  const Value &value = compute(node);
  --depth_;
  if (!exhaustedAt && isExhausted())
    exhaustedAt = &node;
  values_[&node] = &value;
  return value;
}

const Value &Values::Evaluator::string(llvm::StringRef text, const Node *site) {
  if (text.size() > maxStringBytes || isOutOfMemory() || !spend(text.size()))
    return unknown(UnknownReason::Limit, site);
  return make<StringValue>(strings_.save(text), site);
}

const Value &Values::Evaluator::api(const llvm::Twine &path, const Node *site) {
  llvm::SmallString<128> text;
  path.toVector(text);
  if (text.size() > 512)
    return unknown(UnknownReason::Limit, site);
  return make<ApiValue>(strings_.save(text.str()), site);
}

const Value &Values::Evaluator::object(llvm::ArrayRef<PropertyValue> properties, bool open,
                                       const Node *site) {
  if (isOutOfMemory())
    return unknown(UnknownReason::Limit, site);
  llvm::SmallVector<uint32_t, 16> byKey(properties.size());
  for (size_t i = 0; i < byKey.size(); ++i)
    byKey[i] = i;
  llvm::sort(byKey, [&](uint32_t a, uint32_t b) { return properties[a].key < properties[b].key; });
  return make<ObjectValue>(copy(properties), copy<uint32_t>(byKey), open, site);
}

const Value &Values::Evaluator::array(llvm::ArrayRef<const Value *> elements, bool open,
                                      const Node *site) {
  if (isOutOfMemory())
    return unknown(UnknownReason::Limit, site);
  if (elements.size() > maxArrayElements)
    return make<ArrayValue>(copy(elements.take_front(maxArrayElements)), true, site);
  return make<ArrayValue>(copy(elements), open, site);
}

namespace {

/// Alternatives that no reader can tell apart need to stand in a union only once.
bool isSame(const Value &a, const Value &b) {
  if (a.kind != b.kind)
    return false;
  if (const auto *api = llvm::dyn_cast<ApiValue>(&a))
    return api->path == llvm::cast<ApiValue>(b).path;
  if (const auto *text = llvm::dyn_cast<StringValue>(&a))
    return text->value == llvm::cast<StringValue>(b).value;
  if (const auto *boolean = llvm::dyn_cast<BooleanValue>(&a))
    return boolean->value == llvm::cast<BooleanValue>(b).value;
  if (const auto *instance = llvm::dyn_cast<InstanceValue>(&a))
    return instance->type->origin == llvm::cast<InstanceValue>(b).type->origin;
  if (llvm::isa<UnknownValue, UndefinedValue, NullValue>(a))
    return true;
  return &a == &b || (llvm::isa<FunctionValue, ClassValue>(a) && a.origin == b.origin);
}

} // namespace

namespace {

/// What a union keeps first where it has more alternatives than it may hold: what reaches out of
/// the bundle, then what holds code, then constants.
unsigned rankOf(const Value &value) {
  if (llvm::isa<ApiValue, ResultValue, NamespaceValue>(value))
    return 0;
  return llvm::isa<FunctionValue, ClassValue, InstanceValue, ObjectValue, ArrayValue>(value) ? 1
                                                                                             : 2;
}

} // namespace

const Value &Values::Evaluator::unite(llvm::ArrayRef<const Value *> values, const Node *site) {
  llvm::SmallVector<const Value *, 8> alternatives;
  size_t ofRank[3] = {};
  bool isFull = false;
  auto isKnown = [&](const Value &value) {
    const auto *text = llvm::dyn_cast<StringValue>(&value);
    return llvm::any_of(alternatives, [&](const Value *known) {
      const auto *other = llvm::dyn_cast<StringValue>(known);
      bool isLong = text && other && text->value.size() == other->value.size() &&
                    text->value.data() != other->value.data();
      return (!isLong || spend(text->value.size())) && isSame(*known, value);
    });
  };
  auto add = [&](const Value &value) {
    if (const auto *lost = llvm::dyn_cast<UnknownValue>(&value))
      isFull |= lost->reason == UnknownReason::Limit;
    size_t &count = ofRank[rankOf(value)];
    if (count > maxUnionSize || isKnown(value))
      return;
    alternatives.push_back(&value);
    ++count;
  };
  for (const Value *value : values)
    forEachAlternative(*value, add);
  if (alternatives.size() > maxUnionSize || (isFull && alternatives.size() > 1)) {
    llvm::stable_sort(alternatives,
                      [](const Value *a, const Value *b) { return rankOf(*a) < rankOf(*b); });
    llvm::erase_if(alternatives, [](const Value *value) { return rankOf(*value) == 2; });
    if (alternatives.size() >= maxUnionSize)
      alternatives.truncate(maxUnionSize - 1);
    alternatives.push_back(&unknown(UnknownReason::Limit, site));
  }
  if (alternatives.size() == 1)
    return *alternatives.front();
  if (alternatives.empty())
    return make<UndefinedValue>(site);
  return make<UnionValue>(copy<const Value *>(alternatives), site);
}

} // namespace agentc
