#ifndef AGENTC_DIAGNOSTICS_RENDERERS_H
#define AGENTC_DIAGNOSTICS_RENDERERS_H

#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Support/FileTree.h"
#include "agentc/Support/Json.h"

#include "llvm/Support/raw_ostream.h"

#include <functional>

namespace agentc {

/// How many calls of a bundle agentc could resolve.
struct Coverage {
  uint64_t calls = 0;
  uint64_t resolved = 0;
};

/// The result of checking a package's signature; empty where nobody asked.
struct SignatureResult {
  std::string state;  ///< `unsigned`, `unchecked`, `checked`, `wrong`
  std::string keyId;  ///< may be empty
  std::string words;  ///< the same for a person
  std::string policy; ///< by which rules it was sealed, for a person; may be empty
  /// The signer's own word on that: `author` or `registry`, a severity; may be empty.
  std::string sealedIn, sealedBelow;
};

/// The result of one bundle's check, as the renderers need it. `files` gives the excerpts.
struct BundleResult {
  std::string path; ///< as the user named it
  bool isFolder = false;
  /// An absolute path: formats for programs print paths below it relative to it.
  std::string workingFolder;
  /// Where the folder that relative paths count from lies below `workingFolder`, ending in `/`;
  /// empty if it is the same.
  std::string workingPrefix;
  std::string name;
  std::string version;
  std::string digest; ///< `sha256:…`; empty if the bundle could not be read
  bool valid = false;
  Severity failOn = Severity::Warning; ///< what is less severe doesn't make it invalid
  Coverage coverage;
  SignatureResult signature;
  DiagnosticList diagnostics;
  FileTree files;
  /// Files outside of the bundle that diagnostics name (settings, waivers), by the name they use; a
  /// file's own path is the one that the user can open.
  FileTree outside;
};

/// The URI of a rule's manual page, or an empty text; the function may be empty too.
using RulePages = std::function<std::string(const RuleInfo &rule)>;

/// How findings are printed for a person.
struct TextStyle {
  bool color = false;
  bool quiet = false; ///< without summary lines
  RulePages pages = {};
  size_t columns = 0; ///< of the terminal; 0: nothing is broken into lines
  /// How many findings are printed; of more the last line says how many there are.
  size_t limit = SIZE_MAX;
  llvm::StringRef limitFlag = {}; ///< how all are seen
};

/// Prints like clang: `file:line:column: error: message [AC4101 eval-call]`, the line, a caret, the
/// notes and what to do; then, unless `quiet`, a summary line, and a total where there are findings
/// in several files. Of more findings than the limit the severest are printed. Paths are printed
/// below the bundle's own path, so that they can be opened; a bundle of one source file is that
/// path. Waived findings are only counted. Everything quoted is escaped. Rules are links to their
/// pages.
void renderText(llvm::ArrayRef<BundleResult> bundles, const TextStyle &style,
                llvm::raw_ostream &out);

/// Prints how many findings each rule has, most first, with the rules' names.
void renderStatistics(llvm::ArrayRef<BundleResult> bundles, llvm::raw_ostream &out);

/// Schema `agentc.diagnostics/1` (docs/schemas/diagnostics-1.schema.json); what is empty is left
/// out. Fingerprints must have been set.
Json renderJson(llvm::ArrayRef<BundleResult> bundles, llvm::StringRef version);

/// SARIF 2.1.0 as GitHub's code scanning takes it, in one run: all rules of the catalog, then the
/// findings, the severest first where GitHub's limits leave some out, which a notification says.
/// Paths are relative URIs (RFC 3986). Fingerprints must have been set.
Json renderSarif(llvm::ArrayRef<BundleResult> bundles, const Catalog &catalog,
                 llvm::StringRef version);

/// Workflow commands of GitHub Actions, an annotation a finding, and, unless `quiet`, a summary. Of
/// each kind GitHub shows ten a step: more are counted in the tenth and listed as plain lines. No
/// text of a bundle can be read as a command.
void renderGithub(llvm::ArrayRef<BundleResult> bundles, bool quiet, llvm::raw_ostream &out);

/// GitLab's Code Quality report: an array of issues. Waived findings are left out.
Json renderGitlab(llvm::ArrayRef<BundleResult> bundles);

/// JUnit's XML by the schemas of Ant and Jenkins: a suite a bundle, with a test case for the bundle
/// and a failed one for each finding that counts; the others are the suite's output.
void renderJunit(llvm::ArrayRef<BundleResult> bundles, llvm::StringRef version,
                 llvm::raw_ostream &out);

/// The JSON of one position or range, as every schema of agentc writes it:
/// `{"start":{"line":…,"column":…,"offset":…},"end":{…}}`.
Json rangeToJson(const LineTable &lines, ByteRange range);

/// A rule's manual page as text for a terminal so many columns wide.
void renderManualPage(const RuleInfo &rule, const ManualPage &page, bool color, size_t columns,
                      llvm::raw_ostream &out);

/// A rule's manual page as Markdown, without a heading of its own.
std::string manualPageMarkdown(const ManualPage &page);

/// Text and attribute values of XML 1.0: what it forbids and escapeForTerminal lets through becomes
/// U+FFFD.
std::string escapeXml(llvm::StringRef text);

} // namespace agentc

#endif
