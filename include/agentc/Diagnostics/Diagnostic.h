#ifndef AGENTC_DIAGNOSTICS_DIAGNOSTIC_H
#define AGENTC_DIAGNOSTICS_DIAGNOSTIC_H

#include "agentc/Diagnostics/Rule.h"
#include "agentc/Support/Range.h"

#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// A second place that explains a diagnostic, such as where a value came from.
struct DiagnosticNote {
  std::string message;
  std::string file; ///< empty: no place
  std::optional<ByteRange> range;
};

/// Why a finding doesn't count: silenced in the source, approved by a person, or known from before.
enum class WaivedBy { Suppression, Waiver, Baseline };

/// `suppression`, `waiver`, `baseline`.
llvm::StringRef waivedByName(WaivedBy by);

/// The reason that a finding does not count. Texts may come from the bundle; renderers escape them.
struct Waived {
  WaivedBy by = WaivedBy::Suppression;
  std::string reason;  ///< of a suppression or waiver
  std::string who;     ///< of a waiver: the person who approved it
  std::string created; ///< of a waiver: a date, `2026-11-22`
  std::string expires; ///< of a waiver: the last date on which it holds
};

/// Other text for a part of a file; an empty range inserts.
struct Replacement {
  std::string file;
  ByteRange range;
  std::string text;
};

/// A change that mends a finding. Its replacements don't overlap.
struct Fix {
  std::string title; ///< what it does: "remove `x` from `allowedHosts`"
  std::vector<Replacement> replacements;
};

/// One finding. Messages may quote the bundle; renderers escape them.
struct Diagnostic {
  const RuleInfo *rule = nullptr;
  Severity severity = Severity::Error;
  std::string message;
  std::string file; ///< path in the bundle; empty: the bundle as a whole
  std::optional<ByteRange> range;
  std::vector<DiagnosticNote> notes;
  std::string fingerprint;      ///< set by setFingerprints
  std::optional<Waived> waived; ///< set where the finding doesn't count
  std::optional<Fix> fix;
  /// The remedy, as one line; where it is empty, the rule's page has it.
  std::string help;
  /// The subject of the finding, where it has a name: a module, a package, a variable, a host.
  std::string subject;
  /// A file that the finding says is not there, as a path from the bundle's top; may lead out of
  /// it.
  std::string missingFile;
  /// True if builds make the missing file.
  bool isBuiltLater = false;
  /// The most severe that the finding itself can be, whatever rule and settings say.
  Severity atMost = Severity::Error;
  /// True if a tool, a handler or loading the bundle reaches the code; unset for a finding that
  /// is not about code.
  std::optional<bool> reached;
};

/// Lowers a finding's severity where it is higher: for what cannot do harm, or what cannot be told.
void lowerTo(Diagnostic &finding, Severity severity);

/// The list that stages report to; each stage appends to the list it is given.
class DiagnosticList {
public:
  /// Adds a diagnostic with its rule's severity and returns it for notes; the next one added ends
  /// the reference's life.
  Diagnostic &report(const RuleInfo &rule, std::string file, std::optional<ByteRange> range,
                     std::string message);
  void append(const DiagnosticList &other);

  llvm::ArrayRef<Diagnostic> all() const { return list_; }
  std::vector<Diagnostic> &mutableAll() { return list_; }
  bool has(Severity severity) const;
  /// Unwaived diagnostics of a severity.
  size_t count(Severity severity) const;

  /// Sorts by file, place, id and message; of several that agree in all four, keeps the one with
  /// the highest severity and most notes.
  void sort();

private:
  std::vector<Diagnostic> list_;
};

} // namespace agentc

#endif
