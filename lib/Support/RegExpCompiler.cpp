// One file, since the grammar of ECMA-262 22.2.1 is one recursion, each production a method that
// emits what it reads.
#include "agentc/Support/RegExpProgram.h"
#include "agentc/Support/Utf16.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

constexpr unsigned maxRegExpDepth = 50;
constexpr size_t maxRegExpCode = 20000;

/// Parses and compiles in one pass; any method's false means that the pattern isn't compiled.
class Compiler {
public:
  Compiler(std::u16string pattern, RegExpProgram &program, bool unicode, RegExpReading reading)
      : text_(std::move(pattern)), program_(program), unicode_(unicode), reading_(reading) {}

  bool compile() {
    if (!countGroups())
      return false;
    program_.registers = program_.groups * 2;
    emit(RegExpOp::Save, 0);
    if (!disjunction(0) || at_ != text_.size())
      return false;
    emit(RegExpOp::Save, 1);
    emit(RegExpOp::Accept);
    return program_.code.size() <= maxRegExpCode;
  }

private:
  bool isAtEnd() const { return at_ >= text_.size(); }
  char16_t peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : u'\0';
  }
  bool accept(std::u16string_view word) {
    if (std::u16string_view(text_).substr(at_, word.size()) != word)
      return false;
    at_ += word.size();
    return true;
  }
  uint32_t emit(RegExpOp op, uint32_t a = 0, uint32_t b = 0) {
    program_.code.push_back({op, a, b});
    return program_.code.size() - 1;
  }
  uint32_t here() const { return program_.code.size(); }

  bool countGroups() {
    bool inSet = false;
    for (size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] == '\\')
        ++i;
      else if (text_[i] == '[')
        inSet = true;
      else if (text_[i] == ']')
        inSet = false;
      else if (text_[i] == '(' && !inSet) {
        bool isNamed = text_.compare(i, 3, u"(?<") == 0 && i + 3 < text_.size() &&
                       text_[i + 3] != '=' && text_[i + 3] != '!';
        hasNames_ |= isNamed;
        if (isNamed)
          groupNames_.push_back({text_.substr(i + 3, text_.find('>', i) - i - 3), program_.groups});
        program_.groups += isNamed || i + 1 >= text_.size() || text_[i + 1] != '?';
      }
    }
    return program_.groups < 500;
  }

  bool disjunction(unsigned depth) {
    if (depth > maxRegExpDepth)
      return false;
    llvm::SmallVector<uint32_t, 4> ends;
    for (;;) {
      // an alternative may follow: leave room for the split
      uint32_t split = emit(RegExpOp::Jump, here() + 1);
      while (!isAtEnd() && peek() != '|' && peek() != ')')
        if (!term(depth) || program_.code.size() > maxRegExpCode)
          return false;
      if (!accept(u"|"))
        break;
      ends.push_back(emit(RegExpOp::Jump));
      program_.code[split] = {RegExpOp::Split, split + 1, here()};
    }
    for (uint32_t end : ends)
      program_.code[end].a = here();
    return true;
  }

  bool term(unsigned depth) {
    if (accept(u"^"))
      return emit(RegExpOp::LineStart), true;
    if (accept(u"$"))
      return emit(RegExpOp::LineEnd), true;
    if (accept(u"\\b"))
      return emit(RegExpOp::WordBoundary), true;
    if (accept(u"\\B"))
      return emit(RegExpOp::WordBoundary, 1), true;
    bool isPositive = accept(u"(?=");
    if (isPositive || accept(u"(?!")) {
      uint32_t look = emit(RegExpOp::Look, !isPositive);
      if (!disjunction(depth + 1) || !accept(u")"))
        return false;
      emit(RegExpOp::Accept);
      program_.code[look].b = here();
      return !isQuantifier();
    }
    if (reading_ != RegExpReading::Exact && (accept(u"(?<=") || accept(u"(?<!"))) {
      uint32_t before = here();
      if (!disjunction(depth + 1) || !accept(u")"))
        return false;
      program_.code.resize(before);
      return true;
    }
    uint32_t start = here();
    unsigned firstGroup = nextGroup_;
    if (!atom(depth))
      return false;
    return quantifier(start, firstGroup);
  }

  bool isQuantifier() const {
    return peek() == '*' || peek() == '+' || peek() == '?' ||
           (peek() == '{' && (unicode_ || isBracedQuantifier()));
  }

  /// Without the flag u any other brace stands for itself.
  bool isBracedQuantifier() const {
    size_t at = 1;
    auto skipDigits = [&] {
      size_t begin = at;
      while (peek(at) < 0x80 && llvm::isDigit(peek(at)))
        ++at;
      return at > begin;
    };
    if (!skipDigits())
      return false;
    if (peek(at) == ',') {
      ++at;
      skipDigits();
    }
    return peek(at) == '}';
  }

  bool atom(unsigned depth) {
    if (accept(u"("))
      return group(depth);
    if (accept(u".")) {
      UnitSet set;
      set.inverted = true;
      if (!program_.dotAll)
        set.ranges = {{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}};
      return addSet(std::move(set)), true;
    }
    if (accept(u"["))
      return characterClass();
    if (accept(u"\\"))
      return atomEscape();
    if (isQuantifier() || (unicode_ && (peek() == ']' || peek() == '}')))
      return false;
    emit(RegExpOp::Unit, text_[at_++]);
    return true;
  }

  bool group(unsigned depth) {
    unsigned index = 0;
    if (accept(u"?:")) {
    } else if (accept(u"?<")) {
      std::string name;
      while (!isAtEnd() && peek() < 0x80 &&
             (llvm::isAlnum(peek()) || peek() == '_' || peek() == '$'))
        name += static_cast<char>(text_[at_++]);
      index = nextGroup_++;
      if (name.empty() || !accept(u">") || !program_.names.try_emplace(name, index).second)
        return false;
    } else if (peek() == '?') {
      return false;
    } else {
      index = nextGroup_++;
    }
    // the whole match's registers are its own: group 0 means none here
    if (index)
      emit(RegExpOp::Save, index * 2);
    if (!disjunction(depth + 1) || !accept(u")"))
      return false;
    if (index)
      emit(RegExpOp::Save, index * 2 + 1);
    return true;
  }

  bool quantifier(uint32_t start, unsigned firstGroup) {
    std::optional<std::pair<uint32_t, uint32_t>> bounds = quantifierBounds();
    if (!bounds)
      return !isQuantifier();
    auto [min, max] = *bounds;
    bool isLazy = accept(u"?");
    std::vector<RegExpInstruction> body(program_.code.begin() + start, program_.code.end());
    program_.code.resize(start);
    if (reading_ == RegExpReading::Short && max >= min)
      shorten(body, min, max);
    bool isUnbounded = max == UINT32_MAX;
    if (max < min || body.size() * (isUnbounded ? min + 1.0 : max) > maxRegExpCode)
      return false;
    auto iteration = [&] {
      if (firstGroup < nextGroup_)
        emit(RegExpOp::ForgetGroups, firstGroup * 2, nextGroup_ * 2);
      append(body, start);
    };
    for (uint32_t i = 0; i < min; ++i)
      iteration();
    llvm::SmallVector<uint32_t, 8> splits;
    for (uint32_t i = min; i < (isUnbounded ? min + 1 : max); ++i) {
      splits.push_back(emit(RegExpOp::Split));
      uint32_t before = program_.registers++;
      emit(RegExpOp::Save, before);
      iteration();
      emit(RegExpOp::FailIfEmpty, before);
      if (isUnbounded)
        emit(RegExpOp::Jump, splits.back());
    }
    for (uint32_t split : splits) {
      program_.code[split].a = isLazy ? here() : split + 1;
      program_.code[split].b = isLazy ? split + 1 : here();
    }
    return program_.registers < 5000;
  }

  /// A few iterations are as telling as many, and many of what has several ways as endless ones.
  static void shorten(llvm::ArrayRef<RegExpInstruction> body, uint32_t &min, uint32_t &max) {
    constexpr uint32_t few = 3, many = 10;
    bool hasWays =
        llvm::any_of(body, [](const RegExpInstruction &one) { return one.op == RegExpOp::Split; });
    min = std::min(min, few);
    if (max != UINT32_MAX)
      max = max >= many && hasWays ? UINT32_MAX : std::min(max, few);
  }

  /// Copies code that was compiled at `start` to here.
  void append(llvm::ArrayRef<RegExpInstruction> body, uint32_t start) {
    uint32_t shift = here() - start;
    for (RegExpInstruction instruction : body) {
      if (instruction.op == RegExpOp::Split || instruction.op == RegExpOp::Jump)
        instruction.a += shift;
      if (instruction.op == RegExpOp::Split || instruction.op == RegExpOp::Look)
        instruction.b += shift;
      program_.code.push_back(instruction);
    }
  }

  std::optional<std::pair<uint32_t, uint32_t>> quantifierBounds() {
    if (accept(u"*"))
      return std::pair(0u, UINT32_MAX);
    if (accept(u"+"))
      return std::pair(1u, UINT32_MAX);
    if (accept(u"?"))
      return std::pair(0u, 1u);
    if (peek() != '{')
      return std::nullopt;
    size_t before = at_++;
    std::optional<uint32_t> min = decimal(), max = min;
    if (min && accept(u","))
      max = peek() == '}' ? std::optional(UINT32_MAX) : decimal();
    if (min && max && accept(u"}"))
      return std::pair(*min, *max);
    at_ = before;
    return std::nullopt;
  }

  std::optional<uint32_t> decimal() {
    uint32_t value = 0;
    size_t begin = at_;
    for (; peek() < 0x80 && llvm::isDigit(peek()); ++at_) {
      value = value * 10 + (peek() - '0');
      if (value > 100000)
        return std::nullopt;
    }
    return at_ > begin ? std::optional(value) : std::nullopt;
  }

  void addSet(UnitSet set) {
    set.noteAscii();
    program_.sets.push_back(std::move(set));
    emit(RegExpOp::Set, program_.sets.size() - 1);
  }

  static bool addNamedSet(char16_t letter, UnitSet &set) {
    using Range = std::pair<char16_t, char16_t>;
    llvm::SmallVector<Range, 12> ranges;
    switch (llvm::toLower(static_cast<char>(letter))) {
    case 'd':
      ranges = {{'0', '9'}};
      break;
    case 'w':
      ranges = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
      break;
    case 's':
      ranges = {{9, 13},          {' ', ' '},       {0xA0, 0xA0},     {0x1680, 0x1680},
                {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F},
                {0x3000, 0x3000}, {0xFEFF, 0xFEFF}};
      break;
    default:
      return false;
    }
    if (letter >= 'a') {
      set.ranges.append(ranges.begin(), ranges.end());
      return true;
    }
    unsigned next = 0;
    for (Range range : ranges) {
      if (range.first > next)
        set.ranges.push_back({next, range.first - 1});
      next = range.second + 1;
    }
    if (next <= 0xFFFF)
      set.ranges.push_back({next, 0xFFFF});
    return true;
  }

  static bool isNamedSet(char16_t letter) {
    return letter < 0x80 && llvm::StringRef("dDwWsS").contains(static_cast<char>(letter));
  }

  bool atomEscape() {
    char16_t c = peek();
    if (isNamedSet(c)) {
      UnitSet set;
      addNamedSet(text_[at_++], set);
      return addSet(std::move(set)), true;
    }
    if (c >= '1' && c <= '9') {
      std::optional<uint32_t> index = decimal();
      if (!index || *index >= program_.groups)
        return false;
      emit(RegExpOp::BackReference, *index);
      return true;
    }
    if (c == 'k' && (hasNames_ || unicode_))
      return reading_ != RegExpReading::Exact && namedReference();
    if (unicode_ && (c == 'p' || c == 'P') && reading_ != RegExpReading::Exact)
      return property();
    std::optional<char16_t> unit = characterEscape();
    if (!unit)
      return false;
    emit(RegExpOp::Unit, *unit);
    return true;
  }

  bool namedReference() {
    size_t end = text_.find(u'>', at_);
    if (!accept(u"k<") || end == std::u16string::npos)
      return false;
    std::u16string name = text_.substr(at_, end - at_);
    at_ = end + 1;
    for (const auto &[known, index] : groupNames_)
      if (known == name)
        return emit(RegExpOp::BackReference, index), true;
    return false;
  }

  /// Units that have the property, as far as that matters to how expressions are ambiguous: of the
  /// letters beyond ASCII it is not known which have it; rare properties have a unit of their own.
  bool propertySet(UnitSet &set) {
    bool isInverted = text_[at_++] == 'P';
    size_t end = text_.find(u'}', at_);
    if (!accept(u"{") || end == std::u16string::npos)
      return false;
    std::u16string name = text_.substr(at_, end - at_);
    at_ = end + 1;
    if (size_t value = name.find(u'=');
        value != std::u16string::npos && name[0] != 'S' && name[0] != 's')
      name.erase(0, value + 1);
    UnitSet units;
    if (name == u"Lu" || name == u"Uppercase")
      units.ranges = {{'A', 'Z'}};
    else if (name == u"Ll" || name == u"Lowercase")
      units.ranges = {{'a', 'z'}};
    else if (name == u"L" || name == u"Letter" || name == u"Alphabetic" || name == u"Alpha")
      units.ranges = {{'A', 'Z'}, {'a', 'z'}, {0x80, 0xD7FF}};
    else if (name == u"ID_Start" || name == u"ID_Continue")
      units.ranges = {{'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0x80, 0xD7FF}};
    else if (name[0] == 'N')
      units.ranges = {{'0', '9'}};
    else if (name[0] == 'Z' || name == u"White_Space")
      units.ranges = {{' ', ' '}};
    else if (name == u"P" || name == u"Punctuation")
      units.ranges = {{'!', '#'}, {'%', '*'}, {',', '/'}, {':', ';'}, {'?', '@'}};
    else if (name == u"S" || name == u"Symbol")
      units.ranges = {{'$', '$'}, {'+', '+'}, {'<', '>'}};
    else
      units.ranges = {{privateUnitOf(name), privateUnitOf(name)}};
    if (isInverted)
      invert(units);
    set.ranges.append(units.ranges.begin(), units.ranges.end());
    return true;
  }

  char16_t privateUnitOf(const std::u16string &name) {
    auto found = llvm::find(properties_, name);
    if (found == properties_.end())
      found = properties_.insert(found, name);
    return 0xE000 + std::min<ptrdiff_t>(found - properties_.begin(), 0xFF);
  }

  static void invert(UnitSet &set) {
    UnitSet inverted;
    unsigned next = 0;
    for (auto [first, last] : set.ranges) {
      if (first > next)
        inverted.ranges.push_back({next, first - 1});
      next = last + 1;
    }
    inverted.ranges.push_back({next, 0xFFFF});
    set.ranges = inverted.ranges;
  }

  bool property() {
    UnitSet set;
    return propertySet(set) && (addSet(std::move(set)), true);
  }

  /// `{1F600}` behind a `u`; of what takes two units the first.
  std::optional<char16_t> codePoint() {
    ++at_;
    uint32_t point = 0;
    for (; !isAtEnd() && peek() != '}'; ++at_) {
      unsigned digit = peek() < 0x80 ? llvm::hexDigitValue(static_cast<char>(peek())) : ~0u;
      point = point * 16 + digit;
      if (digit > 15 || point > 0x10FFFF)
        return std::nullopt;
    }
    if (!accept(u"}"))
      return std::nullopt;
    return static_cast<char16_t>(point > 0xFFFF ? 0xD800 + ((point - 0x10000) >> 10) : point);
  }

  std::optional<char16_t> hexadecimal(unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i) {
      unsigned digit = peek(i) < 0x80 ? llvm::hexDigitValue(static_cast<char>(peek(i))) : ~0u;
      if (digit > 15)
        return std::nullopt;
      value = value * 16 + digit;
    }
    at_ += count;
    return value;
  }

  /// Reads an escape behind its backslash; std::nullopt unless the escape is one unit.
  std::optional<char16_t> characterEscape() {
    if (isAtEnd())
      return std::nullopt;
    char16_t c = text_[at_++];
    switch (c) {
    case 't':
      return u'\t';
    case 'n':
      return u'\n';
    case 'v':
      return u'\v';
    case 'f':
      return u'\f';
    case 'r':
      return u'\r';
    case '0':
      return peek() >= '0' && peek() <= '9' ? std::nullopt : std::optional(u'\0');
    case 'c':
      if (peek() >= 0x80 || !llvm::isAlpha(static_cast<char>(peek())))
        return std::nullopt;
      return static_cast<char16_t>(text_[at_++] % 32);
    case 'x':
    case 'u': {
      bool isExact = reading_ == RegExpReading::Exact;
      if (unicode_ && peek() == '{')
        return isExact || c == 'x' ? std::nullopt : codePoint();
      std::optional<char16_t> unit = hexadecimal(c == 'x' ? 2 : 4);
      if (unicode_ && (!unit || (isExact && *unit >= 0x80)))
        return std::nullopt;
      return unit ? unit : c;
    }
    default:
      // digits are groups or old octals; the flag u allows syntax only
      if ((c >= '1' && c <= '9') ||
          (unicode_ && std::u16string_view(u"^$\\.*+?()[]{}|/").find(c) == std::u16string::npos))
        return std::nullopt;
      return c;
    }
  }

  bool characterClass() {
    UnitSet set;
    set.inverted = accept(u"^");
    while (peek() != ']' || isAtEnd()) {
      std::optional<char16_t> first, last;
      if (isAtEnd() || !classAtom(set, first))
        return false;
      if (peek() == '-' && peek(1) != ']' && at_ + 1 < text_.size()) {
        ++at_;
        if (!classAtom(set, last))
          return false;
        if (first && last) {
          if (*first > *last)
            return false;
          set.ranges.push_back({*first, *last});
          continue;
        }
        set.ranges.push_back({'-', '-'});
      }
      for (std::optional<char16_t> one : {first, last})
        if (one)
          set.ranges.push_back({*one, *one});
    }
    ++at_;
    return addSet(std::move(set)), true;
  }

  /// One unit into `unit`, or a named set right into `set`.
  bool classAtom(UnitSet &set, std::optional<char16_t> &unit) {
    if (!accept(u"\\")) {
      unit = text_[at_++];
      return true;
    }
    if (isNamedSet(peek()))
      return addNamedSet(text_[at_++], set);
    if (unicode_ && (peek() == 'p' || peek() == 'P') && reading_ != RegExpReading::Exact)
      return propertySet(set);
    if (accept(u"b"))
      unit = u'\b';
    else if (accept(u"-"))
      unit = u'-';
    else if (peek() != 'B' && peek() != 'k')
      unit = characterEscape();
    return unit.has_value();
  }

  std::u16string text_;
  RegExpProgram &program_;
  bool unicode_;
  RegExpReading reading_;
  bool hasNames_ = false;
  std::vector<std::pair<std::u16string, unsigned>> groupNames_;
  std::vector<std::u16string> properties_;
  size_t at_ = 0;
  unsigned nextGroup_ = 1;
};

} // namespace

std::optional<RegExpProgram> compileRegExp(llvm::StringRef pattern, llvm::StringRef flags,
                                           RegExpReading reading) {
  RegExpProgram program;
  bool unicode = false;
  bool isExact = reading == RegExpReading::Exact;
  bool hasIndices = false;
  for (char flag : flags) {
    bool *known = flag == 'g'               ? &program.global
                  : flag == 'y'             ? &program.sticky
                  : flag == 'i'             ? &program.ignoreCase
                  : flag == 'm'             ? &program.multiline
                  : flag == 's'             ? &program.dotAll
                  : flag == 'u'             ? &unicode
                  : flag == 'd' && !isExact ? &hasIndices
                                            : nullptr;
    if (!known || *known)
      return std::nullopt;
    *known = true;
  }
  program.asciiOnly = unicode || program.ignoreCase;
  if ((unicode && isExact && !isAscii(pattern)) || pattern.size() > 10000 ||
      !Compiler(toUtf16(pattern), program, unicode, reading).compile())
    return std::nullopt;
  return program;
}

} // namespace agentc
