#ifndef AGENTC_LIB_SUPPORT_REGEXP_REGEXPCOMPILER_H
#define AGENTC_LIB_SUPPORT_REGEXP_REGEXPCOMPILER_H

#include "agentc/Support/RegExpProgram.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

/// Parses and compiles in one pass, by the grammar of ECMA-262 22.2.1: each production is a method
/// that emits what it reads. Any method's false means that the pattern isn't compiled.
class RegExpCompiler {
public:
  RegExpCompiler(std::u16string pattern, RegExpProgram &program, bool unicode,
                 RegExpReading reading)
      : text_(std::move(pattern)), program_(program), unicode_(unicode), reading_(reading) {}

  bool compile();

private:
  static constexpr unsigned maxRegExpDepth = 50;
  static constexpr size_t maxRegExpCode = 20000;

  bool isAtEnd() const { return at_ >= text_.size(); }
  char16_t peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : u'\0';
  }
  uint32_t here() const { return program_.code.size(); }
  uint32_t emit(RegExpOp op, uint32_t a = 0, uint32_t b = 0) {
    program_.code.push_back({op, a, b});
    return program_.code.size() - 1;
  }
  bool accept(std::u16string_view word);
  bool countGroups();
  bool disjunction(unsigned depth);
  bool term(unsigned depth);
  bool isQuantifier() const;
  /// Without the flag u any other brace stands for itself.
  bool isBracedQuantifier() const;
  bool atom(unsigned depth);
  bool group(unsigned depth);
  bool quantifier(uint32_t start, unsigned firstGroup);
  /// Copies code that was compiled at `start` to here.
  void append(llvm::ArrayRef<RegExpInstruction> body, uint32_t start);
  std::optional<std::pair<uint32_t, uint32_t>> quantifierBounds();
  std::optional<uint32_t> decimal();
  bool atomEscape();
  bool namedReference();

  void addSet(UnitSet set);
  /// Units that have the property, as far as that matters to how expressions are ambiguous: of the
  /// letters beyond ASCII it is not known which have it; rare properties have a unit of their own.
  bool propertySet(UnitSet &set);
  char16_t privateUnitOf(const std::u16string &name);
  bool property();
  /// `{1F600}` behind a `u`; of what takes two units the first.
  std::optional<char16_t> codePoint();
  std::optional<char16_t> hexadecimal(unsigned count);
  /// Reads an escape behind its backslash; std::nullopt unless the escape is one unit.
  std::optional<char16_t> characterEscape();
  bool characterClass();
  /// One unit into `unit`, or a named set right into `set`.
  bool classAtom(UnitSet &set, std::optional<char16_t> &unit);

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

/// True for the letters of `\d`, `\w`, `\s` and their opposites.
inline bool isNamedSet(char16_t letter) {
  return letter < 0x80 && llvm::StringRef("dDwWsS").contains(static_cast<char>(letter));
}
/// Adds the units of such a set. False for another letter.
bool addNamedSet(char16_t letter, UnitSet &set);

} // namespace agentc

#endif
