#include "Evaluator.h"

namespace agentc {

using namespace ast;

Values::Evaluator::Evaluator(const agentc::Program &program)
    : program_(program), flows_(program),
      answers_(nothing, [this](const Value &assumed, const Value &value) -> const Value & {
        return unite({&assumed, &widened(value)}, value.origin, 0);
      }) {}

namespace {

const Node *calledBy(const Node &node) {
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
  // children first, so that only names and calls need recursion
  auto visit = [&](const Node &node, auto &self) -> void {
    forEachChild(node, [&](const Node &child) { self(child, self); });
    const auto *identifier = llvm::dyn_cast<Identifier>(&node);
    bool isValue = isExpression(node) || isFunction(node) || isClass(node);
    if (!isValue || (identifier && !program_.isReference(*identifier)))
      return;
    eval(node);
    const Node *callee = calledBy(node);
    if (!callee)
      return;
    ++calls;
    resolvedCalls += !llvm::isa<UnknownValue>(eval(*callee));
  };
  for (const auto &module : program_.modules()) {
    visit(*module->syntax->program, visit);
    exportsOf(*module, module->syntax->program);
  }
  // what is asked from now on has an ordinary stack
  maxDepth_ = 300;
}

const Value &Values::Evaluator::eval(const Node &node) {
  if (!run_)
    return once(Question::Expression, &node, &node,
                [this, &node]() -> const Value & { return compute(node); });
  run_->hasFailed |= answers_.depth >= std::min(maxDepth_, run_->depth + maxDepthOfRun);
  if (run_->thrown || !run_->step())
    return unknown(UnknownReason::Limit, &node);
  ++answers_.depth;
  const Value &value = computeRunning(node);
  --answers_.depth;
  return value;
}

bool Values::Evaluator::mayGoDeeper(const Node &site) {
  if (answers_.depth < maxDepth_)
    return true;
  if (!exhaustedAt)
    exhaustedAt = &site;
  return false;
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
  const Value &made = make<ObjectValue>(copy(properties), copy<uint32_t>(byKey), open, site);
  if (run_)
    run_->locals.insert(&made);
  return made;
}

const Value &Values::Evaluator::array(llvm::ArrayRef<const Value *> elements, bool open,
                                      const Node *site) {
  if (isOutOfMemory())
    return unknown(UnknownReason::Limit, site);
  open |= elements.size() > maxArrayElements;
  const Value &made = make<ArrayValue>(copy(elements.take_front(maxArrayElements)), open, site);
  if (run_)
    run_->locals.insert(&made);
  return made;
}

llvm::SmallVector<const Value *, 16> Values::Evaluator::charactersOf(llvm::StringRef text,
                                                                     const Node &site) {
  llvm::SmallVector<const Value *, 16> characters;
  while (!text.empty() && characters.size() <= maxArrayElements) {
    size_t length = 1;
    while (length < text.size() && (text[length] & 0xC0) == 0x80)
      ++length;
    characters.push_back(&string(text.take_front(length), &site));
    text = text.drop_front(length);
  }
  return characters;
}

namespace {

bool isSameList(Arguments a, Arguments b, unsigned nesting) {
  return llvm::equal(a, b,
                     [&](const Value *x, const Value *y) { return isSame(*x, *y, nesting - 1); });
}

bool isSameObject(const ObjectValue &a, const ObjectValue &b, unsigned nesting) {
  if (a.origin != b.origin || nesting == 0)
    return a.origin == b.origin;
  return a.open == b.open && llvm::equal(a.properties, b.properties, [&](auto &x, auto &y) {
           return x.key == y.key && isSame(*x.value, *y.value, nesting - 1);
         });
}

bool isSameUnion(const UnionValue &a, const UnionValue &b, unsigned nesting) {
  return a.alternatives.size() == b.alternatives.size() &&
         llvm::all_of(a.alternatives, [&](const Value *x) {
           return llvm::any_of(b.alternatives,
                               [&](const Value *y) { return isSame(*x, *y, nesting); });
         });
}

} // namespace

bool isSame(const Value &a, const Value &b, unsigned nesting) {
  if (&a == &b)
    return true;
  if (a.kind != b.kind)
    return false;
  auto as = [&]<typename T>(auto compare) { return compare(llvm::cast<T>(a), llvm::cast<T>(b)); };
  switch (a.kind) {
  case ValueKind::Unknown:
  case ValueKind::Undefined:
  case ValueKind::Null:
    return true;
  case ValueKind::Boolean:
    return as.operator()<BooleanValue>([](auto &x, auto &y) { return x.value == y.value; });
  case ValueKind::Number:
    return as.operator()<NumberValue>([](auto &x, auto &y) {
      return llvm::bit_cast<uint64_t>(x.value) == llvm::bit_cast<uint64_t>(y.value);
    });
  case ValueKind::BigInt:
    return as.operator()<BigIntValue>([](auto &x, auto &y) { return x.digits == y.digits; });
  case ValueKind::String:
    return as.operator()<StringValue>([](auto &x, auto &y) { return x.value == y.value; });
  case ValueKind::RegExp:
    return as.operator()<RegExpValue>(
        [](auto &x, auto &y) { return x.pattern == y.pattern && x.flags == y.flags; });
  case ValueKind::Array:
    return as.operator()<ArrayValue>([&](auto &x, auto &y) {
      return x.origin == y.origin &&
             (nesting == 0 || (x.open == y.open && isSameList(x.elements, y.elements, nesting)));
    });
  case ValueKind::Object:
    return isSameObject(llvm::cast<ObjectValue>(a), llvm::cast<ObjectValue>(b), nesting);
  case ValueKind::Function:
    return as.operator()<FunctionValue>([&](auto &x, auto &y) {
      return x.origin == y.origin && (nesting == 0 || x.environment == y.environment);
    });
  case ValueKind::Class:
    return as.operator()<ClassValue>([&](auto &x, auto &y) {
      bool bothExtend = x.superClass && y.superClass;
      return x.origin == y.origin && !x.superClass == !y.superClass &&
             (!bothExtend || nesting == 0 || isSame(*x.superClass, *y.superClass, nesting - 1));
    });
  case ValueKind::Instance:
    return as.operator()<InstanceValue>([&](auto &x, auto &y) {
      bool isSameType = x.type->origin == y.type->origin;
      return nesting == 0 || !isSameType || !x.fields || !y.fields
                 ? isSameType && (nesting == 0 || x.fields == y.fields)
                 : isSameObject(*x.fields, *y.fields, nesting);
    });
  case ValueKind::Namespace:
    return as.operator()<NamespaceValue>([](auto &x, auto &y) { return x.module == y.module; });
  case ValueKind::Api:
    return as.operator()<ApiValue>([](auto &x, auto &y) { return x.path == y.path; });
  case ValueKind::Result:
    return as.operator()<ResultValue>([&](auto &x, auto &y) {
      return x.origin == y.origin && x.callee->path == y.callee->path &&
             (nesting == 0 || isSameList(x.arguments, y.arguments, nesting));
    });
  case ValueKind::Union:
    return isSameUnion(llvm::cast<UnionValue>(a), llvm::cast<UnionValue>(b), nesting);
  }
  return false;
}

namespace {

/// Paths this long are reached by taking members of members in a circle.
bool isLongPath(llvm::StringRef path) { return path.count('.') + path.count("()") > 4; }

} // namespace

const Value &Values::Evaluator::widened(const Value &value, unsigned nesting) {
  switch (value.kind) {
  case ValueKind::Api:
    return isLongPath(llvm::cast<ApiValue>(value).path)
               ? unknown(UnknownReason::Cycle, value.origin)
               : value;
  case ValueKind::Result:
    return isLongPath(llvm::cast<ResultValue>(value).callee->path)
               ? unknown(UnknownReason::Cycle, value.origin)
               : value;
  case ValueKind::Boolean:
  case ValueKind::Number:
  case ValueKind::BigInt:
  case ValueKind::String:
  case ValueKind::RegExp:
    return unknown(UnknownReason::Cycle, value.origin);
  case ValueKind::Array: {
    const auto &list = llvm::cast<ArrayValue>(value);
    return nesting == 0
               ? value
               : array(&widened(unite(list.elements, list.origin), nesting - 1), true, list.origin);
  }
  case ValueKind::Object: {
    const auto &known = llvm::cast<ObjectValue>(value);
    if (nesting == 0)
      return value;
    llvm::SmallVector<PropertyValue, 8> properties(known.properties);
    for (PropertyValue &property : properties)
      property.value = &widened(*property.value, nesting - 1);
    return object(properties, known.open, known.origin);
  }
  case ValueKind::Union: {
    llvm::SmallVector<const Value *, 8> values;
    for (const Value *alternative : llvm::cast<UnionValue>(value).alternatives)
      values.push_back(&widened(*alternative, nesting));
    return unite(values, value.origin);
  }
  default:
    return value;
  }
}

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

const Value &Values::Evaluator::unite(llvm::ArrayRef<const Value *> values, const Node *site,
                                      unsigned nesting) {
  llvm::SmallVector<const Value *, 8> alternatives;
  size_t ofRank[3] = {};
  bool isFull = false;
  auto isKnown = [&](const Value &value) {
    if (llvm::is_contained(alternatives, &value))
      return true;
    const auto *text = llvm::dyn_cast<StringValue>(&value);
    return llvm::any_of(alternatives, [&](const Value *known) {
      if (known->kind != value.kind)
        return false;
      const auto *other = llvm::dyn_cast<StringValue>(known);
      bool isLong = text && other && text->value.size() == other->value.size() &&
                    text->value.data() != other->value.data();
      return (!isLong || spend(text->value.size())) && isSame(*known, value, nesting);
    });
  };
  auto add = [&](const Value &value) {
    if (&value == &nothing)
      return;
    if (const auto *lost = llvm::dyn_cast<UnknownValue>(&value))
      isFull |= lost->reason == UnknownReason::Limit;
    size_t &count = ofRank[rankOf(value)];
    if (count > maxUnionSize || isKnown(value))
      return;
    alternatives.push_back(&value);
    ++count;
  };
  if (values.size() == 1)
    return *values.front();
  for (const Value *value : values) {
    const auto *several = llvm::dyn_cast<UnionValue>(value);
    if (!several)
      add(*value);
    else
      for (const Value *alternative : several->alternatives)
        add(*alternative);
  }
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
    return nothing;
  // asking again mostly gives what was there before
  auto [known, isNew] = unions_.try_emplace(
      llvm::hash_combine(site, llvm::hash_combine_range(alternatives.begin(), alternatives.end())),
      nullptr);
  if (!isNew && known->second->origin == site &&
      known->second->alternatives == llvm::ArrayRef<const Value *>(alternatives))
    return *known->second;
  known->second = &make<UnionValue>(copy<const Value *>(alternatives), site);
  return *known->second;
}

} // namespace agentc
