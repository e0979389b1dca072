#include "BaseClass.h"

#include "agentc/Bundle/ModuleNames.h"

namespace agentc::rules {

using namespace ast;

/// Finds the place that promises an agent's class as the entry's default export; std::nullopt
/// if nothing promises one.
static std::optional<DiagnosticNote> findPromise(const CheckContext &context) {
  const Manifest &manifest = context.manifest;
  if (manifest.minBaseVersion)
    return DiagnosticNote{"`minBaseVersion` promises it here", manifest.file,
                          manifest.minBaseVersion->range};
  for (llvm::StringRef base : context.settings.baseClasses) {
    auto [package, name] = base.split('#');
    for (const Dependency &dependency : manifest.dependencies)
      if (dependency.name == package)
        return DiagnosticNote{"the dependency on `" + package.str() + "` promises it here",
                              manifest.file, dependency.range};
    const ModuleInfo *entry = context.program.entry();
    for (const auto &import : entry->imports)
      if (const auto *declaration = llvm::dyn_cast<ImportDeclaration>(import->node))
        for (const Node *one : declaration->specifiers)
          if (const auto *specifier = llvm::dyn_cast<ImportSpecifier>(one);
              specifier && !declaration->typeOnly && !specifier->typeOnly &&
              packageOfSpecifier(import->resolution.name) == package)
            if (const auto *imported = llvm::dyn_cast<Identifier>(
                    specifier->imported ? specifier->imported : specifier->local);
                imported && imported->name == name)
              return DiagnosticNote{"its import promises it here", entry->path().str(),
                                    specifier->range};
  }
  if (context.settings.baseClasses != defaultSettings().baseClasses)
    return DiagnosticNote{"`baseClasses` of the settings asks for it", "", std::nullopt};
  return std::nullopt;
}

static void check(const CheckContext &context, RuleReporter &report) {
  const ModuleInfo *entry = context.program.entry();
  if (!entry || entry->syntax->goal == Goal::Json)
    return;
  std::optional<DiagnosticNote> promise = findPromise(context);
  if (!promise)
    return;
  const Value &exported = agentClassOf(context, *entry);
  std::string base = baseClassNames(context.settings);
  std::string message;
  switch (findBase(context, exported).relation) {
  case BaseRelation::Extends:
  case BaseRelation::Lookalike: // has a rule of its own
    return;
  case BaseRelation::Unknown:
    message =
        "the entry's default export extends something that agentc cannot determine; it must be "
        "a class that extends " +
        base;
    break;
  case BaseRelation::None:
    message = "the entry's default export is not a class that extends " + base;
  }
  bool isHere = exported.origin && llvm::isa<ClassValue>(exported);
  Diagnostic &finding = isHere
                            ? report.at(*exported.origin, std::move(message))
                            : report.at(entry->path().str(), ByteRange{0, 0}, std::move(message));
  if (isHere)
    finding.range = headOfClass(*exported.origin);
  finding.notes.push_back(std::move(*promise));
}

extern const Rule MissingBaseAgent = {
    {.id = "AC7001",
     .name = "missing-base-agent",
     .group = "agents",
     .severity = Severity::Error,
     .summary = "agents that don't extend the base class they promise",
     .precision = Precision::High,
     .cwe = 358,
     .concern = Concern::Bundle},
    check};

} // namespace agentc::rules
