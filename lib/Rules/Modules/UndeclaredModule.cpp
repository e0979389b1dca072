#include "ModuleUses.h"

#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Program/RunnableText.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

namespace agentc::rules {

static void reportExternal(const CheckContext &context, RuleReporter &report, const ApiUse &use) {
  if (isAllowedModule(context, use.module) || hasOwnRule(use.module))
    return;
  std::string name = shownText(use.module);
  if (isNodeModule(use.module)) {
    Diagnostic &finding =
        report.at(use, "`" + name + "` is a module of Node that the sandbox doesn't provide");
    finding.subject = use.module;
    if (isInstalled(finding.file))
      lowerTo(finding, Severity::Warning);
    return;
  }
  const bool isDeclared = llvm::any_of(context.manifest.dependencies, [&](const Dependency &one) {
    return packageOfSpecifier(use.module) == llvm::StringRef(one.name);
  });
  Diagnostic &finding =
      report.at(use, "`" + name + "` is neither in the bundle nor provided by the sandbox" +
                         (isDeclared ? "; `npm install` puts it into `node_modules`" : ""));
  finding.subject = packageOfSpecifier(use.module).value_or(use.module);
  // what packages ask for where they can do without
  if (isInstalled(finding.file))
    lowerTo(finding, Severity::Note);
  // without a manifest nobody can tell where a bare name leads
  if (!context.manifest.present && packageOfSpecifier(use.module))
    lowerTo(finding, Severity::Warning);
}

/// A path that no file answers; what resolves is reported where it comes in.
static bool isMissing(const CheckContext &context, const ApiUse &use, llvm::StringRef name) {
  const ModuleInfo &module = context.program.moduleOf(*use.node);
  ImportForm form = use.path == "global:import"_api ? ImportForm::Import : ImportForm::Require;
  return context.program.resolveSpecifier(module, name, form).kind == Resolution::Kind::Missing &&
         !name.ends_with(".node");
}

/// Says of a relative path also where its file would be.
static void describeMissing(Diagnostic &finding, llvm::StringRef name) {
  finding.subject = name;
  // of an installed package it is the package's own affair; what it lacks it doesn't get
  if (isInstalled(finding.file))
    lowerTo(finding, Severity::Note);
  if (!name.starts_with("./") && !name.starts_with("../"))
    return;
  llvm::SmallString<128> file = llvm::sys::path::parent_path(finding.file);
  llvm::sys::path::append(file, name);
  llvm::sys::path::remove_dots(file, /*remove_dot_dot=*/true);
  finding.missingFile = file.str();
}

static std::string missingMessage(llvm::StringRef name) {
  return "`" + shownText(name) + "` is not in the bundle";
}

/// True if a node is an import, or the specifier of one, and nothing of that import runs.
static bool isOfErased(const CheckContext &context, const ast::Node &node) {
  const auto *import = llvm::dyn_cast<ast::ImportDeclaration>(&node);
  if (!import)
    import = llvm::dyn_cast_or_null<ast::ImportDeclaration>(node.parent);
  return import && isErased(*context.program.moduleOf(node).syntax, *import);
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const auto &module : context.program.modules())
    for (const auto &import : module->imports)
      if (import->source && import->resolution.kind == Resolution::Kind::Missing &&
          !import->source->text.ends_with(".node") && !isOfErased(context, *import->source))
        describeMissing(report.at(*import->source, missingMessage(import->source->text)),
                        import->source->text);
  for (const ApiUse &use : context.uses.all()) {
    if (use.isImport && !isOfErased(context, *use.node))
      reportExternal(context, report, use);
    bool loads = use.path == "global:require"_api || use.path == "global:import"_api;
    if (!loads || use.kind != UseKind::Call || use.arguments.empty())
      continue;
    forEachAlternative(*use.arguments[0], [&](const Value &value) {
      if (std::optional<llvm::StringRef> name = asString(value);
          name && isMissing(context, use, *name))
        describeMissing(report.at(use, missingMessage(*name)), *name);
    });
  }
}

extern const Rule UndeclaredModule = {{.id = "AC4208",
                                       .name = "undeclared-module",
                                       .group = "modules",
                                       .severity = Severity::Error,
                                       .summary = "imports of modules that the agent will not get",
                                       .access = "modules",
                                       .cwe = 829,
                                       .concern = Concern::Sandbox},
                                      check};

} // namespace agentc::rules
