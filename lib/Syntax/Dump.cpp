#include "agentc/Syntax/Decorators.h"
#include "agentc/Syntax/Jsx.h"

#include "agentc/Support/Text.h"

#include <charconv>

namespace agentc {

using namespace ast;

namespace {

llvm::StringRef enumName(LiteralKind kind) {
  static constexpr llvm::StringLiteral names[] = {"null",   "false",  "true",  "number",
                                                  "string", "bigint", "regexp"};
  return names[static_cast<unsigned>(kind)];
}

llvm::StringRef enumName(PropertyKind kind) {
  static constexpr llvm::StringLiteral names[] = {"init", "get", "set"};
  return names[static_cast<unsigned>(kind)];
}

llvm::StringRef enumName(MethodKind kind) {
  static constexpr llvm::StringLiteral names[] = {"method", "constructor", "get", "set"};
  return names[static_cast<unsigned>(kind)];
}

llvm::StringRef enumName(VariableKind kind) {
  static constexpr llvm::StringLiteral names[] = {"var", "let", "const", "using", "await-using"};
  return names[static_cast<unsigned>(kind)];
}

void printNumber(double number, llvm::raw_ostream &out) {
  char digits[64];
  auto end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
  out << ' ' << llvm::StringRef(digits, static_cast<size_t>(end - digits));
}

void printText(llvm::StringRef text, llvm::raw_ostream &out) {
  std::string marked;
  for (char c : text) {
    if (c == '\\' || c == '"')
      marked += '\\';
    marked += c;
  }
  out << " \"" << escapeForTerminal(marked) << '"';
}

void printFields(const Node &node, llvm::raw_ostream &out) {
  if (const auto *literal = llvm::dyn_cast<Literal>(&node)) {
    out << ' ' << enumName(literal->literal);
    if (literal->literal == LiteralKind::Number)
      printNumber(literal->number, out);
    else if (literal->literal >= LiteralKind::String)
      printText(literal->text, out);
    if (!literal->flags.empty())
      out << " flags=" << escapeForTerminal(literal->flags);
    return;
  }
  switch (node.kind) {
#define NODE(Name, ...)                                                                            \
  case NodeKind::Name: {                                                                           \
    [[maybe_unused]] const auto &self = static_cast<const Name &>(node);                           \
    __VA_ARGS__ break;                                                                             \
  }
#define CHILD(name)
#define LIST(name)
#define FLAG(name)                                                                                 \
  if (self.name)                                                                                   \
    out << " " #name;
#define TEXT(name) printText(self.name, out);
#define NUMBER(name)
#define ENUM(Type, name) out << ' ' << enumName(self.name);
#include "agentc/Syntax/Nodes.def"
  }
}

} // namespace

void dumpSyntax(const Module &module, llvm::raw_ostream &out) {
  static constexpr llvm::StringLiteral goals[] = {"detect", "module", "commonjs", "json"};
  out << escapeForTerminal(module.path) << " (" << goals[static_cast<unsigned>(module.goal)] << ')'
      << (module.hasErrors ? " has errors" : "") << '\n';
  LineTable lines(module.text);
  auto place = [&](uint32_t offset) {
    Position position = lines.position(offset);
    out << position.line << ':' << position.column;
  };
  // an explicit stack: nesting is up to the source
  llvm::SmallVector<std::pair<const Node *, unsigned>, 64> open;
  if (module.program)
    open.push_back({module.program, 1});
  while (!open.empty()) {
    auto [node, depth] = open.pop_back_val();
    if (isJsxImport(*node))
      continue;
    if (const WrittenJsx *written = writtenJsx(*node))
      node = written->node;
    out.indent(depth * 2) << kindName(node->kind) << " @";
    place(node->range.begin);
    printFields(*node, out);
    out << '\n';
    size_t first = open.size();
    if (const auto *decorator = llvm::dyn_cast<Decorator>(node))
      open.push_back({writtenDecorator(*decorator), depth + 1});
    else
      forEachChild(*node, [&](const Node &child) { open.push_back({&child, depth + 1}); });
    std::reverse(open.begin() + first, open.end());
  }
  for (const TypeSpan &span : module.typeSpans) {
    out << "  types @";
    place(span.range.begin);
    out << '-';
    place(span.range.end);
    out << (span.statement ? " statement\n" : "\n");
  }
}

void dumpSyntax(const Forest &forest, llvm::raw_ostream &out) {
  for (const auto &[path, module] : forest.modules())
    dumpSyntax(*module, out);
}

} // namespace agentc
