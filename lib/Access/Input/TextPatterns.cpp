#include "TextPatterns.h"

#include "agentc/Support/RegExpProgram.h"

#include "llvm/ADT/BitVector.h"

namespace agentc {

namespace {

/// The characters that end a quoted text, a word or a statement.
llvm::StringRef harmfulIn(TextUse use) {
  switch (use) {
  case TextUse::Sql:
    return "'\"`;\\(=";
  case TextUse::Command:
    return ";&|$`<>(){}'\"\\\n";
  case TextUse::Path:
    return "/";
  case TextUse::Key:
    return "_";
  }
  return "";
}

std::optional<RegExpProgram> programOf(const RegExpValue &expression) {
  return compileRegExp(expression.pattern, expression.flags, RegExpReading::Approximate);
}

/// The instructions of a program that a match goes through between two places.
class Reading {
public:
  explicit Reading(const RegExpProgram &program) : program_(program) {}

  /// All that is reached from `start` without going through one that `stops`.
  template <typename F> llvm::BitVector reach(uint32_t start, F stops) const {
    llvm::BitVector seen(program_.code.size());
    llvm::SmallVector<uint32_t, 32> open{start};
    while (!open.empty()) {
      uint32_t at = open.pop_back_val();
      if (at >= program_.code.size() || seen.test(at))
        continue;
      seen.set(at);
      if (stops(program_.code[at]))
        continue;
      forEachNext(at, [&](uint32_t next) { open.push_back(next); });
    }
    return seen;
  }

  /// True if every match begins where the text does, or ends where it does.
  bool isBoundAtStart() const {
    llvm::BitVector seen =
        reach(0, [](const RegExpInstruction &one) { return one.op == RegExpOp::LineStart; });
    return none(seen, [](const RegExpInstruction &one) {
      return takesUnit(one) || one.op == RegExpOp::Accept;
    });
  }
  bool isBoundAtEnd() const {
    // from behind each unit, the end of the text is asked for before the match is accepted
    auto stops = [](const RegExpInstruction &one) {
      return takesUnit(one) || one.op == RegExpOp::LineEnd;
    };
    auto accepts = [&](uint32_t start) {
      return !none(reach(start, stops),
                   [](const RegExpInstruction &one) { return one.op == RegExpOp::Accept; });
    };
    if (accepts(0))
      return false;
    for (uint32_t at = 0; at < program_.code.size(); ++at)
      if (takesUnit(program_.code[at]) && accepts(at + 1))
        return false;
    return true;
  }

  bool contains(const RegExpInstruction &one, char16_t unit) const {
    if (one.op == RegExpOp::Unit)
      return one.a == unit;
    return one.op == RegExpOp::Set &&
           program_.sets[one.a].contains(unit) != program_.sets[one.a].inverted;
  }

  /// True if a set among these instructions has a harmful character, or the same loop goes through
  /// a dot and a slash.
  bool hasHarm(const llvm::BitVector &among, TextUse use) const {
    for (uint32_t at : among.set_bits()) {
      const RegExpInstruction &one = program_.code[at];
      if (one.op == RegExpOp::BackReference)
        return true;
      if (one.op != RegExpOp::Set)
        continue;
      if (use != TextUse::Path) {
        if (llvm::any_of(harmfulIn(use), [&](char c) { return contains(one, c); }))
          return true;
      } else if (contains(one, '/') ? contains(one, '.') || loopHas(at, '.')
                                    : contains(one, '.') && loopHas(at, '/')) {
        return true;
      }
    }
    return false;
  }

  static bool takesUnit(const RegExpInstruction &one) {
    return one.op == RegExpOp::Unit || one.op == RegExpOp::Set;
  }

private:
  template <typename F> bool none(const llvm::BitVector &seen, F isOne) const {
    return llvm::none_of(seen.set_bits(), [&](unsigned at) { return isOne(program_.code[at]); });
  }

  template <typename F> void forEachNext(uint32_t at, F visit) const {
    const RegExpInstruction &one = program_.code[at];
    switch (one.op) {
    case RegExpOp::Split:
      visit(one.a), visit(one.b);
      return;
    case RegExpOp::Jump:
      return visit(one.a);
    case RegExpOp::Look:
      return visit(one.b);
    case RegExpOp::Accept:
      return;
    default:
      return visit(at + 1);
    }
  }

  /// True if a unit is taken on a way from an instruction back to itself.
  bool loopHas(uint32_t start, char16_t unit) const {
    auto never = [](const RegExpInstruction &) { return false; };
    const llvm::BitVector reached = reach(start, never);
    for (uint32_t at : reached.set_bits())
      if (contains(program_.code[at], unit) && at != start && reach(at, never).test(start))
        return true;
    return false;
  }

