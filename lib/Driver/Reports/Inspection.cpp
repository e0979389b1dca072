#include "Inspection.h"

#include "BundleReport.h"
#include "Signatures.h"

#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

std::string formName(const Compilation &c) {
  if (c.packageFiles)
    return "package";
  switch (c.bundle->form) {
  case BundleForm::Folder:
    return "folder";
  case BundleForm::Zip:
    return "zip";
  case BundleForm::TarGz:
    return "tgz";
  case BundleForm::SingleFile:
    return "file";
  }
  llvm_unreachable("a bundle has a form");
}

/// As `verify` does it.
llvm::Error checkPackage(Compilation &c, llvm::StringRef bytes, llvm::ArrayRef<PublicKey> keys,
                         Inspection &result) {
  llvm::Expected<Signer> signer = checkAttestation(*c.packageFiles, keys, result.differences);
  if (!signer)
    return signer.takeError();
  result.signer = std::move(*signer);
  if (c.plan)
    comparePackage(bytes, *c.packageFiles, *c.plan, result.differences);
  c.diagnostics.append(result.differences);
  if (!c.plan)
    result.differences = c.diagnostics;
  return llvm::Error::success();
}

std::string signerText(const Signer &signer) {
  switch (signer.state) {
  case SignatureState::Unsigned:
    return "unsigned";
  case SignatureState::Unchecked:
  case SignatureState::Checked:
    return "the key " + signer.keyId;
  case SignatureState::Wrong:
    return "a signature that does not fit";
  }
  llvm_unreachable("a state has words");
}

/// Of two packages: that somebody else signed the new one, or nobody.
std::optional<Change> compareSigners(const Inspection &before, const Inspection &after) {
  if (!before.isSealed() || !after.isSealed())
    return std::nullopt;
  const std::string old = signerText(before.signer), now = signerText(after.signer);
  if (old == now)
    return std::nullopt;
  const bool isFirst = before.signer.state == SignatureState::Unsigned;
  return Change{Change::Area::Signature,
                isFirst ? Change::Kind::Added : Change::Kind::Changed,
                "",
                "",
                old,
                now};
}

} // namespace

std::vector<Change> compareInspections(const Inspection &before, const Inspection &after) {
  std::vector<Change> changes = comparePlans(before.plan, after.plan);
  if (std::optional<Change> signer = compareSigners(before, after))
    changes.insert(changes.begin(), std::move(*signer));
  for (const std::vector<SecretPlace> *secrets : {&after.secrets, &before.secrets})
    for (Change &change : changes)
      for (Json *value : {&change.before, &change.after})
        maskSecrets(*value, *secrets);
  return changes;
}

llvm::Expected<std::optional<Inspection>>
inspectBundle(DriverEnv &env, const CommonOptions &options, llvm::StringRef path,
              llvm::ArrayRef<PublicKey> keys, const LoadTester &loadTest) {
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, options, path);
  if (!request)
    return request.takeError();
  request->last = Stage::Plan;
  request->believeSeal = true;
  request->loadTest = loadTest;
  Compilation c;
  if (llvm::Error error = compile(*request, c))
    return error;
  if (!c.bundle) {
    BundleResult found = makeResult(c, path, options.failOn);
    printFindings(env, options, found);
    return std::nullopt;
  }
  Inspection result;
  result.path = path.str();
  result.form = formName(c);
  if (result.form != "folder" && path != "-") {
    llvm::Expected<std::string> bytes = env.readFile(path);
    if (!bytes)
      return bytes.takeError();
    result.archiveBytes = bytes->size();
    if (c.packageFiles)
      if (llvm::Error error = checkPackage(c, *bytes, keys, result))
        return error;
  }
  if (c.forest)
    result.functions = FunctionNames(*c.forest);
  result.result = makeResult(c, path, options.failOn);
  result.result.valid &= c.plan.has_value();
  if (c.packageFiles)
    result.result.signature = signatureResult(result.signer);
  result.isLoaded = c.load.has_value();
  result.secrets = c.secrets;
  result.plan = c.plan ? std::move(*c.plan) : describeBundle(planInput(c));
  result.documents = documentsOf(result.plan);
  maskSecrets(result.documents.record, result.secrets);
  return result;
}

llvm::Error checkKeysFit(const Inspection &inspection, llvm::ArrayRef<PublicKey> keys) {
  if (keys.empty() || inspection.isSealed())
    return llvm::Error::success();
  return usageError("`--key` is for packages, and `" + escapeForTerminal(inspection.path) +
                    "` is not one");
}

Json signerToJson(const Signer &signer) {
  Json result = {{"state", signatureStateName(signer.state).str()}};
  if (!signer.keyId.empty())
    result["keyId"] = signer.keyId;
  return result;
}

std::string shortened(llvm::StringRef text, size_t characters) {
  std::string line;
  size_t count = 0;
  for (size_t at = 0; at < text.size(); ++count) {
    const unsigned length = decodeUtf8(text, at).length;
    if (count == characters)
      return line + " ...";
    llvm::StringRef character = text.substr(at, length);
    line += character == "\n" || character == "\t" ? " " : escapeForTerminal(character);
    at += length;
  }
  return line;
}

} // namespace agentc
