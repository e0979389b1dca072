#include "ModuleUses.h"

#include "agentc/Bundle/ModuleNames.h"

namespace agentc::rules {

static bool isInstalled(llvm::StringRef file) {
  return ("/" + file).str().find("/node_modules/") != std::string::npos;
}

static void reportExternal(const CheckContext &context, RuleReporter &report, const ApiUse &use) {
  if (isAllowedModule(context, use.module) || hasOwnRule(use.module))
    return;
  std::string name = shownText(use.module);
  if (isNodeModule(use.module)) {
    Diagnostic &finding =
        report.at(use, "`" + name + "` is a module of Node that the sandbox doesn't provide");
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
  // what packages ask for where they can do without
  if (isInstalled(finding.file))
    lowerTo(finding, Severity::Note);
  // without a manifest nobody can tell where a bare name leads
  if (!context.manifest.present && packageOfSpecifier(use.module))
    lowerTo(finding, Severity::Warning);
}

/// A path that no file answers; what resolves is reported where it comes in.
static bool isMissing(const CheckContext &context, const ast::Node &site, llvm::StringRef name) {
  const ModuleInfo &module = context.program.moduleOf(site);
  return context.program.resolveSpecifier(module, name).kind == Resolution::Kind::Missing &&
         !name.ends_with(".node");
}

static std::string missingMessage(llvm::StringRef name) {
  return "`" + shownText(name) + "` is not in the bundle";
}

/// Of an installed package it is the package's own affair; what it lacks it doesn't get.
static void reportMissing(Diagnostic &finding) {
  if (isInstalled(finding.file))
    lowerTo(finding, Severity::Note);
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const auto &module : context.program.modules())
    for (const auto &import : module->imports)
      if (import->source && import->resolution.kind == Resolution::Kind::Missing &&
          !import->source->text.ends_with(".node"))
        reportMissing(report.at(*import->source, missingMessage(import->source->text)));
  for (const ApiUse &use : context.uses.all()) {
    if (use.isImport)
      reportExternal(context, report, use);
    bool loads = use.path == "global:require" || use.path == "global:import";
    if (!loads || use.kind != UseKind::Call || use.arguments.empty())
      continue;
    forEachAlternative(*use.arguments[0], [&](const Value &value) {
      if (std::optional<llvm::StringRef> name = asString(value);
          name && isMissing(context, *use.node, *name))
        reportMissing(report.at(use, missingMessage(*name)));
    });
  }
}

extern const Rule UndeclaredModule = {
    {"AC4208",
     "undeclared-module",
     "modules",
     Severity::Error,
     "imports of modules that the agent will not get",
     "modules",
     {"A module is imported or required that the bundle doesn't hold, the sandbox doesn't provide "
      "and "
      "`allowedModules` doesn't name.",
      "The agent cannot load in the sandbox, and elsewhere the name may lead to anybody's code.",
      R"(const pad = require('left-' + 'pad');
module.exports = async function handler(input) {
  return pad(input.text, 10);
};
)",
      R"(const axios = require('axios');
module.exports = async function handler() {
  return axios.VERSION;
};
)",
      "Without a manifest a package's name is a warning, since nobody can tell where it leads. "
      "Modules "
      "of Node that do harm have rules of their own."},
     Precision::VeryHigh,
     829},
    check};

} // namespace agentc::rules
