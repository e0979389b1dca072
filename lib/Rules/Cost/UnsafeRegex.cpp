#include "Uses.h"

#include "agentc/Support/Parallel.h"
#include "agentc/Support/Text.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Backtracking.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace agentc::rules {

using namespace ast;

namespace {

/// Steps of all expressions of a bundle together: some seconds.
constexpr uint64_t maxSteps = 600000000;
constexpr uint64_t maxStepsOfOne = 15000000;

/// A text as JavaScript's source would write it, cut short where it is long.
std::string inQuotes(llvm::StringRef text) {
  std::string result = "'";
  constexpr size_t most = 40;
  for (size_t at = 0; at < std::min(most, text.size());) {
    DecodedCharacter character = decodeUtf8(text, at);
    at += character.length;
    uint32_t point = character.codePoint.value_or(0xFFFD);
    if (point == '\'' || point == '\\')
      result += '\\';
    if (point >= ' ' && point < 0x7F)
      result += static_cast<char>(point);
    else if (point == '\n')
      result += "\\n";
    else
      result += "\\u{" + llvm::utohexstr(point, /*LowerCase=*/true) + "}";
  }
  return result + (text.size() > most ? "…'" : "'");
}

std::string recipeOf(const BacktrackingAttack &attack) {
  unsigned pumps = attack.isExponential() ? 40 : attack.degree > 2 ? 2000 : 50000;
  std::string recipe = attack.prefix.empty() ? "" : inQuotes(attack.prefix) + " + ";
  recipe += inQuotes(attack.pump) + ".repeat(" + std::to_string(pumps) + ")";
  return recipe + (attack.suffix.empty() ? "" : " + " + inQuotes(attack.suffix));
}

class RegexChecker {
public:
  RegexChecker(const CheckContext &context, RuleReporter &report)
      : context_(context), report_(report) {}

  void run() {
    answerLiterals();
    context_.program.forEach<Literal>([&](const Literal &literal) {
      if (literal.literal == LiteralKind::RegExp)
        check(literal, literal.text, literal.flags);
    });
    context_.program.forEach<CallExpression>([&](const CallExpression &call) { checkCall(call); });
    for (const ApiUse &use : context_.uses.all())
      if (use.path == "global:RegExp"_api && use.kind == UseKind::Call && !use.arguments.empty())
        checkConstructed(use);
  }

private:
  /// Texts that become expressions.
  void checkCall(const CallExpression &call) {
    const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
    if (!member || call.arguments.empty())
      return;
    std::optional<llvm::StringRef> text = asString(context_.values.of(*call.arguments[0]));
    std::optional<std::string> key = text ? context_.values.keyOf(*member) : std::nullopt;
    if (key == "match" || key == "matchAll" || key == "search")
      check(*call.arguments[0], *text, "");
  }

  void checkConstructed(const ApiUse &use) {
    std::optional<llvm::StringRef> flags =
        use.arguments.size() > 1 ? asString(*use.arguments[1]) : std::nullopt;
    forEachAlternative(*use.arguments[0], [&](const Value &value) {
      if (std::optional<llvm::StringRef> pattern = asString(value))
        check(*use.node, *pattern, flags.value_or(""));
    });
  }

  /// Of other people's code only what stops a tool by some letters is worth telling.
  bool isVendored(const Node &node) const {
    return isInstalled(context_.program.moduleOf(node).path());
  }

  struct Answer {
    std::optional<BacktrackingAttack> attack;
    bool gaveUp = false;
  };

  static std::string keyOf(llvm::StringRef pattern, llvm::StringRef flags) {
    return (flags + "/" + pattern).str();
  }
  static bool canRepeat(llvm::StringRef pattern) {
    return pattern.find_first_of("*+{") != llvm::StringRef::npos;
  }

  /// Answers for what is written as an expression, on all processors. Each gets as many steps as
  /// if they were asked one by one; where that can't be said any more they are.
  void answerLiterals() {
    struct Asked {
      const Literal *literal;
      uint64_t left;
      Answer answer;
    };
    std::vector<Asked> asked;
    llvm::StringSet<> keys;
    context_.program.forEach<Literal>([&](const Literal &literal) {
      if (literal.literal == LiteralKind::RegExp && canRepeat(literal.text) &&
          keys.insert(keyOf(literal.text, literal.flags)).second)
        asked.push_back({&literal, maxStepsOfOne, {}});
    });
    for (size_t done = 0; done < asked.size() && steps_ >= maxStepsOfOne;) {
      llvm::MutableArrayRef<Asked> some = llvm::MutableArrayRef(asked).slice(
          done, std::min<size_t>(asked.size() - done, steps_ / maxStepsOfOne));
      forEachInParallel(some.size(), processorCount(), [&](size_t i) {
        auto &[literal, left, answer] = some[i];
        answer.attack = findBacktracking(literal->text, literal->flags, left, answer.gaveUp);
      });
      for (auto &[literal, left, answer] : some) {
        steps_ -= maxStepsOfOne - left;
        answers_.try_emplace(keyOf(literal->text, literal->flags), std::move(answer));
      }
      done += some.size();
    }
  }

  const Answer &answerOf(llvm::StringRef pattern, llvm::StringRef flags) {
    auto [entry, isNew] = answers_.try_emplace(keyOf(pattern, flags));
    if (isNew) {
      uint64_t given = std::min(steps_, maxStepsOfOne), left = given;
      Answer &answer = entry->second;
      answer.attack = findBacktracking(pattern, flags, left, answer.gaveUp);
      steps_ -= given - left;
    }
    return entry->second;
  }

  void check(const Node &node, llvm::StringRef pattern, llvm::StringRef flags) {
    if (!canRepeat(pattern))
      return;
    if (steps_ == 0) {
      if (!std::exchange(isExhausted_, true))
        lowerTo(report_.at(node, "expressions from here on were not analyzed; there are too many"),
                Severity::Note);
      return;
    }
    const auto &[attack, gaveUp] = answerOf(pattern, flags);
    if (gaveUp && !isVendored(node))
      lowerTo(report_.at(node, "this expression is too large to tell how long matching it takes"),
              Severity::Note);
    if (!attack || (attack->degree == 2 && isVendored(node)))
      return;
    Diagnostic &finding = report_.at(
        node, attack->isExponential()
                  ? std::string("matching this expression takes exponential time on some texts")
                  : "matching this expression takes time that grows with the " +
                        std::string(attack->degree == 2 ? "square" : "cube or more") +
                        " of a text's length");
    if (attack->degree == 2)
      lowerTo(finding, Severity::Note);
    finding.notes.push_back({"such as `" + recipeOf(*attack) + "`", finding.file, finding.range});
  }

  const CheckContext &context_;
  RuleReporter &report_;
  llvm::StringMap<Answer> answers_;
  uint64_t steps_ = maxSteps;
  bool isExhausted_ = false;
};

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  RegexChecker(context, report).run();
}

extern const Rule UnsafeRegex = {
    {.id = "AC6102",
     .name = "unsafe-regex",
     .group = "cost",
     .severity = Severity::Warning,
     .summary = "regular expressions that take very long on some texts",
     .precision = Precision::High,
     .cwe = 1333},
    check};

} // namespace agentc::rules
