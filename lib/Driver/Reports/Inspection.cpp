#include "Inspection.h"

#include "BundleReport.h"

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
llvm::Error checkPackage(const Compilation &c, llvm::StringRef bytes,
                         llvm::ArrayRef<PublicKey> keys, Inspection &result) {
  llvm::Expected<Signer> signer = checkAttestation(*c.packageFiles, keys, result.differences);
  if (!signer)
    return signer.takeError();
  result.signer = std::move(*signer);
  if (c.plan)
    comparePackage(bytes, *c.packageFiles, *c.plan, result.differences);
  else
    result.differences.append(c.diagnostics);
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::optional<Inspection>> inspectBundle(DriverEnv &env,
                                                        const CommonOptions &options,
                                                        llvm::StringRef path,
                                                        llvm::ArrayRef<PublicKey> keys) {
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, options, path);
  if (!request)
    return request.takeError();
  request->last = Stage::Plan;
  request->believeSeal = true;
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
  result.sources = c.bundle->files;
  result.plan = c.plan ? std::move(*c.plan) : describeBundle(planInput(c));
  result.documents = documentsOf(result.plan);
  return result;
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
