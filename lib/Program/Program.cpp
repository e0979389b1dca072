#include "agentc/Program/Program.h"

#include "ProgramBuilder.h"
#include "Specifiers/SpecifierResolver.h"

namespace agentc {

using namespace ast;

agentc::Program::Program(const Forest &forest, const FileTree &files)
    : forest_(forest), files_(files), resolver_(std::make_shared<SpecifierResolver>(files)) {}

const ModuleInfo *agentc::Program::requiredBy(const Node &function, llvm::StringRef key) const {
  auto table = tables_.find(&function);
  return table == tables_.end() ? nullptr : table->second.lookup(key);
}

std::optional<unsigned> agentc::Program::wrapperArgumentOf(const Node &function) const {
  auto found = wrapperArguments_.find(&function);
  return found == wrapperArguments_.end() ? std::nullopt : std::optional(found->second);
}

// The answers are the same whoever asks first, as long as one asks at a time.
std::vector<WrittenProperty> agentc::Program::definitionsAt(const Node &holder,
                                                            llvm::StringRef host) const {
  std::vector<WrittenProperty> found;
  flow_->follow(*this);
  if (llvm::isa_and_nonnull<CallExpression>(holder.parent))
    flow_->collectWrites(holder, found, host);
  return found;
}

HelperShape agentc::Program::shapeOfCallee(const Node &callee) const {
  flow_->follow(*this);
  return flow_->shapeOfCallee(callee);
}

const Flow &ProgramBuilder::flowOf(const agentc::Program &program) { return *program.flow_; }

HelperShape agentc::Program::shapeOf(const Node &function) const {
  flow_->follow(*this);
  return flow_->shapeOf(function);
}

Resolution agentc::Program::resolveSpecifier(const ModuleInfo &from, llvm::StringRef specifier,
                                             std::optional<ImportForm> form) const {
  ImportForm own = from.goal == Goal::Module ? ImportForm::Import : ImportForm::Require;
  SpecifierResolver::Answer answer = resolver_->resolve(from.path(), specifier, form.value_or(own));
  Resolution resolution;
  resolution.name = answer.name;
  switch (answer.kind) {
  case SpecifierResolver::Kind::File:
    resolution.module = answer.isText ? nullptr : find(answer.name);
    resolution.kind = resolution.module ? Resolution::Kind::Bundle : Resolution::Kind::Data;
    break;
  case SpecifierResolver::Kind::External:
    resolution.kind = Resolution::Kind::External;
    break;
  case SpecifierResolver::Kind::Missing:
    resolution.name = specifier.str();
    break;
  }
  return resolution;
}

const ModuleInfo *agentc::Program::find(llvm::StringRef path) const { return byPath_.lookup(path); }

const ModuleInfo &agentc::Program::moduleOf(const Node &node) const {
  const Node *root = &node;
  while (root->parent)
    root = root->parent;
  const ModuleInfo *module = byRoot_.lookup(root);
  assert(module && "a node of another program");
  return *module;
}

Scope &ProgramBuilder::newScope(ScopeKind kind, const Scope *parent, const Node *node) {
  Scope &scope = program_.scopes_.emplace_back();
  scope.kind = kind;
  scope.parent = parent;
  scope.node = node;
  return scope;
}

Symbol &ProgramBuilder::newSymbol(llvm::StringRef name, SymbolKind kind, Scope &scope) {
  Symbol &symbol = program_.symbols_.emplace_back();
  symbol.name = name;
  symbol.kind = kind;
  symbol.scope = &scope;
  symbol.index = program_.symbols_.size() - 1;
  return symbol;
}

void ProgramBuilder::build(const Manifest &manifest) {
  for (const auto &[path, syntax] : program_.forest_.modules()) {
    if (!syntax->program)
      continue;
    auto module = std::make_unique<ModuleInfo>();
    module->syntax = syntax.get();
    module->goal = syntax->goal;
    program_.byPath_[path] = module.get();
    program_.byRoot_[syntax->program] = module.get();
    program_.modules_.push_back(std::move(module));
  }
  std::vector<const ObjectExpression *> made;
  for (const auto &module : program_.modules_) {
    ScopeBuilder scopes(*this, *module);
    scopes.build();
    for (const Node *statement : module->syntax->program->body)
      if (statement)
        readStatement(*module, *statement);
    llvm::append_range(made, scopes.madeModules());
    if (module->goal == Goal::CommonJs)
      commonJsNames_.push_back({module.get(), scopes.commonJsNames().vec()});
  }
  wrapModules(made);
  readCommonJs();
  program_.flow_->index(program_);
  if (manifest.entry)
    program_.entry_ = program_.find(*manifest.entry);
  if (manifest.program)
    program_.startedProgram_ = program_.find(*manifest.program);
}

agentc::Program resolve(const Forest &forest, const FileTree &files, const Manifest &manifest) {
  agentc::Program program(forest, files);
  ProgramBuilder(program).build(manifest);
  return program;
}

} // namespace agentc
