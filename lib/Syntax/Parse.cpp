#include "agentc/Syntax/Parse.h"

#include "Ambiguity.h"
#include "Json.h"
#include "Lowering.h"
#include "Parser.h"
#include "ReservedNames.h"
#include "SyntaxErrors.h"
#include "SyntaxRules.h"

#include "llvm/ADT/Twine.h"

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

static bool hasError(const Tree &tree) {
  return tree && ts_node_has_error(ts_tree_root_node(tree.get()));
}

/// The tree of a source, and the text that it is of where that had to be mended.
static Tree parseSource(const Grammar &grammar, llvm::StringRef text, std::string &mended) {
  Tree tree = parseText(grammar, text);
  if (!hasError(tree))
    return tree;
  if (std::optional<std::string> masked = maskReservedNames(text)) {
    Tree second = parseText(grammar, *masked);
    if (second && !hasError(second)) {
      mended = std::move(*masked);
      return second;
    }
  }
  return tree;
}

static void reportAmbiguousNames(const Module &module, const LoweringResult &lowered,
                                 DiagnosticList &diagnostics) {
  constexpr size_t maxReports = 10;
  size_t reports = 0;
  auto report = [&](ByteRange range, llvm::StringRef reason) {
    if (++reports <= maxReports)
      diagnostics.report(rule::ambiguousSyntax, module.path, range,
                         ("`" + llvm::Twine(module.text.slice(range.begin, range.end)) + "` " + reason)
                             .str());
  };
  for (ByteRange range : lowered.ambiguousNames)
    report(range, "as a name, or outside of a function that makes it an operator");
  if (module.goal != Goal::Module)
    for (ByteRange range : lowered.topLevelAwaits)
      report(range, "outside of an async function, in a file that is no module");
}

static void parseScript(Module &module, DiagnosticList &diagnostics) {
  const Grammar &grammar = grammarFor(module.language);
  std::string mended;
  Tree tree = parseSource(grammar, module.text, mended);
  if (!tree || hasError(tree)) {
    module.hasErrors = true;
    if (!reportSyntaxErrors(module, grammar, module.text, tree.get(), diagnostics))
      diagnostics.report(rule::syntaxTooComplex, module.path, ByteRange{0, 0},
                         "reading the source takes too long");
  }

  LoweringResult lowered;
  if (tree)
    lowered = Lowering(module, grammar, ts_tree_root_node(tree.get())).run();
  else
    lowered.program = new (module.arena) Program();
  module.program = lowered.program;
  if (module.goal == Goal::Detect)
    module.goal =
        lowered.isModule || !lowered.topLevelAwaits.empty() ? Goal::Module : Goal::CommonJs;
  if (lowered.tooDeep) {
    module.hasErrors = true;
    diagnostics.report(rule::syntaxTooDeep, module.path, *lowered.tooDeep,
                       "nested more than " + std::to_string(maxSyntaxDepth) + " levels deep");
  }
  if (tree && !module.hasErrors) {
    reportAmbiguousNames(module, lowered, diagnostics);
    reportAmbiguousText(module, grammar, tree.get(), diagnostics);
  }
}

std::unique_ptr<Module> parseModule(const SourceUnit &unit, DiagnosticList &diagnostics) {
  auto module = std::make_unique<Module>();
  module->path = unit.path;
  module->text = unit.text;
  module->language = unit.language;
  module->goal = unit.goal;
  if (unit.language == Language::Json)
    parseJsonModule(*module, diagnostics);
  else
    parseScript(*module, diagnostics);
  return module;
}

Forest parse(llvm::ArrayRef<SourceUnit> units, DiagnosticList &diagnostics) {
  Forest forest;
  for (const SourceUnit &unit : units)
    forest.add(parseModule(unit, diagnostics));
  return forest;
}

} // namespace agentc
