#include "CommonJsParts.h"
#include "ProgramBuilder.h"
#include "Specifiers/PackageFiles.h"

namespace agentc {

using namespace ast;

using PartKind = CommonJsPart::Kind;

const ModuleInfo *ProgramBuilder::wrap(const ModuleWrapper &wrapper, const ModuleLoader &loader) {
  const Node &function = *wrapper.function;
  if (const ModuleInfo *known = program_.wrappedBy(function))
    return known;
  auto module = std::make_unique<ModuleInfo>();
  module->syntax = program_.moduleOf(function).syntax;
  module->goal = Goal::CommonJs;
  module->wrapper = &function;
  module->key = wrapper.key;
  module->scope = scopeOf_.lookup(&function);
  NodeList parameters = paramsOf(function);
  for (size_t i = 0; i < parameters.size() && i < loader.parameters.size(); ++i) {
    const auto *name = llvm::dyn_cast_or_null<Identifier>(parameters[i]);
    const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr;
    PartKind kind = loader.parameters[i];
    if (!symbol || kind == PartKind::None)
      continue;
    program_.parts_[symbol] = {kind, module.get(),
                               kind == PartKind::Require ? loader.function : nullptr};
    if (kind == PartKind::Require)
      program_.flow_->setAlias(*symbol, *loader.function);
  }
  program_.wrappers_[&function] = module.get();
  program_.wrapped_.push_back(std::move(module));
  return program_.wrapped_.back().get();
}

/// esbuild's way: each module is an argument of a call that makes its loader.
void ProgramBuilder::wrapSingly(const ModuleLoader &loader, const ParameterPlace &place) {
  for (const CallExpression *call : program_.flow_->callsOf(*place.function)) {
    // a second argument would be a module made elsewhere
    if (call->arguments.size() != 1 || place.index != 0)
      continue;
    std::vector<ModuleWrapper> wrappers = wrappersIn(*call->arguments[0]);
    if (wrappers.size() != 1)
      continue;
    wrap(wrappers.front(), loader);
    program_.wrapperArguments_[place.function] = 0;
  }
}

/// webpack's way: one function finds all of them in a table.
void ProgramBuilder::wrapTable(const ModuleLoader &loader, const Node &table) {
  auto &modules = program_.tables_[loader.function];
  for (const ModuleWrapper &wrapper : wrappersIn(table))
    if (const ModuleInfo *module = wrap(wrapper, loader); !wrapper.key.empty())
      modules.try_emplace(wrapper.key, module);
}

/// `exports.modules = {…}`.
void ProgramBuilder::wrapChunk(const ModuleLoader &loader, const Node &name) {
  const auto *member = llvm::dyn_cast<MemberExpression>(name.parent);
  const auto *assignment = member ? llvm::dyn_cast<AssignmentExpression>(member->parent) : nullptr;
  if (assignment && assignment->left == member && member->object == &name &&
      writtenKeyOf(*member) == "modules")
    wrapTable(loader, *assignment->right);
}

void ProgramBuilder::wrapModules(llvm::ArrayRef<const ObjectExpression *> made) {
  program_.flow_ = std::make_shared<Flow>(program_);
  if (made.empty())
    return;
  for (const Scope &scope : program_.scopes_)
    if (scope.kind == ScopeKind::Function)
      scopeOf_[scope.node] = &scope;
  std::vector<ModuleLoader> withTables;
  for (const ObjectExpression *object : made) {
    std::optional<ModuleLoader> loader = readModuleLoader(program_, *program_.flow_, *object);
    if (!loader)
      continue;
    std::optional<ParameterPlace> place = placeOfParameter(*loader->wrappers);
    if (place && !loader->key) {
      wrapSingly(*loader, *place);
      continue;
    }
    if (!loader->key)
      continue;
    Nodes tables = program_.flow_->sourcesOf(*loader->wrappers);
    if (tables.size() != 1)
      continue;
    wrapTable(*loader, *tables.front());
    withTables.push_back(std::move(*loader));
  }
  // what is split off stands in files of its own, most often beside the loader's
  for (bool isBeside : {true, false})
    for (const ModuleLoader &loader : withTables)
      for (const auto &[module, names] : commonJsNames_)
        if (!isBeside ||
            folderOf(module->path()) == folderOf(program_.moduleOf(*loader.function).path()))
          for (const Node *name : names)
            wrapChunk(loader, *name);
  program_.flow_->forget();
  for (const ModuleLoader &loader : withTables)
    if (!holdersAreClosed(loader))
      program_.openTables_.insert(loader.function);
}

/// The loader's own name and the parameters that modules get it by.
bool ProgramBuilder::holdersAreClosed(const ModuleLoader &loader) {
  const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(loader.function);
  const auto *id = declaration ? llvm::dyn_cast_or_null<Identifier>(declaration->id) : nullptr;
  const Symbol *own = id ? program_.symbolOf(*id) : nullptr;
  bool closed =
      own && own->targets.size() == 1 && isClosed(program_, *program_.flow_, loader, *own);
  for (const auto &[symbol, part] : program_.parts_)
    if (part.function == loader.function)
      closed = closed && symbol->targets.size() == 1 &&
               isClosed(program_, *program_.flow_, loader, *symbol);
  return closed;
}

void ProgramBuilder::readCommonJs() {
  CommonJsParts parts(program_, *program_.flow_, program_.parts_);
  for (const auto &module : program_.wrapped_)
    for (const Node *parameter : paramsOf(*module->wrapper))
      if (const auto *name = llvm::dyn_cast_or_null<Identifier>(parameter))
        if (const Symbol *symbol = program_.symbolOf(*name);
            symbol && program_.partIn(*symbol).kind != PartKind::None)
          parts.start(*symbol);
  for (const auto &[module, names] : commonJsNames_)
    for (const Node *name : names) {
      const auto *identifier = llvm::dyn_cast<Identifier>(name);
      bool isModule = identifier && identifier->name == "module";
      parts.flow(*name, {isModule ? PartKind::Module : PartKind::Exports, module, nullptr});
    }
  parts.run();
  for (const auto &[module, names] : commonJsNames_)
    llvm::append_range(module->commonJsExports, parts.takeWrites(*module));
  for (const auto &module : program_.wrapped_)
    module->commonJsExports = parts.takeWrites(*module);
}

} // namespace agentc
