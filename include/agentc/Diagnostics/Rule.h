#ifndef AGENTC_DIAGNOSTICS_RULE_H
#define AGENTC_DIAGNOSTICS_RULE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace agentc {

enum class Severity { Note, Warning, Error };

llvm::StringRef severityName(Severity severity);

/// How sure a rule's findings are, in SARIF's words for GitHub: of findings of a rule with VeryHigh
/// none should be wrong, with Low most of them ask a person to look.
enum class Precision { VeryHigh, High, Medium, Low };

/// `very-high`, `high`, `medium`, `low`.
llvm::StringRef precisionName(Precision precision);

/// The concern of a rule, which decides whether its findings count outside of declared bundles.
enum class Concern {
  Danger, ///< what does harm wherever it runs, or cannot be read
  Bundle, ///< what a bundle has to be; elsewhere a warning at most
  Sandbox ///< what the sandbox doesn't give; elsewhere told once a package
};

/// A rule's manual page: the sections of the Markdown file `<RuleName>.md` beside the rule.
/// `fails`, `passes` and the first block of code under `instead` are complete sources of an
/// `index.js` (or, where they begin with `{`, of a `package.json`); a test proves that they do what
/// they say. The others are Markdown.
struct ManualPage {
  std::string what;
  std::string why;
  std::string fails;
  std::string passes;
  std::string instead;
  std::string limits;

  /// Reads a page; character references such as `&#x202E;` become what they stand for.
  static ManualPage parse(llvm::StringRef markdown);
  /// The first sentence of what to do instead as one line in the style of messages; may be empty.
  std::string help() const;
};

/// The kind of a diagnostic: a permanent id, a name, a default severity. Constants with static
/// lifetime; every diagnostic points to one.
struct RuleInfo {
  llvm::StringRef id = {};    ///< `AC4101`
  llvm::StringRef name = {};  ///< `eval-call`
  llvm::StringRef group = {}; ///< `code generation`
  Severity severity = Severity::Error;
  llvm::StringRef summary = {}; ///< one line, as `agentc rules` prints it
  /// Which access a finding means, such as `code-generation`; may be empty.
  llvm::StringRef access = {};
  Precision precision = Precision::VeryHigh;
  /// The weakness's number in the Common Weakness Enumeration.
  unsigned cwe = 0;
  Concern concern = Concern::Danger;
  /// True if the rule's findings are errors that people can approve, dependency by dependency.
  bool isApprovable = false;
};

/// All rules of the program, sorted by id; assembled by Driver from each library's table.
class Catalog {
public:
  /// The Markdown of a rule's page by the rule's name, empty if there is none.
  using Pages = llvm::StringRef (*)(llvm::StringRef name);

  explicit Catalog(std::vector<const RuleInfo *> rules, Pages pages = nullptr);

  llvm::ArrayRef<const RuleInfo *> rules() const { return rules_; }
  /// By id or name, whatever the case; null if there is none.
  const RuleInfo *find(llvm::StringRef idOrName) const;
  ManualPage page(const RuleInfo &rule) const;

private:
  Pages pages_;
  std::vector<const RuleInfo *> rules_;
};

} // namespace agentc

#endif
