#include "agentc/Rules/Rules.h"

#include "../Obfuscation.h"

namespace agentc::rules {

namespace {

/// The points for a trait, the least number of occurrences that earns them, and the trait's
/// description in a note.
struct Weight {
  ObfuscationTrait trait;
  unsigned least;
  unsigned points;
  llvm::StringRef text;
};

/// From so many points on a file is obfuscated; one below it, it looks so.
constexpr unsigned enough = 4;

using enum ObfuscationTrait;
constexpr Weight weights[] = {
    {HexNames, 8, 4, "names such as `_0x1a2b`"},
    {HexNames, 3, 2, "names such as `_0x1a2b`"},
    {SignNames, 5, 4, "names without a letter that tells them apart"},
    {StringTable, 1, 4, "a function that gives a table of texts and replaces itself"},
    {TableRotation, 1, 4, "a table that is turned until it fits"},
    {NumberedLookups, 5, 3, "members whose names are looked up by number or code"},
    {OffsetLookup, 1, 1, "a lookup that subtracts from its index"},
    {FlattenedFlow, 1, 4, "a `switch` whose order is a text"},
    {NumberSums, 5, 3, "numbers written as sums"},
    {NumberSums, 2, 2, "numbers written as sums"},
    {ForwardingTable, 4, 4, "functions that only forward, under random keys"},
    {ForwardingTable, 1, 2, "functions that only forward, under random keys"},
    {SelfDefence, 1, 4, "an expression that hangs where code was formatted"},
    {EscapedTexts, 200, 4, "letters written as escapes"},
    {EscapedTexts, 60, 3, "letters written as escapes"},
    {EscapedTexts, 16, 2, "letters written as escapes"},
    {EmptyArithmetic, 6, 4, "texts added up from `[]`, `{}` and `!`"},
    {EmptyArithmetic, 3, 2, "texts added up from `[]`, `{}` and `!`"},
    {PackedWords, 1, 4, "code packed into a list of words"},
    {ShuffledAlphabet, 1, 2, "a base64 alphabet of its own"},
};

} // namespace

static void checkModule(const ModuleInfo &module, RuleReporter &report) {
  ObfuscationMeasure measure = measureObfuscation(*module.syntax);
  unsigned points = 0;
  std::vector<const Weight *> seen;
  std::optional<ObfuscationTrait> last;
  for (const Weight &weight : weights) {
    if (weight.trait == last || measure.of(weight.trait).count < weight.least)
      continue;
    last = weight.trait;
    points += weight.points;
    seen.push_back(&weight);
  }
  if (points + 1 < enough)
    return;
  std::string message =
      points < enough ? "this code looks obfuscated: " : "this code is obfuscated: ";
  for (const Weight *weight : seen)
    message += (weight == seen.front() ? "" : ", ") + weight->text.str();
  const ast::Node *place = measure.of(seen.front()->trait).first;
  Diagnostic &finding = report.at(*place, message);
  if (points < enough)
    lowerTo(finding, Severity::Warning);
  for (const Weight *weight : seen) {
    const TraitCount &count = measure.of(weight->trait);
    finding.notes.push_back({weight->text.str() + " (" + std::to_string(count.count) + ")",
                             module.path().str(), count.first->range});
  }
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const auto &module : context.program.modules())
    if (module->goal != ast::Goal::Json)
      checkModule(*module, report);
}

extern const Rule ObfuscatedCode = {{.id = "AC6005",
                                     .name = "obfuscated-code",
                                     .group = "hidden code",
                                     .severity = Severity::Error,
                                     .summary = "code that was made unreadable",
                                     .cwe = 506},
                                    check};

} // namespace agentc::rules
