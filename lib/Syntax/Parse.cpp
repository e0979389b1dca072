#include "agentc/Syntax/Parse.h"

#include "Grammar/GrammarGaps.h"
#include "Grammar/Parser.h"
#include "Grammar/Repairs.h"
#include "Grammar/SyntaxErrors.h"
#include "Json.h"
#include "JsxPragmas.h"
#include "Lowering/Lowering.h"
#include "SyntaxRules.h"

namespace agentc {

using namespace ast;

std::optional<Language> languageOf(llvm::StringRef path) {
  llvm::StringRef extension = path.substr(path.rfind('/') + 1);
  extension = extension.contains('.') ? extension.substr(extension.rfind('.')) : "";
  if (extension == ".js" || extension == ".mjs" || extension == ".cjs" || extension == ".jsx")
    return Language::JavaScript;
  if (extension == ".ts" || extension == ".mts" || extension == ".cts")
    return Language::TypeScript;
  if (extension == ".tsx")
    return Language::Tsx;
  if (extension == ".json")
    return Language::Json;
  return std::nullopt;
}

namespace {

/// The text that a tree is made from where that is not the source itself.
struct Mended {
  std::string text;             ///< empty if it is the source
  std::vector<ByteRange> types; ///< blank in it
  std::vector<uint32_t> semicolons;
};

} // namespace

static ParsedText parseSource(const Grammar &grammar, const Module &module, Mended &result) {
  std::string &mended = result.text;
  llvm::StringRef text = module.text;
  if (std::optional<std::string> changed = maskMisreadings(text)) {
    mended = std::move(*changed);
    text = mended;
  }
  ParsedText parsed = parseText(grammar, text);
  if (!parsed.hasError())
    return parsed;
  if (std::optional<MaskedText> masked =
          maskGrammarGaps(text, module.language != Language::JavaScript)) {
    mended = std::move(masked->text);
    result.types = std::move(masked->types);
    parsed = {}; // lest two trees be held at once
    // with errors too, since those that are left are the true ones
    parsed = parseText(grammar, mended);
    if (!parsed.hasError())
      return parsed;
    text = mended;
  }
  if (std::optional<RepairedText> repaired = repairText(grammar, text)) {
    mended = std::move(repaired->text);
    result.semicolons = std::move(repaired->semicolons);
    parsed = {};
    return parseText(grammar, mended);
  }
  return parsed;
}

static void reportTooDeep(Module &module, uint32_t offset, DiagnosticList &diagnostics) {
  auto size = static_cast<uint32_t>(module.text.size());
  ByteRange range{std::min(offset, size), std::min(offset + 1, size)};
  module.hasErrors = true;
  diagnostics.report(rule::syntaxTooDeep, module.path, range,
                     "nested more than " + std::to_string(maxSyntaxDepth) + " levels deep");
}

/// Says why a text has no tree, or one with errors.
static void reportUnreadable(Module &module, const Grammar &grammar, llvm::StringRef text,
                             const ParsedText &parsed, DiagnosticList &diagnostics) {
  module.hasErrors = true;
  if (parsed.stop == ParseStop::TooDeep)
    return reportTooDeep(module, parsed.offset, diagnostics);
  if (parsed.stop == ParseStop::TooLarge)
    return reportTooLarge(module, parsed.offset, diagnostics);
  if (!reportSyntaxErrors(module, grammar, text, parsed, diagnostics))
    diagnostics.report(rule::syntaxTooComplex, module.path, ByteRange{parsed.offset, parsed.offset},
                       "reading the source takes too much work");
}

static void reportAmbiguousNames(const Module &module, const LoweringResult &lowered,
                                 DiagnosticList &diagnostics) {
  constexpr size_t maxReports = 10;
  size_t reports = 0;
  auto report = [&](ByteRange range, llvm::StringRef reason) {
    if (++reports <= maxReports)
      diagnostics.report(rule::ambiguousSyntax, module.path, range, reason.str());
  };
  for (const Ambiguity &found : lowered.ambiguous)
    report(found.range, found.reason);
  for (const BreakMend &found : lowered.breaks)
    report(found.otherwise.range, found.otherwise.reason);
  if (module.goal != Goal::Module)
    for (ByteRange range : lowered.topLevelAwaits)
      report(range, "`await` outside of an async function, in a file that is not a module");
}

/// Reads a source again with what makes the grammar see it as ECMAScript and TypeScript do. More
/// than once, since what was hidden behind one place may have others.
static void mendBreaks(Module &module, const Grammar &grammar, const JsxSettings &jsx,
                       Mended &result, LoweringResult &lowered) {
  std::string &mended = result.text;
  std::vector<ByteRange> &types = result.types;
  for (int round = 0; round < 4 && !lowered.breaks.empty() && !lowered.tooDeep; ++round) {
    std::string text = mended.empty() ? module.text.str() : mended;
    for (const BreakMend &mend : lowered.breaks) {
      if (mend.types)
        types.push_back(mend.range);
      for (uint32_t at = mend.range.begin; at < mend.range.end; ++at)
        text[at] = mend.by[(at - mend.range.begin) % mend.by.size()];
    }
    ParsedText parsed = parseText(grammar, text);
    if (!parsed.tree || parsed.hasError())
      return;
    mended = std::move(text);
    lowered = Lowering(module, mended, grammar, ts_tree_root_node(parsed.tree), jsx, types).run();
  }
}

static void parseScript(Module &module, const JsxSettings &settings, DiagnosticList &diagnostics) {
  const JsxSettings jsx = withPragmas(settings, module.text);
  const Grammar &grammar = grammarFor(module.language);
  Mended mended;
  ParsedText parsed = parseSource(grammar, module, mended);
  llvm::StringRef text = mended.text.empty() ? module.text : llvm::StringRef(mended.text);
  if (!parsed.tree || parsed.hasError())
    reportUnreadable(module, grammar, text, parsed, diagnostics);

  LoweringResult lowered;
  if (parsed.tree)
    lowered =
        Lowering(module, text, grammar, ts_tree_root_node(parsed.tree), jsx, mended.types).run();
  else
    lowered.program = module.newNode<TopLevel>(ByteRange{});
  parsed = {};
  if (!module.hasErrors)
    mendBreaks(module, grammar, jsx, mended, lowered);
  module.program = lowered.program;
  if (module.goal == Goal::Detect)
    module.goal =
        lowered.isModule || !lowered.topLevelAwaits.empty() ? Goal::Module : Goal::CommonJs;
  if (lowered.tooDeep)
    reportTooDeep(module, lowered.tooDeep->begin, diagnostics);
  if (module.hasErrors)
    return;
  for (uint32_t semicolon : mended.semicolons)
    if (!isEndedByBreak(*module.program, semicolon))
      lowered.ambiguous.push_back(
          {{semicolon, semicolon + 1}, "a statement that other readers go on with"});
  reportAmbiguousNames(module, lowered, diagnostics);
  for (const TokenAudit::Finding &found : lowered.audit) {
    if (found.unlessScript && module.goal != Goal::Module)
      continue;
    module.hasErrors |= found.rule == &rule::syntaxError;
    diagnostics.report(*found.rule, module.path, found.range, found.message);
  }
}

std::unique_ptr<Module> parseModule(const SourceUnit &unit, DiagnosticList &diagnostics) {
  return parseModule(unit, {}, diagnostics);
}

std::unique_ptr<Module> parseModule(const SourceUnit &unit, const JsxSettings &jsx,
                                    DiagnosticList &diagnostics) {
  auto module = std::make_unique<Module>();
  module->path = unit.path;
  module->text = unit.text;
  module->language = unit.language;
  module->goal = unit.goal;
  if (unit.language == Language::Json)
    parseJsonModule(*module, diagnostics);
  else
    parseScript(*module, jsx, diagnostics);
  if (module->program)
    module->nodes = NodeIndex(*module->program);
  return module;
}

} // namespace agentc
