#include "PackageRules.h"

#include "agentc/Packaging/Package.h"

using namespace agentc;

static constexpr RuleInfo makeRule(llvm::StringRef id, llvm::StringRef name, unsigned cwe,
                                   Severity severity, llvm::StringRef summary) {
  return {.id = id,
          .name = name,
          .group = "packages",
          .severity = severity,
          .summary = summary,
          .cwe = cwe};
}

constexpr RuleInfo packaging::reservedFolder =
    makeRule("AC8001", "reserved-folder", 345, Severity::Error, "a bundle's own `agentc/` folder");

constexpr RuleInfo packaging::noManifest =
    makeRule("AC8002", "package-without-manifest", 20, Severity::Error,
             "packaging a bundle without `package.json`");

constexpr RuleInfo packaging::sealedNameTaken =
    makeRule("AC8003", "sealed-name-taken", 694, Severity::Error,
             "two files that would be sealed under one name");

constexpr RuleInfo packaging::unreadSource =
    makeRule("AC8004", "unread-source", 693, Severity::Error, "TypeScript that could not be read");

constexpr RuleInfo packaging::tooLarge =
    makeRule("AC8005", "package-too-large", 770, Severity::Error, "more than a plain zip can hold");

constexpr RuleInfo packaging::tooManyPatterns = makeRule(
    "AC8006", "too-many-patterns", 400, Severity::Error, "an unreasonable number of file patterns");

constexpr RuleInfo packaging::notSealed =
    makeRule("AC8101", "not-sealed", 345, Severity::Error, "an archive that agentc did not make");

constexpr RuleInfo packaging::invalidRecord =
    makeRule("AC8102", "invalid-record", 1286, Severity::Error, "an invalid `agentc/package.json`");

constexpr RuleInfo packaging::digestMismatch = makeRule(
    "AC8103", "digest-mismatch", 354, Severity::Error, "contents with another digest than sealed");

constexpr RuleInfo packaging::missingFile =
    makeRule("AC8104", "missing-file", 345, Severity::Error, "a sealed file that is not there");

constexpr RuleInfo packaging::unexpectedFile =
    makeRule("AC8105", "unexpected-file", 345, Severity::Error, "a file that was not sealed");

constexpr RuleInfo packaging::configurationMismatch =
    makeRule("AC8106", "configuration-mismatch", 345, Severity::Error,
             "code that says something else than the sealed configuration");

constexpr RuleInfo packaging::accessMismatch =
    makeRule("AC8107", "access-mismatch", 345, Severity::Error,
             "code that reaches something else than the sealed access list");

constexpr RuleInfo packaging::recordMismatch =
    makeRule("AC8108", "record-mismatch", 345, Severity::Error,
             "a sealed record that the contents contradict");

constexpr RuleInfo packaging::notCanonical =
    makeRule("AC8109", "not-canonical", 436, Severity::Error,
             "an archive that agentc would have written otherwise");

constexpr RuleInfo packaging::otherVersion =
    makeRule("AC8110", "other-version", 439, Severity::Note,
             "a package sealed by another version of agentc");

constexpr RuleInfo packaging::invalidAttestation = makeRule(
    "AC8111", "invalid-attestation", 1286, Severity::Error, "an invalid `agentc/attestation.json`");

constexpr RuleInfo packaging::attestationMismatch =
    makeRule("AC8112", "attestation-mismatch", 345, Severity::Error,
             "an attestation of something else than the package");

constexpr RuleInfo packaging::wrongSignature =
    makeRule("AC8113", "wrong-signature", 347, Severity::Error, "a signature that does not fit");

constexpr RuleInfo packaging::unknownSigner =
    makeRule("AC8114", "unknown-signer", 347, Severity::Error, "a package signed by somebody else");

constexpr RuleInfo packaging::unsignedPackage = makeRule(
    "AC8115", "unsigned-package", 347, Severity::Error, "no signature where one is asked for");

constexpr RuleInfo packaging::widerAccess =
    makeRule("AC8201", "wider-access", 250, Severity::Error, "a new version that can reach more");

constexpr RuleInfo packaging::changedDefinition = makeRule(
    "AC8202", "changed-definition", 345, Severity::Note, "a new version that says something else");

constexpr RuleInfo packaging::changedComponent =
    makeRule("AC8203", "changed-component", 1357, Severity::Note,
             "a new version that is made of other packages");

constexpr RuleInfo packaging::changedFile =
    makeRule("AC8204", "changed-file", 345, Severity::Note, "a new version with other files");

constexpr RuleInfo packaging::changedSigner =
    makeRule("AC8205", "changed-signer", 345, Severity::Error,
             "a new version that another key signed, or none");

llvm::ArrayRef<const RuleInfo *> agentc::packagingRules() {
  using namespace packaging;
  static constexpr const RuleInfo *rules[] = {
      &reservedFolder,     &noManifest,          &sealedNameTaken,   &unreadSource,
      &tooLarge,           &tooManyPatterns,     &notSealed,         &invalidRecord,
      &digestMismatch,     &missingFile,         &unexpectedFile,    &configurationMismatch,
      &accessMismatch,     &recordMismatch,      &notCanonical,      &otherVersion,
      &invalidAttestation, &attestationMismatch, &wrongSignature,    &unknownSigner,
      &unsignedPackage,    &widerAccess,         &changedDefinition, &changedComponent,
      &changedFile,        &changedSigner};
  return rules;
}
