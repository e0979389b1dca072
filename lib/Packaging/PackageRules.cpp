#include "PackageRules.h"

#include "agentc/Packaging/Package.h"

using namespace agentc;

static constexpr RuleInfo makeRule(llvm::StringRef id, llvm::StringRef name, unsigned cwe,
                                   Severity severity, llvm::StringRef summary, llvm::StringRef what,
                                   llvm::StringRef why, llvm::StringRef limits = "") {
  // Packages and folders can't be shown as one source text, so the pages have no examples.
  return {
      id, name, "packages", severity, summary, "", {what, why, "", "", limits}, Precision::VeryHigh,
      cwe};
}

constexpr RuleInfo packaging::reservedFolder = makeRule(
    "AC8001", "reserved-folder", 345, Severity::Error, "a bundle's own `agentc/` folder",
    "The bundle that is to be packaged has a file or folder named `agentc` at its top, in whatever "
    "case.",
    "In a package this folder holds what agentc itself states about the bundle; nothing else may "
    "speak there. A package is not packaged again: package the sources it was made from.");

constexpr RuleInfo packaging::noManifest =
    makeRule("AC8002", "package-without-manifest", 20, Severity::Error,
             "packaging a bundle without `package.json`",
             "The bundle that is to be packaged has no `package.json` at its top.",
             "A package without one has no name, no version, no entry and no allowance that the "
             "sandbox could enforce.");

constexpr RuleInfo packaging::sealedNameTaken = makeRule(
    "AC8003", "sealed-name-taken", 694, Severity::Error,
    "two files that would be sealed under one name",
    "A TypeScript file is sealed as the JavaScript it becomes (`a.ts` as `a.js`, `a.mts` as "
    "`a.mjs`, `a.cts` as `a.cjs`), and the bundle has another file of that name, or of one that "
    "differs only in case.",
    "Only one of them could be in the package, and which one would be a guess.");

constexpr RuleInfo packaging::unreadSource =
    makeRule("AC8004", "unread-source", 693, Severity::Error, "TypeScript that could not be read",
             "A TypeScript file of the package could not be parsed, so its types cannot be erased.",
             "What agentc seals must be what it has read.");

constexpr RuleInfo packaging::tooLarge = makeRule(
    "AC8005", "package-too-large", 770, Severity::Error, "more than a plain zip can hold",
    "The package would have over 65,534 files, a path over 65,535 bytes or 4 GiB.",
    "Larger archives need zip64, a second set of sizes and offsets that readers disagree about.");

constexpr RuleInfo packaging::tooManyPatterns = makeRule(
    "AC8006", "too-many-patterns", 400, Severity::Error, "an unreasonable number of file patterns",
    "`files` in `package.json` and the ignore files together hold over 2000 patterns, or one that "
    "is over 1024 bytes long.",
    "Every file is matched against every pattern, so their number has to be bounded.");

constexpr RuleInfo packaging::notSealed = makeRule(
    "AC8101", "not-sealed", 345, Severity::Error, "an archive that agentc did not make",
    "The archive has no `agentc/package.json`.",
    "Without it there is nothing to verify; `agentc validate` checks a bundle, and `agentc "
    "package` seals it.");

constexpr RuleInfo packaging::invalidRecord = makeRule(
    "AC8102", "invalid-record", 1286, Severity::Error, "an `agentc/package.json` that is none",
    "`agentc/package.json` is not JSON, or not as the schema `agentc.package/1` says.",
    "A record that cannot be read proves nothing.");

constexpr RuleInfo packaging::digestMismatch = makeRule(
    "AC8103", "digest-mismatch", 354, Severity::Error, "contents with another digest than sealed",
    "A file's size or SHA-256, or the digest of the whole bundle, is not what "
    "`agentc/package.json` says.",
    "The file or the record was changed after the package was made.");

constexpr RuleInfo packaging::missingFile = makeRule(
    "AC8104", "missing-file", 345, Severity::Error, "a sealed file that is not there",
    "`agentc/package.json` lists a file that the archive does not hold.",
    "The file was removed, or its name was added to the record, after the package was made.");

constexpr RuleInfo packaging::unexpectedFile =
    makeRule("AC8105", "unexpected-file", 345, Severity::Error, "a file that was not sealed",
             "The archive holds a file that `agentc/package.json` does not list, or one below "
             "`agentc/` that agentc does not write.",
             "The file was added, or its name was removed from the record, after the package was "
             "made.");

constexpr RuleInfo packaging::configurationMismatch = makeRule(
    "AC8106", "configuration-mismatch", 345, Severity::Error,
    "code that says something else than the sealed configuration",
    "The configuration that agentc extracts from the package's code differs from the sealed one.",
    "Whoever reads the sealed configuration would use other prompts, tools or schemas than the "
    "code has.",
    "Where another version of agentc sealed the package, a difference is a note.");

constexpr RuleInfo packaging::accessMismatch = makeRule(
    "AC8107", "access-mismatch", 345, Severity::Error,
    "code that reaches something else than the sealed access list",
    "What a tool can reach, inferred again from the package's code, differs from what is sealed.",
    "The access list is what reviewers approve and what the sandbox grants.",
    "Where another version of agentc sealed the package, only access that the list lacks is an "
    "error.");

