#include "agentc/Bundle/Semver.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

constexpr uint64_t maxNumber = (1ull << 53) - 1;
constexpr size_t maxLength = 256;

bool isIdentifier(llvm::StringRef text) {
  return !text.empty() && llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '-'; });
}

bool isNumeric(llvm::StringRef text) { return llvm::all_of(text, llvm::isDigit); }

std::optional<uint64_t> parseNumber(llvm::StringRef text) {
  uint64_t number = 0;
  if (text.empty() || !isNumeric(text) || (text.size() > 1 && text[0] == '0') ||
      text.getAsInteger(10, number) || number > maxNumber)
    return std::nullopt;
  return number;
}

/// Takes `-a.b+c` apart; false if it is no such thing. Both parts may be missing.
bool parseSuffix(llvm::StringRef text, std::vector<std::string> &prerelease) {
  auto [before, build] = text.split('+');
  if (text.contains('+')) {
    llvm::SmallVector<llvm::StringRef, 4> parts;
    build.split(parts, '.');
    if (!llvm::all_of(parts, isIdentifier))
      return false;
  }
  if (before.empty())
    return true;
  if (!before.consume_front("-"))
    return false;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  before.split(parts, '.');
  for (llvm::StringRef part : parts) {
    if (!isIdentifier(part) || (isNumeric(part) && part.size() > 1 && part[0] == '0'))
      return false;
    prerelease.push_back(part.str());
  }
  return true;
}

std::strong_ordering compareNumerals(llvm::StringRef a, llvm::StringRef b) {
  if (a.size() != b.size())
    return a.size() <=> b.size();
  return a.compare(b) <=> 0;
}

std::strong_ordering compareIdentifiers(llvm::StringRef a, llvm::StringRef b) {
  const bool numericA = isNumeric(a), numericB = isNumeric(b);
  if (numericA && numericB)
    return compareNumerals(a, b);
  if (numericA != numericB)
    return numericA ? std::strong_ordering::less : std::strong_ordering::greater;
  return a.compare(b) <=> 0;
}

/// A version of which parts may be left out or `x`; a part counts only if those before it do.
struct PartialVersion {
  std::optional<uint64_t> major, minor, patch;
  std::vector<std::string> prerelease;

  /// The lowest version it can mean.
  Version floor() const {
    return {major.value_or(0), minor.value_or(0), patch.value_or(0), prerelease};
  }
};

std::optional<PartialVersion> parsePartial(llvm::StringRef text) {
  text = text.ltrim("v= ");
  PartialVersion partial;
  std::optional<uint64_t> *const parts[] = {&partial.major, &partial.minor, &partial.patch};
  bool wild = false, sawNumber = false;
  for (unsigned i = 0; i < 3; ++i) {
    llvm::StringRef part = text.take_while(llvm::isDigit);
    if (part.empty())
      part = text.take_front(1);
    text = text.drop_front(part.size());
    if (part == "x" || part == "X" || part == "*") {
      wild = true;
    } else if (auto number = parseNumber(part)) {
      sawNumber = true;
      if (!wild)
        *parts[i] = number;
    } else {
      return std::nullopt;
    }
    if (i == 2) {
      if (!parseSuffix(text, partial.prerelease))
        return std::nullopt;
    } else if (text.empty()) {
      break;
    } else if (!text.consume_front(".")) {
      return std::nullopt;
    }
  }
  // npm reads `x.1` as anything after some operators and as an error after others.
  if (!partial.major && sawNumber)
    return std::nullopt;
  if (!partial.patch)
    partial.prerelease.clear();
  return partial;
}

/// The lowest prerelease of a version, which no version below it reaches: npm's `-0`.
Version before(uint64_t major, uint64_t minor, uint64_t patch) {
  return {major, minor, patch, {"0"}};
}

/// The upper bound of an x-range: the first version that differs in a part that is given.
Version nextAfter(const PartialVersion &partial) {
  if (!partial.minor)
    return before(*partial.major + 1, 0, 0);
  return before(*partial.major, *partial.minor + 1, 0);
}

} // namespace

std::strong_ordering operator<=>(const Version &a, const Version &b) {
  if (auto order = a.major <=> b.major; order != 0)
    return order;
  if (auto order = a.minor <=> b.minor; order != 0)
    return order;
  if (auto order = a.patch <=> b.patch; order != 0)
    return order;
  if (a.prerelease.empty() || b.prerelease.empty())
    return b.prerelease.size() <=> a.prerelease.size();
  const size_t common = std::min(a.prerelease.size(), b.prerelease.size());
  for (size_t i = 0; i < common; ++i)
    if (auto order = compareIdentifiers(a.prerelease[i], b.prerelease[i]); order != 0)
      return order;
  return a.prerelease.size() <=> b.prerelease.size();
}

