#ifndef AGENTC_LIB_DRIVER_REPORTS_INSPECTION_H
#define AGENTC_LIB_DRIVER_REPORTS_INSPECTION_H

#include "Flags/Options.h"
#include "FunctionNames.h"

#include "agentc/Packaging/Attestation.h"
#include "agentc/Packaging/Difference.h"
#include "agentc/Pipeline/BundleFindings.h"

namespace agentc {

/// The contents of a bundle of any form, read from the code itself; for a package, also whether
/// they are the sealed ones. Its documents and files show no secrets; the plan has them.
struct Inspection {
  std::string path; ///< as the user named it
  std::string form; ///< `folder`, `zip`, `tgz`, `file` or `package`
  uint64_t archiveBytes = 0;
  PackagePlan plan;
  PlanDocuments documents;
  Signer signer;              ///< of a package
  DiagnosticList differences; ///< between a package and its contents, and in its signature
  FunctionNames functions;    ///< of the code that was read
  /// All findings, with the differences, for reports.
  BundleResult result;
  bool isLoaded = false; ///< whether the sandbox loaded it
  std::vector<SecretPlace> secrets;
  bool isSealed() const { return form == "package"; }
  /// True for a package that matches its own statements and has no wrong signature.
  bool isVerified() const { return isSealed() && !differences.has(Severity::Error); }
};

/// Opens and reads a bundle; std::nullopt, after printing what was found, if that cannot be done.
/// With a load tester the sandbox loads it, too.
llvm::Expected<std::optional<Inspection>>
inspectBundle(DriverEnv &env, const CommonOptions &options, llvm::StringRef path,
              llvm::ArrayRef<PublicKey> keys, const LoadTester &loadTest = {});

/// A usage error where keys were given for what is not a package.
llvm::Error checkKeysFit(const Inspection &inspection, llvm::ArrayRef<PublicKey> keys);

/// How two differ, the signer first, where both are packages; the values show no secrets.
std::vector<Change> compareInspections(const Inspection &before, const Inspection &after);

/// The signature's state for JSON.
Json signerToJson(const Signer &signer);

/// A text in one line of at most so many characters, escaped for a terminal.
std::string shortened(llvm::StringRef text, size_t characters);

/// How `agentc inspect` prints for a person.
struct InspectStyle {
  bool color = false;
  size_t columns = 0; ///< as TextStyle's
  bool full = false;  ///< descriptions, prompts and schemas as they are, however long
  /// Only what may be reached, by what.
  bool isProfile = false;
};
std::string renderInspection(const Inspection &inspection, const InspectStyle &style);

} // namespace agentc

#endif
