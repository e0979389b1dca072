#include "SliceParts.h"

#include "agentc/Program/WrittenLoad.h"
#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

/// A longer chain of re-exports leads nowhere.
static constexpr unsigned maxReexports = 64;

static std::string nameOf(const Node *node) {
  if (const auto *id = llvm::dyn_cast_or_null<Identifier>(node))
    return id->name.str();
  const auto *literal = llvm::dyn_cast_or_null<Literal>(node);
  return literal ? literal->text.str() : "";
}

std::optional<Resolution> SliceParts::requiredBy(const Node &node) const {
  const auto *call = llvm::dyn_cast<CallExpression>(&node);
  if (!call || call->arguments.size() != 1 || !llvm::isa<Identifier>(call->callee))
    return std::nullopt;
  std::optional<WrittenLoad> load = writtenLoadAt(node, [&](const Identifier &name) {
    return name.name == "require" && !program_.symbolOf(name);
  });
  const ModuleInfo *module = load ? &program_.moduleOf(node) : nullptr;
  if (!module || module->goal == Goal::Module)
    return std::nullopt;
  return program_.resolveSpecifier(*module, load->specifier, load->form);
}

static SliceTarget fromResolution(const SliceParts &parts, const Resolution &resolution,
                                  llvm::StringRef specifier, std::string name, unsigned depth) {
  SliceTarget target;
  target.specifier = specifier;
  target.module = resolution.module;
  if (resolution.kind == Resolution::Kind::External) {
    target.kind = SliceTarget::Kind::External;
    target.name = std::move(name);
  } else if (resolution.kind == Resolution::Kind::Bundle) {
    if (resolution.module->goal == Goal::Module)
      return parts.exportOf(*resolution.module, name, depth + 1);
    target.kind = SliceTarget::Kind::CommonJs;
    target.name = name == "default" ? "*" : std::move(name);
  }
  return target;
}

SliceTarget SliceParts::exportOf(const ModuleInfo &module, llvm::StringRef name,
                                 unsigned depth) const {
  SliceTarget target;
  target.module = &module;
  if (depth > maxReexports)
    return target;
  if (module.goal != Goal::Module) {
    target.kind = SliceTarget::Kind::CommonJs;
    target.name = name == "default" ? "*" : name.str();
    return target;
  }
  if (name == "*") {
    target.kind = SliceTarget::Kind::Namespace;
    return target;
  }
  auto found = module.exports.find(name);
  if (found == module.exports.end()) {
    for (const ImportRecord *star : module.starExports) {
      if (name == "default" || star->resolution.kind != Resolution::Kind::Bundle)
        continue;
      SliceTarget inner = exportOf(*star->resolution.module, name, depth + 1);
      if (inner.kind != SliceTarget::Kind::Missing)
        return inner;
    }
    return target;
  }
  const ExportRecord &record = found->second;
  if (record.from)
    return fromResolution(*this, record.from->resolution, record.from->source->text,
                          record.importedName, depth);
  if (record.symbol)
    return targetOf(*record.symbol);
  if (!record.node)
    return target;
  const Node *id = nullptr;
  if (const auto *function = llvm::dyn_cast<FunctionDeclaration>(record.node))
    id = function->id;
  else if (const auto *type = llvm::dyn_cast<ClassDeclaration>(record.node))
    id = type->id;
  if (const auto *declared = llvm::dyn_cast_or_null<Identifier>(id)) {
    target.kind = SliceTarget::Kind::Symbol;
    target.symbol = program_.symbolOf(*declared);
    return target;
  }
  target.kind = SliceTarget::Kind::Default;
  target.node = record.node;
  return target;
}

SliceTarget SliceParts::targetOf(const Symbol &symbol) const {
  SliceTarget target;
  target.kind = SliceTarget::Kind::Symbol;
  target.symbol = &symbol;
  if (symbol.targets.size() != 1)
    return target;
  const Identifier &id = *symbol.targets[0];
  target.module = &program_.moduleOf(id);
  const Node *site = id.parent;
  if (symbol.kind == SymbolKind::Import) {
    const ImportRecord *record = site && site->parent ? program_.importOf(*site->parent) : nullptr;
    if (!record)
      return {};
    std::string name = "*";
    if (const auto *named = llvm::dyn_cast<ImportSpecifier>(site))
      name = nameOf(named->imported ? named->imported : named->local);
    else if (llvm::isa<ImportDefaultSpecifier>(site))
      name = "default";
    return fromResolution(*this, record->resolution, record->source->text, std::move(name), 0);
  }
  // `const a = require('./x')` and `const {a} = require('./x')`
  std::string name = "*";
  if (const auto *property = llvm::dyn_cast_or_null<Property>(site)) {
    std::optional<llvm::StringRef> key = writtenKeyOf(*property);
    if (!key || !property->parent)
      return target;
    name = key->str();
    site = property->parent->parent;
  }
  const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(site);
  std::optional<Resolution> required =
      declarator && declarator->init ? requiredBy(*declarator->init) : std::nullopt;
  if (!required || required->kind != Resolution::Kind::Bundle)
    return target;
  target.kind = SliceTarget::Kind::CommonJs;
  target.module = required->module;
  target.name = std::move(name);
  return target;
}

} // namespace agentc
