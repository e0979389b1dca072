#include "BaselineFlags.h"

#include "OptionIds.h"

#include "Reports/BundleReport.h"

#include "agentc/Rules/Rules.h"
#include "agentc/Support/AtomicFile.h"

namespace agentc {

llvm::Expected<BaselineFlags> readBaselineFlags(DriverEnv &env,
                                                const llvm::opt::InputArgList &arguments) {
  BaselineFlags flags;
  if (const llvm::opt::Arg *file = arguments.getLastArg(OPT_baseline)) {
    llvm::Expected<std::string> text = env.readFile(file->getValue());
    if (!text)
      return text.takeError();
    llvm::Expected<Baseline> baseline = readBaseline(file->getValue(), *text);
    if (!baseline)
      return baseline.takeError();
    flags.known = std::move(*baseline);
  }
  if (const llvm::opt::Arg *file = arguments.getLastArg(OPT_write_baseline))
    flags.newFile = file->getValue();
  return flags;
}

llvm::Error writeNewBaseline(llvm::StringRef file, Severity failOn,
                             std::vector<BundleResult> &results) {
  const Waivable waivable(allRules());
  Baseline baseline;
  std::vector<Diagnostic *> hidden;
  for (BundleResult &result : results) {
    std::set<std::string> &known =
        baseline.fingerprints[result.name.empty() ? result.path : result.name];
    for (Diagnostic &finding : result.diagnostics.mutableAll()) {
      const bool isKnown = finding.waived && finding.waived->by == WaivedBy::Baseline;
      if (!isKnown && (finding.waived || !waivable.canSuppress(*finding.rule)))
        continue;
      known.insert(finding.fingerprint);
      hidden.push_back(&finding);
    }
  }
  if (llvm::Error error = writeFileAtomically(file, printBaseline(baseline)))
    return error;
  for (Diagnostic *finding : hidden)
    finding->waived = Waived{WaivedBy::Baseline, {}, {}, {}, {}};
  for (BundleResult &result : results)
    result.valid = !result.files.empty() && !hasFindings(result.diagnostics, failOn);
  return llvm::Error::success();
}

} // namespace agentc
