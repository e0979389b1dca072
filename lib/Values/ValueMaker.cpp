#include "ValueMaker.h"

#include "Answers.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallString.h"

namespace agentc {

using namespace ast;

const Value &ValueMaker::string(llvm::StringRef text, const Node *site) {
  if (text.size() > maxStringBytes || isOutOfMemory() || !spend(text.size()))
    return unknown(UnknownReason::Limit, site);
  return make<StringValue>(strings().save(text), site);
}

const Value &ValueMaker::api(const llvm::Twine &path, const Node *site,
                             const ResultValue *receiver) {
  llvm::SmallString<128> text;
  path.toVector(text);
  // what it begins with tells most, and nothing is lost without a word
  size_t length = std::min<size_t>(text.size(), 512);
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80)
    --length;
  text.truncate(length);
  return make<ApiValue>(strings().save(text.str()), site, receiver);
}

const Value &ValueMaker::object(llvm::ArrayRef<PropertyValue> properties, bool open,
                                const Node *site) {
  if (isOutOfMemory())
    return unknown(UnknownReason::Limit, site);
  llvm::SmallVector<uint32_t, 16> byKey(properties.size());
  for (size_t i = 0; i < byKey.size(); ++i)
    byKey[i] = i;
  llvm::sort(byKey, [&](uint32_t a, uint32_t b) { return properties[a].key < properties[b].key; });
  return makeLocal<ObjectValue>(copy(properties), copy<uint32_t>(byKey), open, site);
}

const Value &ValueMaker::array(llvm::ArrayRef<const Value *> elements, bool open,
                               const Node *site) {
  if (isOutOfMemory())
    return unknown(UnknownReason::Limit, site);
  open |= elements.size() > maxArrayElements;
  return makeLocal<ArrayValue>(copy(elements.take_front(maxArrayElements)), open, site);
}

const Value &ValueMaker::withOthers(const Value &value) {
  if (const auto *known = llvm::dyn_cast<ObjectValue>(&value)) {
    ObjectValue copied = *known;
    copied.isShared = true;
    return makeLocal<ObjectValue>(copied);
  }
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&value)) {
    ArrayValue copied = *list;
    copied.isShared = true;
    return makeLocal<ArrayValue>(copied);
  }
  return value;
}

/// True if others may change a value or, so many levels down, what it holds.
static bool isShared(const Value &value, unsigned nesting) {
  if (const auto *known = llvm::dyn_cast<ObjectValue>(&value))
    return known->isShared || (nesting > 0 && llvm::any_of(known->properties, [&](const auto &one) {
                                 return isShared(*one.value, nesting - 1);
                               }));
  const auto *list = llvm::dyn_cast<ArrayValue>(&value);
  return list && (list->isShared || (nesting > 0 && llvm::any_of(list->elements, [&](auto *one) {
                                       return isShared(*one, nesting - 1);
                                     })));
}

const Value &ValueMaker::madeOf(llvm::ArrayRef<const Value *> values, const Value &made,
                                const Node *site) {
  if (llvm::is_contained(values, &made) ||
      llvm::none_of(values, [](const Value *value) { return isShared(*value, 1); }))
    return made;
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&made)) {
    // with pairs of names and values, for one
    llvm::SmallVector<const Value *, 16> elements;
    for (const Value *element : list->elements)
      elements.push_back(&withOthers(*element));
    return withOthers(array(elements, list->open, list->origin));
  }
  if (llvm::isa<ObjectValue>(made))
    return withOthers(made);
  return unite({&made, &unknown(UnknownReason::Shared, site)}, site);
}

llvm::SmallVector<const Value *, 16> ValueMaker::charactersOf(llvm::StringRef text,
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

/// Paths this long are reached by taking members of members in a circle.
bool isLongPath(llvm::StringRef path) {
  // each part takes two characters at least
  return path.size() > 8 && llvm::count_if(path, [](char c) { return c == '.' || c == ')'; }) > 4;
}

} // namespace

