#include "agentc/Values/Backtracking.h"

#include "RegExp/RegExpAutomaton.h"
#include "agentc/Support/Utf16.h"

#include <cmath>

namespace agentc {

namespace {

/// Steps of one match that are many for any text of the lengths tried.
constexpr uint64_t manySteps = 400000;
constexpr unsigned maxSuffixes = 12;
constexpr unsigned maxExponentialPumps = 48;
constexpr double leastDegree = 1.7, mostDegree = 8;

class Measurement {
public:
  Measurement(const RegExpProgram &program, uint64_t &steps) : program_(program), steps_(steps) {}

  /// The attack that a loop is the middle of, with the first suffix that makes the match fail late.
  std::optional<BacktrackingAttack> attack(const Pumping &loop, bool isExponential,
                                           const std::u16string &units) {
    std::optional<BacktrackingAttack> best;
    auto tryOne = [&](const std::u16string &suffix) {
      std::optional<unsigned> degree =
          isExponential && doubles(loop, suffix) ? std::optional(0u) : degreeOf(loop, suffix);
      if (degree && (!best || *degree == 0 || (best->degree != 0 && *degree > best->degree)))
        best = BacktrackingAttack{fromUtf16(loop.prefix), fromUtf16(loop.pump), fromUtf16(suffix),
                                  *degree};
      return best && (best->degree == 0 || !isExponential);
    };
    if (tryOne(u"") || tryOne(u"\n!") || tryOne(u"\u0001"))
      return best;
    for (size_t i = 0; i < units.size() && i < maxSuffixes && steps_ > 0; ++i)
      if (tryOne(std::u16string(1, units[i])))
        return best;
    return best;
  }

private:
  /// The steps that matching takes, at most `manySteps`.
  uint64_t stepsOf(const Pumping &loop, unsigned pumps, const std::u16string &suffix) {
    std::u16string text = loop.prefix;
    for (unsigned i = 0; i < pumps; ++i)
      text += loop.pump;
    text += suffix;
    uint64_t given = std::min(manySteps, steps_), left = given;
    RegExpCaptures captures;
    // with the flag g callers go on behind each match
    for (size_t at = 0; at <= text.size();) {
      if (matchFrom(program_, text, at, captures, left) != RegExpOutcome::Match || !program_.global)
        break;
      at = std::max(captures[0].second, at + 1);
    }
    steps_ -= given - left;
    return given - left;
  }

  bool doubles(const Pumping &loop, const std::u16string &suffix) {
    uint64_t before = 0;
    for (unsigned pumps = 4; pumps <= maxExponentialPumps; pumps += 4) {
      uint64_t now = stepsOf(loop, pumps, suffix);
      if (now >= manySteps)
        return true;
      // what grows by less than a quarter has another suffix to grow with
      if (pumps > 8 && now * 4 < before * 5)
        return false;
      before = now;
    }
    return false;
  }

  /// True if one more doubling, which takes as long as all before, would give the same degree.
  static bool isClear(double degree) {
    return degree > 1.75 && std::abs(degree - std::round(degree)) < 0.25;
  }

  std::optional<unsigned> degreeOf(const Pumping &loop, const std::u16string &suffix) {
    uint64_t quarter = stepsOf(loop, 40, suffix), half = stepsOf(loop, 80, suffix);
    if (half < manySteps && half * 2 < quarter * 5)
      return std::nullopt;
    // the last doubling before there are too many steps tells
    uint64_t before = stepsOf(loop, 5, suffix);
    double growth = 0;
    for (unsigned pumps = 10; pumps <= 160; pumps *= 2) {
      uint64_t now = pumps == 40 ? quarter : pumps == 80 ? half : stepsOf(loop, pumps, suffix);
      bool isCut = now >= manySteps;
      if (!isCut || growth == 0 || double(now) / before > growth)
        growth = double(now) / std::max<uint64_t>(before, 1);
      if (isCut || (pumps == 80 && isClear(std::log2(growth))))
        break;
      before = now;
    }
    double degree = std::log2(growth);
    if (degree < leastDegree)
      return std::nullopt;
    return static_cast<unsigned>(std::lround(std::min(degree, mostDegree)));
  }

  const RegExpProgram &program_;
  uint64_t &steps_;
};

} // namespace

std::optional<BacktrackingAttack> findBacktracking(llvm::StringRef pattern, llvm::StringRef flags,
                                                   uint64_t &steps, bool &gaveUp) {
  gaveUp = false;
  // without two repetitions there is nothing to go back to but the search's own places
  steps -= std::min<uint64_t>(steps, pattern.size());
  std::optional<RegExpProgram> model = compileRegExp(pattern, flags, RegExpReading::Short);
  if (!model || steps == 0)
    return std::nullopt;
  RegExpAutomaton automaton(*model);
  gaveUp = !automaton.isUsable();
  if (gaveUp)
    return std::nullopt;
  std::optional<RegExpProgram> program = compileRegExp(pattern, flags, RegExpReading::Approximate);
  Measurement measurement(program ? *program : *model, steps);
  std::optional<BacktrackingAttack> worst;
  auto measure = [&](llvm::ArrayRef<Pumping> loops, bool isExponential) {
    for (const Pumping &loop : loops) {
      if (loop.pump.empty() || (worst && worst->isExponential()))
        continue;
      auto attack = measurement.attack(loop, isExponential, automaton.unitsOfAllKinds());
      if (attack && (!worst || attack->isExponential() || attack->degree > worst->degree))
        worst = std::move(attack);
    }
  };
  measure(automaton.exponentialLoops(), true);
  if (!worst || !worst->isExponential())
    measure(automaton.polynomialLoops(), false);
  gaveUp = !worst && (steps == 0 || !automaton.isUsable());
  return worst;
}

} // namespace agentc
