// Any text is a bundle: what is sealed from it reads and compares as itself, and with a byte
// changed it doesn't, nor is it signed any more. As a package that a stranger wrote, the bundle's
// own files never count as sealed, and no text but the attestation itself is one.
#include "support/BundleText.h"

#include "agentc/Access/InputFacts.h"
#include "agentc/Archive/ArchiveReader.h"
#include "agentc/Archive/ZipWriter.h"
#include "agentc/Flow/CodeFlow.h"
#include "agentc/Packaging/Attestation.h"

#include <cstdint>
#include <cstdlib>

using namespace agentc;

namespace {

std::optional<PackagePlan> planOf(const Bundle &bundle, DiagnosticList &diagnostics) {
  const Manifest manifest = readManifest(bundle, std::nullopt, diagnostics);
  const ast::Forest forest = parse(selectSources(bundle, diagnostics), diagnostics);
  const Program program = resolve(forest, bundle.files, manifest);
  const Values values = evaluate(program, definitionResultOf);
  const AgentConfig config = extract(program, values, manifest, defaultSettings());
  const ApiUses uses = collectUses(program, values);
  const InputFacts input = collectInput(program, values, config);
  const AccessMap access = infer(link(program, values, uses), config, input);
  const ManifestSecrets secrets = readManifestSecrets(bundle, std::nullopt);
  return planPackage({bundle, manifest, secrets, program, values, config, access, {}, "0", "0"},
                     diagnostics);
}

const SigningKey &key() {
  static const SigningKey made = llvm::cantFail(SigningKey::generate());
  return made;
}

bool isSignedByKey(const FileTree &files) {
  DiagnosticList diagnostics;
  return llvm::cantFail(checkAttestation(files, key().publicKey(), diagnostics)).state ==
         SignatureState::Checked;
}

bool differs(llvm::StringRef bytes, const PackagePlan &plan) {
  DiagnosticList diagnostics;
  const std::optional<FileTree> files = readZip(bytes, "p.zip", ReadLimits(), diagnostics);
  if (!files || !isSealedPackage(*files))
    return true;
  comparePackage(bytes, *files, plan, diagnostics);
  return diagnostics.has(Severity::Error) || !isSignedByKey(*files);
}

/// The plan's files with a text in the place of the attestation.
FileTree attestedBy(const PackagePlan &plan, llvm::StringRef text) {
  FileTree files;
  for (const auto &[path, file] : plan.files.files())
    files.add(path, path == "agentc/attestation.json" ? text.str() : file->bytes);
  return files;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  Bundle bundle = bundleFromText({reinterpret_cast<const char *>(bytes), size});
  DiagnosticList diagnostics;
  // Only what can be opened is ever sealed: not a file whose name has control characters, for one.
  std::optional<FileTree> files =
      readZip(llvm::cantFail(writeCanonicalZip(bundle.files)), "a.zip", ReadLimits(), diagnostics);
  if (!files)
    return 0;
  bundle.files = std::move(*files);
  std::optional<PackagePlan> plan = planOf(bundle, diagnostics);
  if (!plan || diagnostics.has(Severity::Error)) // then `package` would have refused
    return 0;
  signPlan(*plan, key(), {});
  if (isSignedByKey(attestedBy(*plan, {reinterpret_cast<const char *>(bytes), size})))
    std::abort();
  std::string package = seal(*plan).bytes;
  if (differs(package, *plan))
    std::abort();
  package[size % package.size()] ^= 1;
  if (!differs(package, *plan))
    std::abort();
  return 0;
}
