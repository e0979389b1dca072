#ifndef AGENTC_SUPPORT_REGEXPPROGRAM_H
#define AGENTC_SUPPORT_REGEXPPROGRAM_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// A set of UTF-16 code units, as ranges.
struct UnitSet {
  llvm::SmallVector<std::pair<char16_t, char16_t>, 8> ranges;
  bool inverted = false;
  /// The members of the ranges below 128, by bits, once there are all of them.
  std::array<uint64_t, 2> ascii{};
  void noteAscii();
  /// True if one of the ranges contains a code unit.
  bool contains(char16_t unit) const {
    return unit < 128 ? (ascii[unit / 64] >> (unit % 64)) & 1 : containsBeyondAscii(unit);
  }

private:
  bool containsBeyondAscii(char16_t unit) const;
};

enum class RegExpOp : uint8_t {
  Unit,          ///< the unit `a`
  Set,           ///< a unit of set `a`
  LineStart,     ///< `^`
  LineEnd,       ///< `$`
  WordBoundary,  ///< `\b`, or `\B` if `a` is 1
  Split,         ///< goes on at `a`, and at `b` if that fails
  Jump,          ///< goes on at `a`
  Save,          ///< register `a` becomes the position
  ForgetGroups,  ///< the registers from `a` up to `b` become unset
  FailIfEmpty,   ///< fails if register `a` is the position
  BackReference, ///< what group `a` matched
  Look,          ///< what follows must match up to `Accept`, then on at `b`; not match if `a` is 1
  Accept,
};

struct RegExpInstruction {
  RegExpOp op;
  uint32_t a = 0, b = 0;
};

/// A compiled regular expression of ECMA-262 section 22.2, Annex B included, for matching by units:
/// without lookbehind, modifiers, properties, and beyond ASCII without the flags `i` and `u`.
struct RegExpProgram {
  std::vector<RegExpInstruction> code;
  std::vector<UnitSet> sets;
  unsigned groups = 1; ///< with the whole match
  unsigned registers = 2;
  llvm::StringMap<unsigned> names;
  bool global = false, sticky = false, ignoreCase = false, multiline = false, dotAll = false;
  bool asciiOnly = false; ///< what it does on other text isn't known
};

enum class RegExpReading : uint8_t {
  Exact,       ///< what it matches is what JavaScript says
  Approximate, ///< for measuring: lookbehind counts as met, properties and code points beyond 16
               ///< bits as sets of units that are about theirs
  Short,       ///< the same with counted repetitions cut to a few, long ones of parts to endless
};

/// std::nullopt for what isn't compiled, or isn't valid.
std::optional<RegExpProgram> compileRegExp(llvm::StringRef wtf8Pattern, llvm::StringRef flags,
                                           RegExpReading reading = RegExpReading::Exact);

/// Steps that one match may take.
inline constexpr uint64_t maxRegExpSteps = 1 << 20;

enum class RegExpOutcome : uint8_t { Match, Failure, GaveUp };

/// The begin and end of each group; npos for a group that did not take part.
using RegExpCaptures = llvm::SmallVector<std::pair<size_t, size_t>, 4>;

/// True if the matches of the expression in that text can be told.
bool canMatch(const RegExpProgram &program, const std::u16string &text);
/// Matches at one place only; takes what it does from `steps`.
RegExpOutcome matchAt(const RegExpProgram &program, const std::u16string &text, size_t at,
                      RegExpCaptures &captures, uint64_t &steps);
/// Matches at the first place from `at` on.
RegExpOutcome matchFrom(const RegExpProgram &program, const std::u16string &text, size_t at,
                        RegExpCaptures &captures, uint64_t &steps);

} // namespace agentc

#endif
