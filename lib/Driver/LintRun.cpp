#include "LintRun.h"

#include "BundleReport.h"
#include "DriverRules.h"

namespace agentc {

namespace {

/// In a repository what a build makes is not there yet.
void lowerUnbuiltEntry(DiagnosticList &diagnostics) {
  static const RuleInfo *const missing = fullCatalog().find("missing-entry");
  for (Diagnostic &finding : diagnostics.mutableAll())
    if (finding.rule == missing)
      finding.severity = Severity::Note;
}

/// What keeps a bundle from being read stays: the rules that were asked for saw nothing of it.
void keepSelected(const RuleSelection &selection, DiagnosticList &diagnostics) {
  llvm::erase_if(diagnostics.mutableAll(), [&](const Diagnostic &finding) {
    return !selection.all.count(finding.rule) && finding.severity != Severity::Error;
  });
}

void keepPaths(llvm::ArrayRef<std::string> only, DiagnosticList &diagnostics) {
  llvm::erase_if(diagnostics.mutableAll(), [&](const Diagnostic &finding) {
    return llvm::none_of(only, [&](llvm::StringRef path) {
      return !finding.file.empty() && isBelow(finding.file, path);
    });
  });
}

llvm::Expected<BundleResult> checkUnit(DriverEnv &env, const LintCheck &how, const LintUnit &unit) {
  Compilation compilation;
  compilation.diagnostics = unit.reading;
  if (unit.bundle) {
    llvm::Expected<PipelineRequest> request = makePipelineRequest(env, how.options, unit.path);
    if (!request)
      return request.takeError();
    request->opened = unit.bundle;
    request->isAgent = unit.isAgent;
    request->baseline = how.baselines.known ? &*how.baselines.known : nullptr;
    if (how.selection)
      request->rules = how.selection->rules;
    request->last = unit.hasSources ? Stage::Check : Stage::Open;
    if (llvm::Error error = compile(*request, compilation))
      return error;
  }
  lowerUnbuiltEntry(compilation.diagnostics);
  return makeResult(compilation, unit.path, how.options.failOn);
}

} // namespace

llvm::Expected<BundleResult> lintUnit(DriverEnv &env, const LintCheck &how, const LintUnit &unit) {
  llvm::Expected<BundleResult> result = checkUnit(env, how, unit);
  if (!result)
    return result;
  if (how.selection)
    keepSelected(*how.selection, result->diagnostics);
  if (!unit.only.empty())
    keepPaths(unit.only, result->diagnostics);
  result->valid = unit.bundle && !hasFindings(result->diagnostics, how.options.failOn);
  return result;
}

} // namespace agentc
