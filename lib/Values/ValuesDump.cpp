#include "agentc/Values/Values.h"

#include "agentc/Support/Text.h"

namespace agentc {

using namespace ast;

namespace {

class Dumper {
public:
  Dumper(const Values &values, const ModuleInfo &module, llvm::raw_ostream &out)
      : values_(values), lines_(module.syntax->text), out_(out) {}

  void visit(const Node &node) {
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(&node)) {
      if (declarator->init)
        line("let", *declarator->id, values_.of(*declarator->init));
    } else if (const auto *call = llvm::dyn_cast<CallExpression>(&node)) {
      line("call", *call->callee, values_.of(*call->callee));
      line("result", node, values_.of(node));
    } else if (const auto *construction = llvm::dyn_cast<NewExpression>(&node)) {
      line("new", *construction->callee, values_.of(*construction->callee));
    } else if (const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(&node)) {
      line("tag", *tagged->tag, values_.of(*tagged->tag));
    } else if (llvm::isa<MemberExpression, ImportExpression>(&node)) {
      line("member", node, values_.of(node));
    }
    forEachChild(node, [&](const Node &child) { visit(child); });
  }

private:
  void line(llvm::StringRef what, const Node &node, const Value &value) {
    Position at = lines_.position(node.range.begin);
    out_ << "  " << what << " @" << at.line << ':' << at.column << ' ' << describe(value) << '\n';
  }

  const Values &values_;
  LineTable lines_;
  llvm::raw_ostream &out_;
};

} // namespace

void dumpValues(const agentc::Program &program, const Values &values, llvm::raw_ostream &out) {
  for (const auto &module : program.modules()) {
    out << escapeForTerminal(module->path()) << '\n';
    Dumper(values, *module, out).visit(*module->syntax->program);
    for (const auto &[name, record] : module->exports)
      out << "  export " << escapeForTerminal(name) << ' '
          << describe(values.exportOf(*module, name)) << '\n';
    if (module->goal != Goal::Module)
      out << "  exports " << describe(values.exportsOf(*module)) << '\n';
  }
}

} // namespace agentc
