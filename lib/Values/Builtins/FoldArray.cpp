#include "Builtins/FoldArray.h"

#include "Builtins/Conversions.h"
#include "Builtins/FoldString.h"
#include "Builtins/Numbers.h"
#include "Builtins/Operators.h"
#include "agentc/Support/Utf16.h"

#include <algorithm>
#include <cmath>

namespace agentc {

using namespace ast;

namespace {

/// Holes of an array read as undefined here, and some methods tell them apart.
bool mayHaveHoles(Arguments elements) {
  return llvm::any_of(elements, [](const Value *e) { return llvm::isa<UndefinedValue>(e); });
}

/// True if the object of the call is the expression that made the array, so that nothing can
/// have changed the array before.
bool isMadeFor(const ArrayValue &receiver, const Node &site) {
  const auto *call = llvm::dyn_cast<CallExpression>(&site);
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  return member && member->object == receiver.origin;
}

using Elements = llvm::SmallVector<const Value *, 16>;

} // namespace

const Value *FoldArray::foldArrayMethod(const ArrayValue &receiver, llvm::StringRef key,
                                        Arguments arguments, const Node &site) {
  if ((key == "pop" || key == "shift") && isMadeFor(receiver, site))
    if (std::optional<ArrayChange> change = changeArray(receiver, key, arguments, site))
      return change->result;
  if (key == "pop" || key == "shift" || key == "find" || key == "findLast") {
    // which one isn't followed
    llvm::SmallVector<const Value *, 8> some(receiver.elements.take_front(maxArrayElements));
    some.push_back(&make<UndefinedValue>(&site));
    if (receiver.open)
      some.push_back(&unknown(UnknownReason::Member, &site));
    return spend(some.size() * elementWork) ? &unite(some, &site) : nullptr;
  }
  if (key == "valueOf" && arguments.empty())
    return &receiver;
  if (key == "concat")
    return foldConcat(receiver, arguments, site);
  if (receiver.open)
    return nullptr;
  if (!spend(receiver.elements.size() * elementWork))
    return &unknown(UnknownReason::Limit, &site);
  if (key == "join" || key == "toString") {
    bool isPlain =
        key == "toString" || arguments.empty() || llvm::isa<UndefinedValue>(arguments[0]);
    std::optional<std::string> separator = isPlain ? "," : conversions().textOf(*arguments[0]);
    std::string text;
    if (!separator || !conversions().appendArrayText(receiver, *separator, text, 0))
      return nullptr;
    return &string(text, &site);
  }
  static constexpr llvm::StringLiteral inPlace[] = {"sort", "reverse", "fill", "copyWithin",
                                                    "splice"};
  if (llvm::is_contained(inPlace, key)) {
    std::optional<ArrayChange> change = changeArray(receiver, key, arguments, site);
    return change ? change->result : nullptr;
  }
  if (const Value *found = foldArraySearch(receiver, key, arguments, site))
    return found;
  return foldArrayCopy(receiver, key, arguments, site);
}

const Value *FoldArray::foldConcat(const ArrayValue &receiver, Arguments arguments,
                                   const Node &site) {
  if (!spend(receiver.elements.size() * elementWork))
    return &unknown(UnknownReason::Limit, &site);
  Elements elements(receiver.elements.begin(), receiver.elements.end());
  bool open = receiver.open;
  for (const Value *argument : arguments) {
    const auto *list = llvm::dyn_cast<ArrayValue>(argument);
    if (!list) {
      open |= llvm::isa<UnknownValue, UnionValue, ApiValue, ResultValue>(argument);
      elements.push_back(argument);
      continue;
    }
    bool fits = elements.size() <= maxArrayElements && spend(list->elements.size() * elementWork);
    open |= list->open || !fits;
    if (fits)
      elements.append(list->elements.begin(), list->elements.end());
  }
  return &array(elements, open, &site);
}

/// Methods that look for an element.
const Value *FoldArray::foldArraySearch(const ArrayValue &receiver, llvm::StringRef key,
                                        Arguments arguments, const Node &site) {
  size_t size = receiver.elements.size();
  if (key == "at") {
    std::optional<double> index = foldString().integerArgument(arguments, 0, 0);
    if (!index)
      return nullptr;
    double at = *index < 0 ? *index + size : *index;
    return at >= 0 && at < size ? receiver.elements[static_cast<size_t>(at)]
                                : &make<UndefinedValue>(&site);
  }
  if (key != "indexOf" && key != "lastIndexOf" && key != "includes")
    return nullptr;
  const Value &wanted = arguments.empty() ? make<UndefinedValue>(&site) : *arguments[0];
  bool backwards = key == "lastIndexOf", isIncludes = key == "includes";
  if (!isIncludes && llvm::isa<UndefinedValue>(wanted) && mayHaveHoles(receiver.elements))
    return nullptr;
  std::optional<double> from =
      foldString().integerArgument(arguments, 1, backwards ? size - 1.0 : 0);
  if (backwards && arguments.size() > 1 && llvm::isa<UndefinedValue>(arguments[1]))
    from = 0;
  if (!from)
    return nullptr;
  auto isNaN = [](const Value &value) {
    const auto *number = llvm::dyn_cast<NumberValue>(&value);
    return number && std::isnan(number->value);
  };
  double at = *from < 0 ? *from + size : *from;
  at = backwards ? std::min(at, size - 1.0) : std::max(at, 0.0);
  for (; backwards ? at >= 0 : at < size; at += backwards ? -1 : 1) {
    const Value &element = *receiver.elements[static_cast<size_t>(at)];
    std::optional<bool> same = isIncludes && isNaN(wanted) && isNaN(element)
                                   ? std::optional(true)
                                   : operators().isStrictlyEqual(element, wanted);
    if (!same)
      return nullptr;
    if (*same)
      return isIncludes ? &make<BooleanValue>(true, &site)
                        : static_cast<const Value *>(&number(at, &site));
  }
  return isIncludes ? &make<BooleanValue>(false, &site)
                    : static_cast<const Value *>(&number(-1, &site));
}

/// Methods that give another array.
const Value *FoldArray::foldArrayCopy(const ArrayValue &receiver, llvm::StringRef key,
                                      Arguments arguments, const Node &site) {
  size_t size = receiver.elements.size();
  if (key == "slice") {
    std::optional<double> from = foldString().integerArgument(arguments, 0, 0);
    std::optional<double> to = foldString().integerArgument(arguments, 1, size);
    if (!from || !to)
      return nullptr;
    size_t begin = relativeIndex(*from, size), end = relativeIndex(*to, size);
    return &array(begin < end ? receiver.elements.slice(begin, end - begin) : Arguments(), false,
                  &site);
  }
  if (key == "flat") {
    std::optional<double> depth = foldString().integerArgument(arguments, 0, 1);
    Elements flat;
    if (!depth || !appendFlat(receiver, std::min(*depth, double(maxNestedArrays)), flat))
      return nullptr;
    return &array(flat, false, &site);
  }
  if (key == "with") {
    std::optional<double> index = foldString().integerArgument(arguments, 0, 0);
    double at = index && *index < 0 ? *index + size : index.value_or(-1);
    if (!index || !(at >= 0 && at < size))
      return nullptr;
    Elements copy(receiver.elements.begin(), receiver.elements.end());
    copy[static_cast<size_t>(at)] =
        arguments.size() > 1 ? arguments[1] : &make<UndefinedValue>(&site);
    return &array(copy, false, &site);
  }
  llvm::StringRef change = key == "toReversed"  ? "reverse"
                           : key == "toSorted"  ? "sort"
                           : key == "toSpliced" ? "splice"
                                                : "";
  if (change.empty())
    return nullptr;
  std::optional<ArrayChange> changed = changeArray(receiver, change, arguments, site);
  return changed ? &array(changed->after->elements, changed->after->open, &site) : nullptr;
}

bool FoldArray::appendFlat(const ArrayValue &list, double depth,
                           llvm::SmallVectorImpl<const Value *> &flat) {
  // what is left out there can be an array that isn't followed
  if (list.open || mayHaveHoles(list.elements) || !spend(list.elements.size() * elementWork + 1))
    return false;
  for (const Value *element : list.elements) {
    if (llvm::isa<UnknownValue, UnionValue, ResultValue>(element) || flat.size() > maxArrayElements)
      return false;
    const auto *inner = llvm::dyn_cast<ArrayValue>(element);
    if (!inner || depth < 1)
      flat.push_back(element);
    else if (!appendFlat(*inner, depth - 1, flat))
      return false;
  }
  return true;
}

/// Sorts by the texts of the elements; undefined comes last.
bool FoldArray::sortByText(llvm::SmallVectorImpl<const Value *> &elements) {
  std::vector<std::pair<std::u16string, const Value *>> keyed;
  llvm::SmallVector<const Value *, 4> missing;
  uint64_t total = 0;
  for (const Value *element : elements) {
    if (llvm::isa<UndefinedValue>(element)) {
      missing.push_back(element);
      continue;
    }
    std::optional<std::string> text = conversions().textOf(*element);
    if (!text || !spend(text->size() * 16) || (total += text->size()) > 16 * maxStringBytes)
      return false;
    keyed.push_back({toUtf16(*text), element});
  }
  llvm::stable_sort(keyed, [](const auto &a, const auto &b) { return a.first < b.first; });
  elements.clear();
  for (const auto &[text, element] : keyed)
    elements.push_back(element);
  elements.append(missing.begin(), missing.end());
  return true;
}

std::optional<FoldArray::ArrayChange> FoldArray::changeArray(const ArrayValue &receiver,
                                                             llvm::StringRef key,
                                                             Arguments arguments,
                                                             const Node &site) {
  if (receiver.open || receiver.elements.size() + arguments.size() > maxArrayElements ||
      !spend((receiver.elements.size() + arguments.size()) * elementWork))
    return std::nullopt;
  Elements elements(receiver.elements.begin(), receiver.elements.end());
  size_t size = elements.size();
  const Value *result = nullptr;
  auto range = [&](size_t first, std::optional<std::pair<size_t, size_t>> &span) {
    std::optional<double> from = foldString().integerArgument(arguments, first, 0);
    std::optional<double> to = foldString().integerArgument(arguments, first + 1, size);
    if (from && to)
      span = std::pair(relativeIndex(*from, size), relativeIndex(*to, size));
    return span.has_value();
  };
  std::optional<std::pair<size_t, size_t>> span;
  if (key == "push" || key == "unshift") {
    elements.insert(key == "push" ? elements.end() : elements.begin(), arguments.begin(),
                    arguments.end());
    result = &number(elements.size(), &site);
  } else if (key == "pop" || key == "shift") {
    if (elements.empty())
      return ArrayChange{&make<UndefinedValue>(&site), &receiver};
    result = key == "pop" ? elements.back() : elements.front();
    elements.erase(key == "pop" ? elements.end() - 1 : elements.begin());
  } else if (key == "reverse") {
    std::reverse(elements.begin(), elements.end());
  } else if (key == "sort") {
    bool isPlain = arguments.empty() || llvm::isa<UndefinedValue>(arguments[0]);
    if (!isPlain || !sortByText(elements))
      return std::nullopt;
  } else if (key == "fill") {
    if (!range(1, span))
      return std::nullopt;
    const Value &filler = arguments.empty() ? make<UndefinedValue>(&site) : *arguments[0];
    for (size_t i = span->first; i < span->second; ++i)
      elements[i] = &filler;
  } else if (key == "copyWithin") {
    std::optional<double> target = foldString().integerArgument(arguments, 0, 0);
    if (!target || !range(1, span))
      return std::nullopt;
    size_t to = relativeIndex(*target, size);
    size_t count = span->first < span->second ? std::min(span->second - span->first, size - to) : 0;
    for (size_t i = 0; i < count; ++i)
      elements[to + i] = receiver.elements[span->first + i];
  } else if (key == "splice") {
    std::optional<double> start = foldString().integerArgument(arguments, 0, 0);
    std::optional<double> count =
        foldString().integerArgument(arguments, 1, arguments.size() > 1 ? 0 : size);
    if (!start || !count)
      return std::nullopt;
    size_t begin = relativeIndex(*start, size);
    size_t removed =
        arguments.empty()
            ? 0
            : static_cast<size_t>(std::clamp(*count, 0.0, static_cast<double>(size - begin)));
    result = &array(Arguments(elements).slice(begin, removed), false, &site);
    elements.erase(elements.begin() + begin, elements.begin() + begin + removed);
    if (arguments.size() > 2)
      elements.insert(elements.begin() + begin, arguments.begin() + 2, arguments.end());
  } else {
    return std::nullopt;
  }
  const auto *after = llvm::dyn_cast<ArrayValue>(&array(elements, false, receiver.origin));
  if (!after)
    return std::nullopt;
  return ArrayChange{result ? result : after, after};
}

} // namespace agentc
