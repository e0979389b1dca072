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
  /// The path below `workingFolder` of the folder that relative paths start from, ending in `/`;
  /// empty if the two folders are the same.
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

/// A report for programs, and what formats may say beside the findings. Fingerprints must have been
/// set.
struct Report {
  llvm::ArrayRef<BundleResult> bundles;
  const Catalog &catalog;  ///< all rules
  llvm::StringRef version; ///< agentc's
  bool quiet = false;      ///< without summary lines
};

/// One function for each format of Formats.def, which says what it prints.
#define REPORT_FORMAT(NAME, WORD) void render##NAME(const Report &report, llvm::raw_ostream &out);
#include "agentc/Diagnostics/Formats.def"
#undef REPORT_FORMAT

/// The JSON of one position or range, as every schema of agentc writes it:
/// `{"start":{"line":…,"column":…,"offset":…},"end":{…}}`.
Json rangeToJson(const LineTable &lines, ByteRange range);

/// One paragraph or block of code of a rule's page.
struct PagePart {
  bool isCode;
  std::string text;
};
std::vector<PagePart> partsOf(llvm::StringRef section);

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