std::optional<Version> parseVersion(llvm::StringRef text) {
  if (text.size() > maxLength)
    return std::nullopt;
  Version version;
  uint64_t *const parts[] = {&version.major, &version.minor, &version.patch};
  for (unsigned i = 0; i < 3; ++i) {
    llvm::StringRef digits = text.take_while(llvm::isDigit);
    auto number = parseNumber(digits);
    text = text.drop_front(digits.size());
    if (!number || (i < 2 && !text.consume_front(".")))
      return std::nullopt;
    *parts[i] = *number;
  }
  if (!parseSuffix(text, version.prerelease))
    return std::nullopt;
  return version;
}

/// Turns npm's shorthands into comparators.
class RangeParser {
public:
  bool parseAlternative(llvm::StringRef text);

  VersionRange range;

private:
  using Operator = VersionRange::Operator;

  /// npm takes `>=0.0.0` for no bound, so that `>=0.0.0 <=0.0.0-a` has prereleases.
  void add(Operator op, Version version) {
    if (op != Operator::GreaterEqual || version != Version())
      set_.push_back({op, std::move(version)});
  }
  bool parseHyphen(llvm::StringRef low, llvm::StringRef high);
  bool parseSimple(llvm::StringRef text);
  void addCaret(const PartialVersion &partial);
  void addTilde(const PartialVersion &partial);
  void addPrimitive(llvm::StringRef op, const PartialVersion &partial);
  void addNothing() { add(Operator::Less, before(0, 0, 0)); }

  VersionRange::Comparators set_;
};

void RangeParser::addCaret(const PartialVersion &partial) {
  if (!partial.major)
    return;
  const Version low = partial.floor();
  add(Operator::GreaterEqual, low);
  if (low.major > 0 || !partial.minor)
    add(Operator::Less, before(low.major + 1, 0, 0));
  else if (low.minor > 0 || !partial.patch)
    add(Operator::Less, before(0, low.minor + 1, 0));
  else
    add(Operator::Less, before(0, 0, low.patch + 1));
}

void RangeParser::addTilde(const PartialVersion &partial) {
  if (!partial.major)
    return;
  add(Operator::GreaterEqual, partial.floor());
  add(Operator::Less, nextAfter(partial));
}

void RangeParser::addPrimitive(llvm::StringRef op, const PartialVersion &partial) {
  const bool strict = op == "<" || op == ">";
  if (!partial.major) {
    if (strict)
      addNothing();
    return;
  }
  const Version low = partial.floor();
  if (partial.patch) {
    add(op == "<"    ? Operator::Less
        : op == "<=" ? Operator::LessEqual
        : op == ">"  ? Operator::Greater
        : op == ">=" ? Operator::GreaterEqual
                     : Operator::Equal,
        low);
    return;
  }
  if (op == "<") {
    add(Operator::Less, before(low.major, low.minor, 0));
  } else if (op == "<=") {
    add(Operator::Less, nextAfter(partial));
  } else if (op == ">") {
    Version next = nextAfter(partial);
    next.prerelease.clear();
    add(Operator::GreaterEqual, next);
  } else {
    add(Operator::GreaterEqual, low);
    if (op != ">=")
      add(Operator::Less, nextAfter(partial));
  }
}

bool RangeParser::parseSimple(llvm::StringRef text) {
  for (llvm::StringRef op : {"^", "~>", "~", "<=", ">=", "<", ">", ""}) {
    if (!text.consume_front(op))
      continue;
    auto partial = parsePartial(text);
    if (!partial)
      return false;
    if (op == "^")
      addCaret(*partial);
    else if (op.starts_with("~"))
      addTilde(*partial);
    else
      addPrimitive(op, *partial);
    return true;
  }
  return false;
}

bool RangeParser::parseHyphen(llvm::StringRef low, llvm::StringRef high) {
  auto from = parsePartial(low), to = parsePartial(high);
  if (!from || !to)
    return false;
  if (from->major)
    add(Operator::GreaterEqual, from->floor());
  if (to->major)
    addPrimitive("<=", *to);
  return true;
}

bool RangeParser::parseAlternative(llvm::StringRef text) {
  set_.clear();
  llvm::SmallVector<llvm::StringRef, 8> words;
  llvm::SplitString(text, words, " \t\n\r");
  bool ok = true;
  if (words.size() == 3 && words[1] == "-") {
    ok = parseHyphen(words[0], words[2]);
  } else {
    for (size_t i = 0; i < words.size() && ok; ++i) {
      // `>= 1` is one comparator.
      const bool bare = words[i].find_first_not_of("<>=^~v") == llvm::StringRef::npos;
      ok = bare && i + 1 < words.size() ? parseSimple((words[i] + words[i + 1]).str())
                                        : parseSimple(words[i]);
      i += bare;
    }
  }
  range.alternatives_.push_back(set_);
  return ok;
}