const Value &ValueMaker::widened(const Value &value, unsigned nesting) {
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
    if (nesting == 0)
      return value;
    const Value &element = widened(unite(list.elements, list.origin), nesting - 1);
    bool isWide = list.open && list.elements.size() == 1 && list.elements[0] == &element;
    const Value &wide = isWide ? value : array(&element, true, list.origin);
    return list.isShared && !isWide ? withOthers(wide) : wide;
  }
  case ValueKind::Object: {
    const auto &known = llvm::cast<ObjectValue>(value);
    if (nesting == 0)
      return value;
    llvm::SmallVector<PropertyValue, 8> properties(known.properties);
    bool isWide = true;
    for (PropertyValue &property : properties) {
      const Value *before = std::exchange(property.value, &widened(*property.value, nesting - 1));
      isWide &= before == property.value;
    }
    const Value &wide = isWide ? value : object(properties, known.open, known.origin);
    return known.isShared && !isWide ? withOthers(wide) : wide;
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

/// True if a value is a text put together from parts, about which something is known.
bool isPartlyKnownText(const Value &value) {
  if (!llvm::isa<UnknownValue>(value) || !value.origin)
    return false;
  const auto *sum = llvm::dyn_cast<ast::BinaryExpression>(value.origin);
  return llvm::isa<ast::TemplateLiteral>(value.origin) || (sum && sum->op == "+");
}

constexpr unsigned rankOfConstants = 3;

/// Returns the rank by which a union with too many alternatives keeps them: first values that
/// reach out of the bundle, then values that hold code, then what calls out of the bundle gave and
/// what was taken out of that, then constants.
unsigned rankOf(const Value &value) {
  if (const auto *result = llvm::dyn_cast<ResultValue>(&value))
    return result->callee->receiver ? 2 : 0;
  if (const auto *api = llvm::dyn_cast<ApiValue>(&value))
    return api->receiver && api->receiver->callee->receiver ? 2 : 0;
  if (llvm::isa<NamespaceValue>(value))
    return 0;
  return llvm::isa<FunctionValue, ClassValue, InstanceValue, ObjectValue, ArrayValue>(value)
             ? 1
             : rankOfConstants;
}

/// True if values of this kind are the same only if they were made at the same place.
bool isToldByPlace(const Value &value) {
  return llvm::isa<ArrayValue, ObjectValue, FunctionValue, ClassValue, ResultValue>(value);
}

/// A number that values that are the same share, and others mostly don't.
size_t markOf(const Value &value) {
  size_t told = 0;
  if (isToldByPlace(value))
    told = reinterpret_cast<uintptr_t>(value.origin);
  else if (const auto *text = llvm::dyn_cast<StringValue>(&value))
    told = text->value.size() + (text->value.empty() ? 0 : text->value.back() * 1024);
  else if (const auto *path = llvm::dyn_cast<ApiValue>(&value))
    told = path->path.size() + (path->path.empty() ? 0 : path->path.back() * 1024);
  return told * 32 + static_cast<size_t>(value.kind);
}

/// The alternatives of a union by their marks, so that none are compared whose marks differ.
class KnownMarks {
public:
  /// Asks about the alternatives of this mark, by their index, until one is it.
  template <typename F> bool any(size_t mark, F &&isIt) const {
    for (size_t at = slotOf(mark); slots_[at]; at = (at + 1) % slots_.size())
      if (marks_[slots_[at] - 1] == mark && isIt(slots_[at] - 1))
        return true;
    return false;
  }
  /// Of the next alternative.
  void add(size_t mark) {
    size_t at = slotOf(mark);
    while (slots_[at])
      at = (at + 1) % slots_.size();
    marks_.push_back(mark);
    slots_[at] = marks_.size();
  }

private:
  static constexpr unsigned bits = 7;
  // one more of each rank is kept than a union may hold
  static_assert(2 * (1u << bits) > 3 * (rankOfConstants + 1) * (maxUnionSize + 1));
  static size_t slotOf(size_t mark) { return (mark * 0x9E3779B97F4A7C15ull) >> (64 - bits); }

  std::array<uint8_t, 1u << bits> slots_{}; ///< indices and 1; 0: none
  llvm::SmallVector<size_t, 8> marks_;
};

} // namespace

