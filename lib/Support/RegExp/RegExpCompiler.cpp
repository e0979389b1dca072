#include "RegExpCompiler.h"

#include "agentc/Support/Utf16.h"

namespace agentc {

/// A few iterations are as telling as many, and many of what has several ways as endless ones.
static void shorten(llvm::ArrayRef<RegExpInstruction> body, uint32_t &min, uint32_t &max) {
  constexpr uint32_t few = 3, many = 10;
  bool hasWays =
      llvm::any_of(body, [](const RegExpInstruction &one) { return one.op == RegExpOp::Split; });
  min = std::min(min, few);
  if (max != UINT32_MAX)
    max = max >= many && hasWays ? UINT32_MAX : std::min(max, few);
}

bool RegExpCompiler::compile() {
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

bool RegExpCompiler::accept(std::u16string_view word) {
  if (std::u16string_view(text_).substr(at_, word.size()) != word)
    return false;
  at_ += word.size();
  return true;
}

bool RegExpCompiler::countGroups() {
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

bool RegExpCompiler::disjunction(unsigned depth) {
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

bool RegExpCompiler::term(unsigned depth) {
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

bool RegExpCompiler::isQuantifier() const {
  return peek() == '*' || peek() == '+' || peek() == '?' ||
         (peek() == '{' && (unicode_ || isBracedQuantifier()));
}

bool RegExpCompiler::isBracedQuantifier() const {
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

bool RegExpCompiler::atom(unsigned depth) {
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

bool RegExpCompiler::group(unsigned depth) {
  unsigned index = 0;
  if (accept(u"?:")) {
  } else if (accept(u"?<")) {
    std::string name;
    while (!isAtEnd() && peek() < 0x80 && (llvm::isAlnum(peek()) || peek() == '_' || peek() == '$'))
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

bool RegExpCompiler::quantifier(uint32_t start, unsigned firstGroup) {
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

void RegExpCompiler::append(llvm::ArrayRef<RegExpInstruction> body, uint32_t start) {
  uint32_t shift = here() - start;
  for (RegExpInstruction instruction : body) {
    if (instruction.op == RegExpOp::Split || instruction.op == RegExpOp::Jump)
      instruction.a += shift;
    if (instruction.op == RegExpOp::Split || instruction.op == RegExpOp::Look)
      instruction.b += shift;
    program_.code.push_back(instruction);
  }
}

std::optional<std::pair<uint32_t, uint32_t>> RegExpCompiler::quantifierBounds() {
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

std::optional<uint32_t> RegExpCompiler::decimal() {
  uint32_t value = 0;
  size_t begin = at_;
  for (; peek() < 0x80 && llvm::isDigit(peek()); ++at_) {
    value = value * 10 + (peek() - '0');
    if (value > 100000)
      return std::nullopt;
  }
  return at_ > begin ? std::optional(value) : std::nullopt;
}

bool RegExpCompiler::atomEscape() {
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

bool RegExpCompiler::namedReference() {
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
      !RegExpCompiler(toUtf16(pattern), program, unicode, reading).compile())
    return std::nullopt;
  return program;
}

} // namespace agentc
