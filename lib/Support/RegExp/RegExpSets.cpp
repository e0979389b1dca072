#include "RegExpCompiler.h"

namespace agentc {

bool addNamedSet(char16_t letter, UnitSet &set) {
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

void RegExpCompiler::addSet(UnitSet set) {
  set.noteAscii();
  program_.sets.push_back(std::move(set));
  emit(RegExpOp::Set, program_.sets.size() - 1);
}

bool RegExpCompiler::propertySet(UnitSet &set) {
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

char16_t RegExpCompiler::privateUnitOf(const std::u16string &name) {
  auto found = llvm::find(properties_, name);
  if (found == properties_.end())
    found = properties_.insert(found, name);
  return 0xE000 + std::min<ptrdiff_t>(found - properties_.begin(), 0xFF);
}

bool RegExpCompiler::property() {
  UnitSet set;
  return propertySet(set) && (addSet(std::move(set)), true);
}

std::optional<char16_t> RegExpCompiler::codePoint() {
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

std::optional<char16_t> RegExpCompiler::hexadecimal(unsigned count) {
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

std::optional<char16_t> RegExpCompiler::characterEscape() {
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

bool RegExpCompiler::characterClass() {
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

bool RegExpCompiler::classAtom(UnitSet &set, std::optional<char16_t> &unit) {
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

} // namespace agentc
