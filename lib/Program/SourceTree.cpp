#include "agentc/Program/SourceTree.h"

#include "SpecifierResolver.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

namespace {

using namespace ast;

/// The text that a module is asked for by, if the node asks for one.
const Literal *specifierAt(const Node &node) {
  const Node *source = nullptr;
  if (const auto *import = llvm::dyn_cast<ImportDeclaration>(&node))
    source = import->typeOnly ? nullptr : import->source;
  else if (const auto *named = llvm::dyn_cast<ExportNamedDeclaration>(&node))
    source = named->typeOnly ? nullptr : named->source;
  else if (const auto *all = llvm::dyn_cast<ExportAllDeclaration>(&node))
    source = all->typeOnly ? nullptr : all->source;
  else if (const auto *import = llvm::dyn_cast<ImportExpression>(&node))
    source = import->source;
  else if (const auto *call = llvm::dyn_cast<CallExpression>(&node)) {
    const auto *callee = llvm::dyn_cast<Identifier>(call->callee);
    if (callee && callee->name == "require" && call->arguments.size() == 1)
      source = call->arguments[0];
  }
  const auto *literal = llvm::dyn_cast_or_null<Literal>(source);
  return literal && literal->literal == LiteralKind::String ? literal : nullptr;
}

class ImportFollower {
public:
  ImportFollower(Forest &forest, const Bundle &bundle, DiagnosticList &diagnostics)
      : forest_(forest), bundle_(bundle), resolver_(bundle.files), diagnostics_(diagnostics) {}

  void follow();

private:
  void visit(const ast::Module &module, const Node &node, bool deeply);
  void add(const ast::Module &module, llvm::StringRef specifier);

  Forest &forest_;
  const Bundle &bundle_;
  SpecifierResolver resolver_;
  DiagnosticList &diagnostics_;
  std::vector<const ast::Module *> todo_;
};

void ImportFollower::add(const ast::Module &module, llvm::StringRef specifier) {
  ImportForm form = module.goal == Goal::Module ? ImportForm::Import : ImportForm::Require;
  SpecifierResolver::Answer answer = resolver_.resolve(module.path, specifier, form);
  if (answer.kind != SpecifierResolver::Kind::File || answer.isText || forest_.find(answer.name))
    return;
  auto unit = selectSource(bundle_, answer.name, diagnostics_);
  if (!unit)
    return;
  std::unique_ptr<ast::Module> parsed = parseModule(*unit, diagnostics_);
  todo_.push_back(parsed.get());
  forest_.add(std::move(parsed));
}

void ImportFollower::visit(const ast::Module &module, const Node &node, bool deeply) {
  if (const Literal *specifier = specifierAt(node))
    add(module, specifier->text);
  if (deeply)
    forEachChild(node, [&](const Node &child) { visit(module, child, true); });
}

void ImportFollower::follow() {
  for (const auto &[path, module] : forest_.modules())
    todo_.push_back(module.get());
  while (!todo_.empty()) {
    const ast::Module &module = *todo_.back();
    todo_.pop_back();
    if (!module.program || module.hasErrors || module.goal == Goal::Json)
      continue;
    bool deeply = module.text.contains("require") || module.text.contains("import(");
    for (const Node *statement : module.program->body)
      if (statement)
        visit(module, *statement, deeply);
  }
}

} // namespace

void completeSourceTree(Forest &forest, const Bundle &bundle, DiagnosticList &diagnostics) {
  if (!bundle.isSourceTree)
    return;
  ImportFollower(forest, bundle, diagnostics).follow();
  for (const auto &[path, module] : forest.modules())
    if (module->hasErrors)
      module->program = nullptr;
}

} // namespace agentc
