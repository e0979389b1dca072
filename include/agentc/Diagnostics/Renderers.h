#ifndef AGENTC_DIAGNOSTICS_RENDERERS_H
#define AGENTC_DIAGNOSTICS_RENDERERS_H

#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Support/FileTree.h"
#include "agentc/Support/Json.h"

#include "llvm/Support/raw_ostream.h"

namespace agentc {

/// How many calls of a bundle agentc could resolve.
struct Coverage {
  uint64_t calls = 0;
  uint64_t resolved = 0;
};

/// What one bundle's check came to, as the renderers need it. `files` gives the excerpts.
struct BundleResult {
  std::string path; ///< as the user named it
  std::string name;
  std::string version;
  std::string digest; ///< `sha256:…`; empty if the bundle could not be read
  bool valid = false;
  Coverage coverage;
  DiagnosticList diagnostics;
  FileTree files;
  /// Files outside of the bundle that diagnostics name (settings, waivers), by the name they use; a
  /// file's own path is the one that the user can open.
  FileTree outside;
};

/// Prints like clang: `file:line:column: error: message [AC4101 eval-call]`, the line, a caret, the
/// notes; then, unless `quiet`, a summary line. Paths are printed below the bundle's own path, so
/// that they can be opened; a bundle of one source file is that path. Waived findings are only
/// counted. Everything quoted is escaped.
void renderText(llvm::ArrayRef<BundleResult> bundles, bool color, bool quiet,
                llvm::raw_ostream &out);

/// Schema `agentc.diagnostics/1` (docs/schemas/diagnostics-1.schema.json); what is empty is left
/// out. Fingerprints must have been set.
Json renderJson(llvm::ArrayRef<BundleResult> bundles, llvm::StringRef version);

/// The JSON of one position or range, as every schema of agentc writes it:
/// `{"start":{"line":…,"column":…,"offset":…},"end":{…}}`.
Json rangeToJson(const LineTable &lines, ByteRange range);

/// A rule's manual page as text for a terminal.
void renderManualPage(const RuleInfo &rule, bool color, llvm::raw_ostream &out);

} // namespace agentc

#endif