std::optional<VersionRange> VersionRange::parse(llvm::StringRef text) {
  if (text.size() > maxLength)
    return std::nullopt;
  RangeParser parser;
  llvm::SmallVector<llvm::StringRef, 4> alternatives;
  text.split(alternatives, "||");
  for (llvm::StringRef alternative : alternatives)
    if (!parser.parseAlternative(alternative))
      return std::nullopt;
  // Beside `*` npm drops the other alternatives, and with them the prereleases that they name.
  std::vector<Comparators> &all = parser.range.alternatives_;
  if (llvm::any_of(all, [](const Comparators &set) { return set.empty(); }))
    all.assign(1, {});
  return std::move(parser.range);
}

bool VersionRange::contains(const Version &version) const {
  auto holds = [&](const Comparator &comparator) {
    const auto order = version <=> comparator.version;
    switch (comparator.op) {
    case Operator::Less:
      return order < 0;
    case Operator::LessEqual:
      return order <= 0;
    case Operator::Equal:
      return order == 0;
    case Operator::GreaterEqual:
      return order >= 0;
    case Operator::Greater:
      return order > 0;
    }
    return false;
  };
  auto namesPrerelease = [&](const Comparator &comparator) {
    const Version &named = comparator.version;
    return !named.prerelease.empty() && named.major == version.major &&
           named.minor == version.minor && named.patch == version.patch;
  };
  return llvm::any_of(alternatives_, [&](const Comparators &set) {
    return llvm::all_of(set, holds) &&
           (version.prerelease.empty() || llvm::any_of(set, namesPrerelease));
  });
}

/// The lower and upper bound of comparators that must all hold.
struct VersionRange::Bounds {
  std::optional<Comparator> low, high;

  explicit Bounds(const Comparators &set) {
    for (const Comparator &one : set) {
      bool isLow = one.op == Operator::Greater || one.op == Operator::GreaterEqual;
      if (isLow || one.op == Operator::Equal)
        if (!low || one.version > low->version ||
            (one.version == low->version && one.op == Operator::Greater))
          low = one;
      if (!isLow)
        if (!high || one.version < high->version ||
            (one.version == high->version && one.op == Operator::Less))
          high = one;
    }
  }

  bool isEmpty() const {
    if (high && high->op == Operator::Less && high->version == Version{0, 0, 0, {"0"}})
      return true;
    if (!low || !high || low->version < high->version)
      return false;
    return low->version > high->version || low->op == Operator::Greater ||
           high->op == Operator::Less;
  }

  bool isWithin(const Bounds &outer) const {
    if (outer.low) {
      if (!low || low->version < outer.low->version)
        return false;
      if (low->version == outer.low->version && outer.low->op == Operator::Greater &&
          low->op != Operator::Greater)
        return false;
    }
    if (outer.high) {
      if (!high || high->version > outer.high->version)
        return false;
      if (high->version == outer.high->version && outer.high->op == Operator::Less &&
          high->op != Operator::Less)
        return false;
    }
    return true;
  }
};

bool VersionRange::isWithin(const VersionRange &other) const {
  // what names a prerelease has versions that only a range which names one of the same has
  auto isNamedBy = [](const Comparator &one, const Comparators &set) {
    const Version &version = one.version;
    bool isBound = one.op == Operator::Less && version.prerelease == std::vector<std::string>{"0"};
    return version.prerelease.empty() || isBound || llvm::any_of(set, [&](const Comparator &named) {
             return !named.version.prerelease.empty() && named.version.major == version.major &&
                    named.version.minor == version.minor && named.version.patch == version.patch;
           });
  };
  return llvm::all_of(alternatives_, [&](const Comparators &set) {
    Bounds bounds(set);
    return bounds.isEmpty() || llvm::any_of(other.alternatives_, [&](const Comparators &outer) {
             return bounds.isWithin(Bounds(outer)) &&
                    llvm::all_of(set, [&](const Comparator &one) { return isNamedBy(one, outer); });
           });
  });
}

bool VersionRange::reaches(const Version &version) const {
  return llvm::any_of(alternatives_, [&](const Comparators &set) {
    Bounds bounds(set);
    if (bounds.isEmpty())
      return false;
    return !bounds.high || bounds.high->version > version ||
           (bounds.high->version == version && bounds.high->op != Operator::Less);
  });
}

} // namespace agentc
