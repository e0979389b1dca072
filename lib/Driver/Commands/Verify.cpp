#include "Reports/BundleReport.h"
#include "Reports/Dump.h"
#include "Signatures.h"
#include "Subcommand.h"
#include "Verification.h"

#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"

namespace agentc {

namespace {

bool isSource(BundleForm form) {
  return form == BundleForm::Folder || form == BundleForm::SingleFile;
}

/// Reads a package again from its own bytes and compares it with what sealing it would give.
llvm::Expected<BundleResult> verifyPackage(DriverEnv &env, const CommonOptions &options,
                                           const PipelineRequest &request,
                                           llvm::ArrayRef<PublicKey> keys) {
  const std::string &path = request.bundle.path;
  if (llvm::sys::fs::is_directory(path))
    return usageError("`" + escapeForTerminal(path) +
                      "` is a folder; `agentc package` makes a package of it");
  llvm::Expected<std::string> bytes = env.readFile(path);
  if (!bytes)
    return bytes.takeError();
  Compilation compilation;
  if (llvm::Error error = compile(request, compilation))
    return error;
  if (compilation.bundle && isSource(compilation.bundle->form))
    return usageError("`" + escapeForTerminal(path) +
                      "` is not an archive; `agentc package` makes a package of it");
  return compareWithSeal(compilation, *bytes, path, keys, options.failOn);
}

llvm::Expected<int> verify(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<const Dump *> dump = readDump(arguments);
  if (!dump)
    return dump.takeError();
  llvm::Expected<std::string> path = onlyInput(arguments, "package");
  if (!path)
    return path.takeError();
  llvm::Expected<std::vector<PublicKey>> keys = readPublicKeys(env, arguments);
  if (!keys)
    return keys.takeError();
  options->trust = Trust::Registry;
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, *options, *path);
  if (!request)
    return request.takeError();
  if (*dump)
    return dumpStage(env, *options, std::move(*request), **dump);
  request->last = Stage::Plan;
  request->believeSeal = true;
  llvm::Expected<BundleResult> result = verifyPackage(env, *options, *request, *keys);
  if (!result)
    return result.takeError();
  const std::string text = renderVerified(*result, *options);
  if (llvm::Error error = writeOutput(env, *options, text))
    return error;
  return result->valid ? ExitClean : ExitFindings;
}

} // namespace

const Subcommand verifySubcommand = {
    "verify",
    ForVerify,
    "[FLAGS] PACKAGE",
    "reads a package again and compares it with what is sealed in it, byte for byte",
    "  agentc verify my-agent.zip\n"
    "  # only if it was signed by this key\n"
    "  agentc verify --key release.pub.pem my-agent.zip\n",
    verify,
    CommandGroup::Package,
    "the package is not what is sealed in it; with `--key`, also if none of the keys signed it",
    Formats::Reports};

} // namespace agentc
