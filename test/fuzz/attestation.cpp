// Any text is what a package says of itself (`agentc/attestation.json`, and after `//--- path` any
// other file of it): nobody signed it, and reading it ends.
#include "support/BundleText.h"

#include "agentc/Packaging/Attestation.h"

#include <cstdint>
#include <cstdlib>

using namespace agentc;

static const SigningKey &key() {
  static const SigningKey made = llvm::cantFail(
      SigningKey::fromPem("-----BEGIN PRIVATE KEY-----\n"
                          "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"
                          "-----END PRIVATE KEY-----\n"));
  return made;
}

static const FileTree &original() {
  static const FileTree files = [] {
    PackagePlan plan;
    plan.files.add("index.js", "module.exports = async () => 1\n");
    plan.digest = bundleDigest(plan.files);
    plan.files.add("agentc/package.json",
                   R"({"schema":"agentc.package/1","digest":")" + plan.digest + "\"}\n");
    signPlan(plan, key(), {});
    return plan.files;
  }();
  return files;
}

/// Puts what was written over the package that was signed, and says whether it still is that.
static bool replaceFiles(FileTree &package, const FileTree &written) {
  bool same = true;
  for (const auto &[path, file] : written.files()) {
    const std::string name = path == "index.js" ? "agentc/attestation.json" : path;
    const File *old = original().find(name);
    same &= old && old->bytes == file->bytes;
    package.add(name, file->bytes);
  }
  for (const auto &[path, file] : original().files())
    package.share(path, file);
  return same;
}

/// True if a file below `agentc/`, other than the attestation itself, differs from the signed
/// one.
static bool changesRecords(const FileTree &package) {
  return llvm::any_of(package.files(), [](const auto &entry) {
    if (!llvm::StringRef(entry.first).starts_with("agentc/") ||
        entry.first == "agentc/attestation.json")
      return false;
    const File *signedFile = original().find(entry.first);
    return !signedFile || signedFile->bytes != entry.second->bytes;
  });
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  const Bundle bundle = bundleFromText({reinterpret_cast<const char *>(bytes), size});
  FileTree package;
  const bool same = replaceFiles(package, bundle.files);
  DiagnosticList diagnostics;
  readSealedWaivers(package);
  const Signer unchecked = llvm::cantFail(checkAttestation(package, {}, diagnostics));
  if (unchecked.state == SignatureState::Checked)
    std::abort();
  const Signer checked = llvm::cantFail(checkAttestation(package, key().publicKey(), diagnostics));
  if (same && checked.state != SignatureState::Checked)
    std::abort();
  // An envelope may be written otherwise; what it is about may not. The bundle's own files are held
  // against the signed record by `comparePackage`.
  if (checked.state == SignatureState::Checked && changesRecords(package))
    std::abort();
  if (const File *pem = bundle.files.find("key.pem")) {
    if (llvm::Expected<PublicKey> read = PublicKey::fromPem(pem->bytes); !read)
      llvm::consumeError(read.takeError());
    if (llvm::Expected<SigningKey> read = SigningKey::fromPem(pem->bytes); !read)
      llvm::consumeError(read.takeError());
  }
  return 0;
}
