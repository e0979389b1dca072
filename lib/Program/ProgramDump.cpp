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
  static constexpr llvm::StringLiteral names[] = {"var",   "let",       "const", "function",
                                                  "class", "parameter", "catch", "import",
                                                  "enum",  "namespace"};
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

void dumpCommonJs(const ModuleInfo &module, const LineTable &lines, llvm::raw_ostream &out) {
  using Kind = WrittenProperty::Kind;
  llvm::StringRef indent = module.wrapper ? "    " : "  ";
  for (const WrittenProperty &written : module.commonJsExports) {
    out << indent << "export ";
    if (written.kind == Kind::All)
      out << '*';
    else if (written.kind == Kind::Open)
      out << "[?]";
    else
      out << (written.name.empty() ? "module.exports" : escapeForTerminal(written.name));
    if (written.kind == Kind::Member)
      out << " = " << escapeForTerminal(written.member) << " of";
    if (written.value) {
      Position at = lines.position(written.value->range.begin);
      out << " @" << at.line << ':' << at.column;
    }
    out << '\n';
  }
}

llvm::StringRef shapeName(HelperShape::Kind kind) {
  static constexpr llvm::StringLiteral names[] = {"",
                                                  "define-getters",
                                                  "copy-members",
                                                  "bind-member",
                                                  "mark-module",
                                                  "set-default",
                                                  "to-namespace",
                                                  "to-default",
                                                  "to-itself",
                                                  "inherit",
                                                  "set-member",
                                                  "define-methods",
                                                  "template",
                                                  "generator",
                                                  "await",
                                                  "assign",
                                                  "to-array",
                                                  "concat",
                                                  "get-prototype",
                                                  "get-member",
                                                  "call-super"};
  return names[static_cast<size_t>(kind)];
}

void dumpHelpers(const Program &program, const ast::Node &root, const LineTable &lines,
                 llvm::raw_ostream &out) {
  std::vector<const ast::Node *> nodes = {&root};
  while (!nodes.empty()) {
    const ast::Node *node = nodes.back();
    nodes.pop_back();
    if (ast::isFunction(*node))
      if (HelperShape shape = program.shapeOf(*node); shape.kind != HelperShape::Kind::None) {
        Position at = lines.position(node->range.begin);
        out << "  helper " << shapeName(shape.kind) << " @" << at.line << ':' << at.column << '\n';
      }
    size_t first = nodes.size();
    ast::forEachChild(*node, [&](const ast::Node &child) { nodes.push_back(&child); });
    std::reverse(nodes.begin() + first, nodes.end());
  }
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
  dumpCommonJs(module, lines, out);
  for (const auto &wrapped : program.wrappedModules()) {
    if (wrapped->syntax != module.syntax)
      continue;
    Position at = lines.position(wrapped->wrapper->range.begin);
    out << "  wrapped " << escapeForTerminal(wrapped->key) << " @" << at.line << ':' << at.column
        << '\n';
    dumpCommonJs(*wrapped, lines, out);
  }

  dumpHelpers(program, *module.syntax->program, lines, out);
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
