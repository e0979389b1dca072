#include "agentc/Program/Program.h"
#include "agentc/Support/Text.h"

namespace agentc {

namespace {

llvm::StringRef goalName(ast::Goal goal) {
  switch (goal) {
  case ast::Goal::Detect:
    return "undecided";
  case ast::Goal::Module:
    return "module";
  case ast::Goal::CommonJs:
    return "commonjs";
  case ast::Goal::Json:
    return "json";
  }
  return "";
}

llvm::StringRef symbolKindName(SymbolKind kind) {
  static constexpr llvm::StringLiteral names[] = {
      "var", "let", "const", "function", "class", "parameter", "catch", "import", "enum"};
  return names[static_cast<size_t>(kind)];
}

std::string describe(const Resolution &resolution) {
  std::string name = escapeForTerminal(resolution.name);
  switch (resolution.kind) {
  case Resolution::Kind::Bundle:
    return name;
  case Resolution::Kind::Data:
    return name + " (data)";
  case Resolution::Kind::External:
    return "external " + name;
  case Resolution::Kind::Missing:
    return "missing " + name;
  }
  return name;
}

void dumpModule(const Program &program, const ModuleInfo &module, llvm::raw_ostream &out) {
  out << escapeForTerminal(module.path()) << ' ' << goalName(module.syntax->goal)
      << (program.entry() == &module ? " entry" : "") << '\n';
  LineTable lines(module.syntax->text);
  for (const auto &import : module.imports) {
    Position at = lines.position(import->source->range.begin);
    out << "  import @" << at.line << ':' << at.column << " -> " << describe(import->resolution)
        << '\n';
  }
  for (const auto &[name, record] : module.exports) {
    out << "  export " << escapeForTerminal(name);
    if (record.from)
      out << " = " << escapeForTerminal(record.importedName) << " of "
          << describe(record.from->resolution);
    out << '\n';
  }
  for (const CommonJsExport &written : module.commonJsExports)
    out << "  export "
        << (written.name.empty() ? "module.exports" : escapeForTerminal(written.name)) << '\n';

  std::vector<const Symbol *> symbols;
  for (const auto &entry : module.scope->symbols)
    symbols.push_back(entry.second);
  llvm::sort(symbols, [](const Symbol *a, const Symbol *b) { return a->name < b->name; });
  for (const Symbol *symbol : symbols)
    out << "  " << symbolKindName(symbol->kind) << ' ' << escapeForTerminal(symbol->name)
        << " targets " << symbol->targets.size() << " references " << symbol->references.size()
        << '\n';
}

} // namespace

void dumpProgram(const Program &program, llvm::raw_ostream &out) {
  for (const auto &module : program.modules())
    dumpModule(program, *module, out);
}

} // namespace agentc
