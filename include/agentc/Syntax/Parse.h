#ifndef AGENTC_SYNTAX_PARSE_H
#define AGENTC_SYNTAX_PARSE_H

#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Syntax/Ast.h"

#include "llvm/Support/raw_ostream.h"

namespace agentc {

/// A source to parse: where it stands in the bundle and how it is to be read. The text must outlive
/// the forest.
struct SourceUnit {
  std::string path;
  llvm::StringRef text;
  ast::Language language = ast::Language::JavaScript;
  ast::Goal goal = ast::Goal::Detect;
};

/// Nesting of brackets beyond which a source is refused.
inline constexpr unsigned maxSyntaxDepth = 1000;

/// The language that a file's extension says; std::nullopt if it is neither a source nor JSON.
std::optional<ast::Language> languageOf(llvm::StringRef path);

/// Parses one source (ECMAScript 2022, TypeScript 5, JSX; JSON by RFC 8259). What can't be read is
/// a `syntax-error` at its place, sets `hasErrors`, and leaves a partial tree.
std::unique_ptr<ast::Module> parseModule(const SourceUnit &unit, DiagnosticList &diagnostics);

/// The stage: parses every source, on all processors where there is enough to read. Trees and the
/// order of diagnostics don't depend on how many there are.
ast::Forest parse(llvm::ArrayRef<SourceUnit> units, DiagnosticList &diagnostics);

/// Prints one node a line: `Kind @line:column flags "text"`, children indented by two spaces.
void dumpSyntax(const ast::Module &module, llvm::raw_ostream &out);
void dumpSyntax(const ast::Forest &forest, llvm::raw_ostream &out);

/// The diagnostics of this library.
llvm::ArrayRef<const RuleInfo *> syntaxRules();

} // namespace agentc

#endif
