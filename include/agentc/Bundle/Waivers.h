#ifndef AGENTC_BUNDLE_WAIVERS_H
#define AGENTC_BUNDLE_WAIVERS_H

#include "agentc/Bundle/Bundle.h"

namespace agentc {

/// Who accepted something, why, and for how long.
struct Approval {
  std::string reason;
  std::string who;
  std::string created; ///< a day, `2026-11-22`
  std::string expires; ///< the last day on which it holds
};

/// A finding that a person accepted.
struct Waiver {
  const RuleInfo *rule = nullptr;
  std::string fingerprint;
  std::string bundle;  ///< the manifest's name; empty: of any bundle
  std::string file;    ///< for readers; the fingerprint says which file it is
  std::string message; ///< what was shown; a finding that says something else was not approved
  Approval approval;
  ByteRange range; ///< of the item in the waiver file
};

/// A dependency that a person accepted, with the range as it was written.
struct ApprovedDependency {
  std::string name;
  std::string requirement;
  std::string bundle; ///< the manifest's name; empty: of any bundle
  Approval approval;
  ByteRange range;
};

/// A waiver file (schema `docs/schemas/waivers-1.schema.json`).
struct Waivers {
  /// The name that diagnostics give it; empty if there is none.
  std::string file;
  std::vector<Waiver> findings;
  std::vector<ApprovedDependency> dependencies;
};

/// True if a text is a calendar day like `2026-11-22`; days compare as texts.
bool isDay(llvm::StringRef text);

/// The day a number of days after another.
std::string dayAfter(llvm::StringRef day, unsigned days);

/// Reads a waiver file. What is wrong with it is reported with its place, and an item with a
/// mistake is none.
Waivers readWaivers(llvm::StringRef file, llvm::StringRef text, const Catalog &catalog,
                    DiagnosticList &diagnostics);

/// The text of a waiver file with further items. What it has keeps its order; an item for the same
/// finding or dependency is replaced. `text` is empty or was read without errors.
std::string addWaivers(llvm::StringRef text, const Waivers &added);

} // namespace agentc

#endif