  const RegExpProgram &program_;
};

/// The set of a program that looks for one of its characters, or for a row of them; null for any
/// other program.
const UnitSet *onlySetOf(const RegExpProgram &program) {
  const UnitSet *found = nullptr;
  for (const RegExpInstruction &one : program.code) {
    bool isSet = one.op == RegExpOp::Set;
    bool isOther = !isSet && one.op != RegExpOp::Save && one.op != RegExpOp::Accept &&
                   one.op != RegExpOp::Split && one.op != RegExpOp::Jump;
    const UnitSet *set = isSet ? &program.sets[one.a] : found;
    if (isOther || (found && (set->ranges != found->ranges || set->inverted != found->inverted)))
      return nullptr;
    found = set;
  }
  return found;
}

bool hasAll(const UnitSet &set, llvm::StringRef characters) {
  return llvm::all_of(characters, [&](char c) {
    return set.contains(static_cast<unsigned char>(c)) != set.inverted;
  });
}

} // namespace

bool isAllowList(const RegExpValue &expression, TextUse use) {
  std::optional<RegExpProgram> program = programOf(expression);
  if (!program || program->multiline)
    return false;
  Reading reading(*program);
  if (!reading.isBoundAtStart() || !reading.isBoundAtEnd())
    return false;
  llvm::BitVector all(program->code.size(), true);
  return !reading.hasHarm(all, use);
}

bool canMatchHarm(const RegExpValue &expression, llvm::StringRef group, TextUse use) {
  std::optional<RegExpProgram> program = programOf(expression);
  if (!program)
    return true;
  unsigned number = 0;
  if (group.getAsInteger(10, number)) {
    auto named = program->names.find(group);
    if (named == program->names.end())
      return true;
    number = named->second;
  }
  if (number >= program->groups)
    return true;
  Reading reading(*program);
  for (uint32_t at = 0; at < program->code.size(); ++at) {
    const RegExpInstruction &one = program->code[at];
    if (one.op != RegExpOp::Save || one.a != 2 * number)
      continue;
    llvm::BitVector inside = reading.reach(at, [&](const RegExpInstruction &next) {
      return next.op == RegExpOp::Save && next.a == 2 * number + 1;
    });
    if (reading.hasHarm(inside, use))
      return true;
  }
  return false;
}

bool isDenyListOfAll(const RegExpValue &expression, TextUse use) {
  std::optional<RegExpProgram> program = programOf(expression);
  const UnitSet *set = program ? onlySetOf(*program) : nullptr;
  return set && hasAll(*set, harmfulIn(use));
}

bool keepsFolders(const Value &pattern, const Value &replacement) {
  const auto *text = llvm::dyn_cast<StringValue>(&pattern);
  const auto *expression = llvm::dyn_cast<RegExpValue>(&pattern);
  std::optional<llvm::StringRef> given = asString(replacement);
  bool givesSlash = given && (*given == "/" || *given == "\\");
  if (text)
    return !text->value.contains('.') && (givesSlash || !text->value.contains('/'));
  std::optional<RegExpProgram> program = expression ? programOf(*expression) : std::nullopt;
  if (!program)
    return false;
  Reading reading(*program);
  bool isAtEnd = expression->pattern.ends_with("$") && !expression->pattern.contains('|');
  return llvm::none_of(program->code, [&](const RegExpInstruction &one) {
    return one.op == RegExpOp::BackReference || reading.contains(one, '.') ||
           (reading.contains(one, '/') && !givesSlash && !isAtEnd);
  });
}

bool findsOuterFolders(const RegExpValue &expression) {
  std::optional<RegExpProgram> program = programOf(expression);
  if (!program)
    return false;
  // each of them has to be found
  static constexpr const char16_t *outer[] = {u"../x", u"a/../x", u".."};
  return llvm::all_of(outer, [&](const char16_t *path) {
    RegExpCaptures captures;
    uint64_t steps = maxRegExpSteps;
    return matchFrom(*program, path, 0, captures, steps) == RegExpOutcome::Match;
  });
}

bool isCleaning(const Value &pattern, bool isAll, TextUse use) {
  if (const auto *expression = llvm::dyn_cast<RegExpValue>(&pattern)) {
    std::optional<RegExpProgram> program = programOf(*expression);
    if (!program || !program->global)
      return false;
    const UnitSet *set = onlySetOf(*program);
    if (set)
      return (use != TextUse::Path && use != TextUse::Key &&
              (hasAll(*set, "'") || hasAll(*set, "\""))) ||
             hasAll(*set, harmfulIn(use)) || (use == TextUse::Path && hasAll(*set, "."));
    llvm::StringRef text = expression->pattern;
    return use != TextUse::Path && use != TextUse::Key &&
           (text == "'" || text == "\"" || text == "`");
  }
  std::optional<llvm::StringRef> text = asString(pattern);
  if (!text || !isAll)
    return false;
  if (use == TextUse::Key)
    return *text == "_";
  return use == TextUse::Path ? *text == "/" || *text == "."
                              : *text == "'" || *text == "\"" || *text == "`";
}

} // namespace agentc
