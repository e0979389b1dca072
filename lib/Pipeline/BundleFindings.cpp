#include "StatementText.h"

#include "agentc/Diagnostics/Fingerprint.h"
#include "agentc/Pipeline/BundleFindings.h"
#include "agentc/Pipeline/Catalog.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

namespace agentc {

bool hasFindings(const DiagnosticList &diagnostics, Severity failOn) {
  return llvm::any_of(diagnostics.all(), [&](const Diagnostic &diagnostic) {
    return !diagnostic.waived && diagnostic.severity >= failOn;
  });
}

void addHelp(DiagnosticList &diagnostics) {
  std::map<const RuleInfo *, std::string> known;
  for (Diagnostic &finding : diagnostics.mutableAll()) {
    if (!finding.help.empty())
      continue;
    auto [help, isNew] = known.try_emplace(finding.rule);
    if (isNew)
      help->second = fullCatalog().page(*finding.rule).help();
    finding.help = help->second;
  }
}

BundleResult makeResult(const Compilation &compilation, llvm::StringRef path, Severity failOn) {
  BundleResult result;
  result.path = path.str();
  llvm::SmallString<256> folder;
  if (!llvm::sys::fs::current_path(folder))
    result.workingFolder = folder.str().str();
  result.isFolder = compilation.bundle ? compilation.bundle->form == BundleForm::Folder
                                       : llvm::sys::fs::is_directory(path);
  result.failOn = failOn;
  result.diagnostics = compilation.diagnostics;
  // If nothing was added since the check named its findings, all of them have a fingerprint.
  if (llvm::any_of(result.diagnostics.all(),
                   [](const Diagnostic &finding) { return finding.fingerprint.empty(); })) {
    maskSecrets(result.diagnostics, compilation.secrets);
    result.diagnostics.sort();
    StatementText statements(compilation);
    setFingerprints(result.diagnostics,
                    [&](const Diagnostic &diagnostic) { return statements.around(diagnostic); });
  }
  addHelp(result.diagnostics);
  result.valid = compilation.bundle && !hasFindings(result.diagnostics, failOn);
  if (compilation.bundle)
    result.files = maskedFiles(compilation.bundle->files, compilation.secrets);
  result.outside = compilation.outside;
  if (const std::optional<Manifest> &manifest = compilation.manifest) {
    result.name = manifest->name ? manifest->name->text : "";
    result.version = manifest->version ? manifest->version->text : "";
  }
  if (compilation.plan)
    result.digest = compilation.plan->digest;
  else if (compilation.program && compilation.bundle->form == BundleForm::SingleFile)
    result.digest = bundleDigest(compilation.bundle->files);
  if (compilation.values)
    result.coverage = {compilation.values->calls(), compilation.values->resolvedCalls()};
  return result;
}

} // namespace agentc
