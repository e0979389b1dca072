#ifndef AGENTC_DIAGNOSTICS_RULE_H
#define AGENTC_DIAGNOSTICS_RULE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace agentc {

enum class Severity { Note, Warning, Error };

llvm::StringRef severityName(Severity severity);

/// How sure a rule's findings are, in SARIF's words for GitHub: of findings of a rule with VeryHigh
/// none should be wrong, with Low most of them ask a person to look.
enum class Precision { VeryHigh, High, Medium, Low };

/// `very-high`, `high`, `medium`, `low`.
llvm::StringRef precisionName(Precision precision);

/// A rule's manual page. `fails` and `passes` are complete sources of an `index.js` (or, where they
/// begin with `{`, of a `package.json`); a test proves that they do what they say.
struct ManualPage {
  llvm::StringRef what;
  llvm::StringRef why;
  llvm::StringRef fails;
  llvm::StringRef passes;
  llvm::StringRef limits;
};

/// What a diagnostic is about: a permanent id, a name, a default severity and its manual page.
/// Constants with static lifetime; every diagnostic points to one.
struct RuleInfo {
  llvm::StringRef id;    ///< `AC4101`
  llvm::StringRef name;  ///< `eval-call`
  llvm::StringRef group; ///< `code generation`
  Severity severity;
  llvm::StringRef summary; ///< one line, as `agentc rules` prints it
  llvm::StringRef access; ///< which access a finding means, such as `code-generation`; may be empty
  ManualPage page;
  Precision precision = Precision::VeryHigh;
  /// The weakness's number in the Common Weakness Enumeration.
  unsigned cwe = 0;
};

/// All rules of the program, sorted by id; assembled by Driver from each library's table.
class Catalog {
public:
  explicit Catalog(std::vector<const RuleInfo *> rules);

  llvm::ArrayRef<const RuleInfo *> rules() const { return rules_; }
  /// By id or name, whatever the case; null if there is none.
  const RuleInfo *find(llvm::StringRef idOrName) const;

private:
  std::vector<const RuleInfo *> rules_;
};

} // namespace agentc

#endif
