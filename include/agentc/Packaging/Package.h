#ifndef AGENTC_PACKAGING_PACKAGE_H
#define AGENTC_PACKAGING_PACKAGE_H

#include "agentc/Access/Access.h"
#include "agentc/Bundle/ManifestSecrets.h"

namespace agentc {

/// The contents of a package: the bundle's files as they are sealed (TypeScript erased to `.js`)
/// and agentc's own record of them.
struct PackagePlan {
  std::string fileName; ///< the default name, `{scope}_{name}_v{version}.zip`
  FileTree files;       ///< everything in the archive, `agentc/…` included
  std::string digest;   ///< `sha256:…` of the files outside `agentc/`
};

/// A package as bytes.
struct SealedPackage {
  std::string bytes;
};

/// The digest of a bundle: SHA-256 of the sorted lines `sha256␣␣path` of its files outside
/// `agentc/`, as `sha256:…`. `sha256sum | sort` over the unpacked files gives the same.
std::string bundleDigest(const FileTree &files);

/// A finding that didn't count when a package was sealed.
struct WaivedFinding {
  std::string rule; ///< its name
  std::string fingerprint;
  std::string file; ///< may be empty
  std::string message;
  Waived why;
};

/// The findings that the check left, as sealed: how many of each severity, and which were waived.
struct FindingsSummary {
  size_t error = 0, warning = 0, note = 0;
  std::vector<WaivedFinding> waived;
};

/// The waivers that a package's record names; none where the record can't be read.
std::vector<WaivedFinding> readSealedWaivers(const FileTree &packageFiles);

/// The name under which a file is sealed: TypeScript's extension becomes JavaScript's; declaration
/// files (`.d.ts`) and everything else keep theirs.
std::string sealedName(llvm::StringRef path);

struct PlanInput {
  const Bundle &bundle;
  const Manifest &manifest;
  const ManifestSecrets &secrets;
  const Program &program;
  const Values &values;
  const AgentConfig &config;
  const AccessMap &access;
  FindingsSummary findings;
  llvm::StringRef generatorVersion;
  llvm::StringRef ruleSetVersion;
  /// The bundle is a package's contents (`withoutSeal`), to be sealed again as they are.
  bool sealed = false;
};

/// The stage `plan`; std::nullopt with diagnostics if the bundle cannot be sealed (its own
/// `agentc/` folder, TypeScript that needs a transform). The record in the plan says what `input`
/// says; where the plan's files are not the bundle's, it is right only once they were read and
/// planned again.
std::optional<PackagePlan> planPackage(const PlanInput &input, DiagnosticList &diagnostics);

/// The plan of a bundle, as `planPackage` makes it, also of one that cannot be sealed: then
/// files are taken as they are where they have no sealed form. Never to be sealed itself.
PackagePlan describeBundle(const PlanInput &input);

/// The stage `seal`: the canonical zip.
SealedPackage seal(const PackagePlan &plan);

/// Prints the plan for `--dump=plan`: one file a line with size and digest.
void dumpPlan(const PackagePlan &plan, llvm::raw_ostream &out);

/// True if a bundle was made by `agentc package`: it has `agentc/package.json`.
bool isSealedPackage(const FileTree &files);

/// The bundle's own files of a package, without `agentc/`.
FileTree withoutSeal(const FileTree &files);

/// The stage `verify`, after the package was read and planned anew: compares the bytes with what
/// sealing the plan gives and reports each difference by its own rule: a file whose digest differs,
/// a file too many or too few, an edited configuration or access list, an archive that is not
/// canonical. The package has a record (`isSealedPackage`); its signature is checked by
/// `checkAttestation`.
void comparePackage(llvm::StringRef bytes, const FileTree &packageFiles, const PackagePlan &plan,
                    DiagnosticList &diagnostics);

/// Says that an archive that should be a package has no record to compare.
void reportUnsealed(DiagnosticList &diagnostics);

/// The diagnostics of this library.
llvm::ArrayRef<const RuleInfo *> packagingRules();

} // namespace agentc

#endif
