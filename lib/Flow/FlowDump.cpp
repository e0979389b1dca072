#include "agentc/Flow/CodeFlow.h"
#include "agentc/Program/Program.h"
#include "agentc/Support/Text.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

llvm::StringRef useName(UseKind kind) {
  static constexpr llvm::StringLiteral names[] = {"call", "read", "test", "write", "escape"};
  return names[static_cast<size_t>(kind)];
}

/// The form of the code that a node is: what `CallGraph` has blocks for.
llvm::StringRef codeName(const Node &code) {
  return llvm::isa<ast::TopLevel>(code)                       ? "top level"
         : isClass(code)                                      ? "class"
         : isFunction(code)                                   ? "function"
         : llvm::isa<ObjectExpression, ArrayExpression>(code) ? "literal"
                                                              : "";
}

/// Objects that no literal makes are numbered as they come, and listed behind the modules.
class Dumper {
public:
  Dumper(const CodeFlow &flow, llvm::raw_ostream &out) : flow_(flow), out_(out) {}

  void run() {
    for (const auto &module : flow_.program().modules())
      dumpModule(*module);
    dumpObjects();
    dumpMembers();
    dumpKept();
  }

private:
  std::string place(const Node &node) {
    const ModuleInfo &module = flow_.program().moduleOf(node);
    LineTable &lines = lines_.try_emplace(&module, module.syntax->text).first->second;
    Position at = lines.position(node.range.begin);
    std::string text = '@' + std::to_string(at.line) + ':' + std::to_string(at.column);
    return &module == current_ ? text : escapeForTerminal(module.path()) + text;
  }
  std::string describeCode(const Node &code) {
    llvm::StringRef name = codeName(code);
    return (name.empty() ? "" : name.str() + " ") + place(code);
  }
  std::string describeTarget(Reachable target) {
    if (const auto *code = llvm::dyn_cast<const Node *>(target))
      return describeCode(*code);
    const auto *value = llvm::cast<const Value *>(target);
    return "object #" + std::to_string(objects_.insert({value, objects_.size() + 1}).first->second);
  }
  /// Functions and classes by their place; of other values their kind.
  std::string describeValue(const Value &value) {
    const bool isCode = llvm::isa<FunctionValue, ClassValue>(value) && value.origin;
    return isCode ? describeCode(*value.origin) : describe(value);
  }

  void dumpModule(const ModuleInfo &module) {
    if (!module.syntax->program)
      return;
    current_ = &module;
    out_ << escapeForTerminal(module.path()) << '\n';
    for (const auto &import : module.imports)
      if (import->resolution.kind == Resolution::Kind::Bundle)
        out_ << "  imports " << escapeForTerminal(import->resolution.module->path()) << '\n';
    walk(*module.syntax->program, [&](const Node &node) {
      if (!codeName(node).empty())
        dumpCode(node);
      return true;
    });
    current_ = nullptr;
  }

  void dumpCode(const Node &code) {
    const CodeBlock &block = flow_.calls().of(&code);
    llvm::ArrayRef<const ModuleInfo *> loads = flow_.loads().of(code);
    if (block.edges.empty() && block.uses.empty() && loads.empty())
      return;
    out_ << "  " << describeCode(code) << '\n';
    for (const ModuleInfo *module : loads)
      out_ << "    loads " << escapeForTerminal(module->path()) << '\n';
    dumpBlock(block);
  }

  void dumpBlock(const CodeBlock &block) {
    for (const CallEdge &edge : block.edges) {
      out_ << "    "
           << (edge.isCall ? "calls "
               : edge.site ? "mentions "
                           : "holds ")
           << describeTarget(edge.target);
      if (edge.site)
        out_ << " at " << place(*edge.site);
      out_ << (edge.byParameter ? ", by a parameter" : "")
           << (edge.isGuessed ? ", by its name alone" : "") << '\n';
    }
    for (const ApiUse *use : block.uses)
      out_ << "    uses " << escapeForTerminal(use->path) << " (" << useName(use->kind) << ") at "
           << place(*use->node) << '\n';
  }

  void dumpObjects() {
    for (size_t i = 0; i < objects_.size(); ++i) { // listing one finds others
      const Value *object = objects_.begin()[i].first;
      out_ << "object #" << i + 1 << ' ' << describe(*object) << '\n';
      dumpBlock(flow_.calls().of(object));
    }
  }

  void dumpMembers() {
    std::vector<std::string> lines;
    flow_.named().forEachGiven([&](llvm::StringRef key, llvm::ArrayRef<const Node *> given) {
      for (const Node *expression : given)
        if (const Value &value = flow_.values().of(*expression);
            llvm::isa<FunctionValue, ClassValue>(value))
          lines.push_back("member " + escapeForTerminal(key) + ": " + describeValue(value) +
                          " at " + place(*expression));
    });
    print(lines);
  }

  void dumpKept() {
    std::vector<std::string> lines;
    flow_.registrations().forEachKept(
        [&](const Node *made, llvm::StringRef name, llvm::ArrayRef<const Value *> kept) {
          for (const Value *value : kept)
            lines.push_back("kept by " + (made ? describeCode(*made) : escapeForTerminal(name)) +
                            ": " + describeValue(*value));
        });
    print(lines);
  }

  void print(std::vector<std::string> &lines) {
    llvm::sort(lines);
    lines.erase(llvm::unique(lines), lines.end());
    for (const std::string &line : lines)
      out_ << line << '\n';
  }

  const CodeFlow &flow_;
  llvm::raw_ostream &out_;
  const ModuleInfo *current_ = nullptr;
  std::map<const ModuleInfo *, LineTable> lines_;
  llvm::MapVector<const Value *, size_t> objects_;
};

} // namespace

void dumpFlow(const CodeFlow &flow, llvm::raw_ostream &out) { Dumper(flow, out).run(); }

} // namespace agentc
