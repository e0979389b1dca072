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

/// One finding. Messages may quote the bundle; renderers escape them.
struct Diagnostic {
  const RuleInfo *rule = nullptr;
  Severity severity = Severity::Error;
  std::string message;
  std::string file; ///< path in the bundle; empty: the bundle as a whole
  std::optional<ByteRange> range;
  std::vector<DiagnosticNote> notes;
  std::string fingerprint; ///< set by setFingerprints
  bool waived = false;
};

/// What stages report to; each stage appends to the list it is given.
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