/// The one thing that is not `nothing`, which most unions are of; null where there are several.
const Value *ValueMaker::onlyOne(llvm::ArrayRef<const Value *> values) const {
  const Value *only = &nothing();
  for (const Value *value : values) {
    if (value == only || value == &nothing())
      continue;
    if (only != &nothing() || llvm::isa<UnionValue>(value))
      return nullptr;
    only = value;
  }
  return only;
}

const Value &ValueMaker::unite(llvm::ArrayRef<const Value *> values, const Node *site,
                               unsigned nesting) {
  if (values.size() == 1)
    return *values.front();
  if (const Value *only = onlyOne(values))
    return *only;
  llvm::SmallVector<const Value *, 8> alternatives;
  size_t ofRank[rankOfConstants + 1] = {};
  bool isFull = false;
  KnownMarks marks;
  auto isSameAs = [&](const Value &known, const Value &value) {
    if (isPartlyKnownText(known) || isPartlyKnownText(value))
      return known.origin == value.origin;
    const auto *text = llvm::dyn_cast<StringValue>(&value);
    const auto *other = llvm::dyn_cast<StringValue>(&known);
    bool isLong = text && text->value.size() == other->value.size() &&
                  text->value.data() != other->value.data();
    return (!isLong || spend(text->value.size())) && isSame(known, value, nesting);
  };
  auto isKnown = [&](const Value &value, size_t mark) {
    return marks.any(mark, [&](size_t index) {
      const Value &known = *alternatives[index];
      return &known == &value || (known.kind == value.kind && isSameAs(known, value));
    });
  };
  auto add = [&](const Value &value) {
    if (&value == &nothing())
      return;
    if (const auto *lost = llvm::dyn_cast<UnknownValue>(&value))
      isFull |= lost->reason == UnknownReason::Limit;
    size_t &count = ofRank[rankOf(value)];
    if (count > maxUnionSize)
      return;
    const size_t mark = markOf(value);
    if (isKnown(value, mark))
      return;
    marks.add(mark);
    alternatives.push_back(&value);
    ++count;
  };
  const Value *last = nullptr;
  for (const Value *value : values) {
    const auto *several = llvm::dyn_cast<UnionValue>(value);
    // callers often hand on the same one
    if (std::exchange(last, value) == value)
      continue;
    if (!several)
      add(*value);
    else
      for (const Value *alternative : several->alternatives)
        add(*alternative);
  }
  if (alternatives.size() > maxUnionSize || (isFull && alternatives.size() > 1)) {
    llvm::stable_sort(alternatives,
                      [](const Value *a, const Value *b) { return rankOf(*a) < rankOf(*b); });
    llvm::erase_if(alternatives,
                   [](const Value *value) { return rankOf(*value) == rankOfConstants; });
    if (alternatives.size() >= maxUnionSize)
      alternatives.truncate(maxUnionSize - 1);
    alternatives.push_back(&unknown(UnknownReason::Limit, site));
  }
  if (alternatives.size() == 1)
    return *alternatives.front();
  if (alternatives.empty())
    return nothing();
  // asking again mostly gives what was there before, here without a look into the table, which is
  // too large for the processor's cache
  for (const Value *value : values)
    if (const auto *several = llvm::dyn_cast<UnionValue>(value);
        several && several->origin == site &&
        several->alternatives == llvm::ArrayRef<const Value *>(alternatives))
      return *several;
  auto [known, isNew] = store_.unions.try_emplace(
      llvm::hash_combine(site, llvm::hash_combine_range(alternatives.begin(), alternatives.end())),
      nullptr);
  if (!isNew && known->second->origin == site &&
      known->second->alternatives == llvm::ArrayRef<const Value *>(alternatives))
    return *known->second;
  known->second = &make<UnionValue>(copy<const Value *>(alternatives), site);
  return *known->second;
}

} // namespace agentc
