#ifndef AGENTC_LIB_LINT_RECORD_H
#define AGENTC_LIB_LINT_RECORD_H

#include "agentc/Bundle/InstalledPackages.h"
#include "agentc/Diagnostics/Renderers.h"
#include "agentc/Diagnostics/Secrets.h"

namespace agentc {

/// The outcome of a check, as the result cache keeps it: without the files that it was made
/// from, and without the text of secrets.
struct LintRecord {
  std::string name, version, digest;
  Coverage coverage;
  DiagnosticList diagnostics;
  std::vector<SecretPlace> secrets; ///< places only
  /// Of what is installed, in the order it was asked for.
  std::vector<InstalledPackages::Answer> answers = {};
};

std::string writeRecord(const LintRecord &record);

/// std::nullopt if the bytes are none that writeRecord made, or name a rule that is not there.
std::optional<LintRecord> readRecord(llvm::StringRef bytes, const Catalog &catalog);

} // namespace agentc

#endif
