#include "ProgramBuilder.h"

namespace agentc {

using namespace ast;

namespace {

/// The name that an import or export specifier spells: an identifier or a string.
llvm::StringRef specifierName(const Node *node) {
  if (const auto *id = llvm::dyn_cast_or_null<Identifier>(node))
    return id->name;
  if (const auto *literal = llvm::dyn_cast_or_null<Literal>(node))
    return literal->text;
  return {};
}

} // namespace

const ImportRecord *ProgramBuilder::addImport(ModuleInfo &module, const Node &declaration,
                                              const Node *source) {
  const auto *literal = llvm::dyn_cast_or_null<Literal>(source);
  if (!literal || literal->literal != LiteralKind::String)
    return nullptr;
  auto record = std::make_unique<ImportRecord>();
  record->node = &declaration;
  record->source = literal;
  record->resolution = program_.resolveSpecifier(module, literal->text);
  program_.importBySite_[&declaration] = record.get();
  module.imports.push_back(std::move(record));
  return module.imports.back().get();
}

void ProgramBuilder::exportPattern(ModuleInfo &module, const Node &pattern) {
  if (const auto *id = llvm::dyn_cast<Identifier>(&pattern)) {
    module.exports[id->name.str()].symbol = program_.symbolOf(*id);
    return;
  }
  if (const auto *property = llvm::dyn_cast<Property>(&pattern))
    return exportPattern(module, *property->value);
  if (const auto *assignment = llvm::dyn_cast<AssignmentPattern>(&pattern))
    return exportPattern(module, *assignment->left);
  if (llvm::isa<ObjectPattern, ArrayPattern, RestElement>(&pattern))
    forEachChild(pattern, [&](const Node &child) { exportPattern(module, child); });
}

void ProgramBuilder::exportDeclaration(ModuleInfo &module, const Node &declaration) {
  const Node *id = nullptr;
  if (const auto *variables = llvm::dyn_cast<VariableDeclaration>(&declaration)) {
    for (const Node *one : variables->declarations)
      exportPattern(module, *llvm::cast<VariableDeclarator>(one)->id);
    return;
  }
  if (const auto *function = llvm::dyn_cast<FunctionDeclaration>(&declaration))
    id = function->id;
  else if (const auto *type = llvm::dyn_cast<ClassDeclaration>(&declaration))
    id = type->id;
  else if (const auto *enumeration = llvm::dyn_cast<TSEnumDeclaration>(&declaration))
    id = enumeration->id;
  else if (const auto *space = llvm::dyn_cast<TSModuleDeclaration>(&declaration))
    id = space->id;
  while (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(id))
    id = member->object;
  if (id)
    exportPattern(module, *id);
}

void ProgramBuilder::readExportNamed(ModuleInfo &module,
                                     const ExportNamedDeclaration &declaration) {
  if (declaration.typeOnly)
    return;
  if (declaration.declaration)
    exportDeclaration(module, *declaration.declaration);
  const ImportRecord *from =
      declaration.source ? addImport(module, declaration, declaration.source) : nullptr;
  for (const Node *one : declaration.specifiers) {
    const auto *specifier = llvm::dyn_cast<ExportSpecifier>(one);
    if (!specifier || specifier->typeOnly)
      continue;
    const Node *exported = specifier->exported ? specifier->exported : specifier->local;
    ExportRecord &record = module.exports[specifierName(exported).str()];
    if (from) {
      record.from = from;
      record.importedName = specifierName(specifier->local).str();
    } else if (const auto *local = llvm::dyn_cast<Identifier>(specifier->local)) {
      record.symbol = program_.symbolOf(*local);
      record.node = local;
    }
  }
}

void ProgramBuilder::readStatement(ModuleInfo &module, const Node &statement) {
  if (const auto *import = llvm::dyn_cast<ImportDeclaration>(&statement)) {
    if (!import->typeOnly)
      addImport(module, statement, import->source);
  } else if (const auto *named = llvm::dyn_cast<ExportNamedDeclaration>(&statement)) {
    readExportNamed(module, *named);
  } else if (const auto *all = llvm::dyn_cast<ExportAllDeclaration>(&statement)) {
    if (all->typeOnly)
      return;
    const ImportRecord *from = addImport(module, statement, all->source);
    if (!from)
      return;
    if (!all->exported) {
      module.starExports.push_back(from);
      return;
    }
    ExportRecord &record = module.exports[specifierName(all->exported).str()];
    record.from = from;
    record.importedName = "*";
  } else if (const auto *byDefault = llvm::dyn_cast<ExportDefaultDeclaration>(&statement)) {
    module.exports["default"].node = byDefault->declaration;
  } else if (const auto *assignment = llvm::dyn_cast<TSExportAssignment>(&statement)) {
    module.commonJsExports.push_back(
        {"", assignment->expression, WrittenProperty::Kind::Value, "", true});
  }
}

} // namespace agentc