constexpr RuleInfo packaging::recordMismatch = makeRule(
    "AC8108", "record-mismatch", 345, Severity::Error,
    "a sealed record that the contents contradict",
    "A member of `agentc/package.json` (name, version, entry, limits, allowance, findings …) is "
    "not what agentc derives from the package's contents.",
    "The record was edited after the package was made.");

constexpr RuleInfo packaging::notCanonical = makeRule(
    "AC8109", "not-canonical", 436, Severity::Error,
    "an archive that agentc would have written otherwise",
    "The contents agree with the record, but the archive's bytes are not those that agentc writes "
    "for them; the message names the first byte that differs.",
    "One content has one package and one digest; any other bytes were made by something else, and "
    "are a place to hide data.");

constexpr RuleInfo packaging::otherVersion = makeRule(
    "AC8110", "other-version", 439, Severity::Note, "a package sealed by another version of agentc",
    "`agentc/package.json` names another version of agentc, or of its rules, than the one that "
    "verifies.",
    "Another version may extract more or less from the same code, so that the contents are "
    "compared file by file instead of as one archive.");

constexpr RuleInfo packaging::invalidAttestation = makeRule(
    "AC8111", "invalid-attestation", 1286, Severity::Error,
    "an `agentc/attestation.json` that is none",
    "`agentc/attestation.json` is not a DSSE envelope with one signature around an in-toto "
    "statement, each written as agentc writes it: no other spaces, members, base64 forms or "
    "payload "
    "types.",
    "Where one statement has several forms, two readers can read two statements.");

constexpr RuleInfo packaging::attestationMismatch = makeRule(
    "AC8112", "attestation-mismatch", 345, Severity::Error,
    "an attestation of something else than the package",
    "The statement in `agentc/attestation.json` names other digests, another name, version or "
    "other "
    "findings than the package it stands in has.",
    "The package was changed after it was signed, or the attestation is another package's.");

constexpr RuleInfo packaging::wrongSignature = makeRule(
    "AC8113", "wrong-signature", 347, Severity::Error, "a signature that does not fit",
    "The signature in `agentc/attestation.json` was not made by the key that the statement names "
    "over exactly this statement, or its `keyid` is not that key's.",
    "The statement or the signature was changed after signing.");

constexpr RuleInfo packaging::unknownSigner =
    makeRule("AC8114", "unknown-signer", 347, Severity::Error, "a package signed by somebody else",
             "The package is signed, but by none of the keys that `--key` names.",
             "Anybody can sign anything; a signature says something only about whom one knows.");

constexpr RuleInfo packaging::unsignedPackage = makeRule(
    "AC8115", "unsigned-package", 347, Severity::Error, "no signature where one is asked for",
    "`--key` was given, and the package has no `agentc/attestation.json`.",
    "An attestation can be removed by anybody; whoever names a key expects one.");

constexpr RuleInfo packaging::widerAccess = makeRule(
    "AC8201", "wider-access", 250, Severity::Error, "a new version that can reach more",
    "`agentc diff` compared two versions. A tool, an agent or the top level of the new one can "
    "reach "
    "a host, an environment variable, a module or code generation that it could not reach before, "
    "its code can no longer be followed somewhere, or its manifest allows more.",
    "What was agreed to for one version says nothing about what the next one can do.",
    "A tool under another name is a new tool, and all that it reaches is new.");

constexpr RuleInfo packaging::changedDefinition = makeRule(
    "AC8202", "changed-definition", 345, Severity::Note, "a new version that says something else",
    "`agentc diff` compared two versions. An agent's prompt, model or tools, a tool's description, "
    "schema or code, what is reached no longer, or what the manifest says differs.",
    "Prompts and descriptions decide what a model does, as code does.");

constexpr RuleInfo packaging::changedComponent = makeRule(
    "AC8203", "changed-component", 1357, Severity::Note,
    "a new version that is made of other packages",
    "`agentc diff` compared the lists of components of two versions: a package is new, gone, or of "
    "another version.",
    "A dependency's new version is new code, whoever wrote it.");

constexpr RuleInfo packaging::changedFile =
    makeRule("AC8204", "changed-file", 345, Severity::Note, "a new version with other files",
             "`agentc diff` compared two versions: a file is new, gone, or has other contents.",
             "It says where to look.");

llvm::ArrayRef<const RuleInfo *> agentc::packagingRules() {
  using namespace packaging;
  static constexpr const RuleInfo *rules[] = {
      &reservedFolder,     &noManifest,          &sealedNameTaken,   &unreadSource,
      &tooLarge,           &tooManyPatterns,     &notSealed,         &invalidRecord,
      &digestMismatch,     &missingFile,         &unexpectedFile,    &configurationMismatch,
      &accessMismatch,     &recordMismatch,      &notCanonical,      &otherVersion,
      &invalidAttestation, &attestationMismatch, &wrongSignature,    &unknownSigner,
      &unsignedPackage,    &widerAccess,         &changedDefinition, &changedComponent,
      &changedFile};
  return rules;
}
