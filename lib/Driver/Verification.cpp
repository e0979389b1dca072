#include "Verification.h"

#include "Reports/BundleReport.h"
#include "Signatures.h"

#include "agentc/Archive/ArchiveReader.h"
#include "agentc/Diagnostics/LineFiller.h"

namespace agentc {

llvm::Expected<BundleResult> compareWithSeal(Compilation &compilation, llvm::StringRef bytes,
                                             llvm::StringRef path, llvm::ArrayRef<PublicKey> keys,
                                             Severity failOn) {
  if (compilation.bundle && !compilation.packageFiles)
    reportUnsealed(compilation.diagnostics);
  Signer signer;
  if (compilation.packageFiles) {
    llvm::Expected<Signer> checked =
        checkAttestation(*compilation.packageFiles, keys, compilation.diagnostics);
    if (!checked)
      return checked.takeError();
    signer = std::move(*checked);
  }
  if (compilation.plan && compilation.packageFiles)
    comparePackage(bytes, *compilation.packageFiles, *compilation.plan, compilation.diagnostics);
  BundleResult result = makeResult(compilation, path, failOn);
  if (compilation.packageFiles) {
    result.files = *compilation.packageFiles; // excerpts of the record too
    result.signature = signatureResult(signer);
  }
  result.valid &= compilation.plan.has_value();
  return result;
}

llvm::Expected<BundleResult> verifyBytes(DriverEnv &env, CommonOptions options,
                                         llvm::StringRef name, llvm::StringRef bytes,
                                         llvm::ArrayRef<PublicKey> keys, Compilation &compilation) {
  options.trust = Trust::Registry;
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, options, name);
  if (!request)
    return request.takeError();
  std::optional<FileTree> files = readZip(bytes, name, options.limits, compilation.diagnostics);
  if (!files)
    return makeResult(compilation, name, options.failOn);
  request->opened = OpenedBundle{
      Bundle{name.str(), BundleForm::Zip, Trust::Registry, std::move(*files)}, nullptr, {}};
  request->last = Stage::Plan;
  request->believeSeal = true;
  if (llvm::Error error = compile(*request, compilation))
    return error;
  return compareWithSeal(compilation, bytes, name, keys, options.failOn);
}

std::string renderVerified(const BundleResult &result, const CommonOptions &options) {
  std::string text = renderResults(result, options, options.outColor, options.quiet);
  if (options.format != OutputFormat::Text || options.quiet || !result.valid)
    return text;
  text += renderWaived(result, options.columns);
  llvm::raw_string_ostream out(text);
  fillLine(out, options.columns, 4, result.signature.words);
  if (!result.signature.policy.empty())
    fillLine(out, options.columns, 4, "policy: " + result.signature.policy);
  return text;
}

} // namespace agentc
