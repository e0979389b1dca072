#ifndef AGENTC_CHECK_SEVERITY_H
#define AGENTC_CHECK_SEVERITY_H

#include "agentc/Bundle/Settings.h"

#include <set>

namespace agentc {

struct Rule;

/// Tells which findings can be silenced whatever their severity: those of the rules in
/// lib/Rules, which judge the behavior of code. Errors that keep a bundle from being read as
/// intended (archives, structure, syntax, manifest, settings, packages, the sandbox) cannot be
/// silenced.
class Waivable {
public:
  explicit Waivable(llvm::ArrayRef<const Rule *> rules);

  /// By a suppression or a baseline.
  bool canSuppress(const RuleInfo &rule) const;
  /// True if settings cannot change the rule's severity.
  bool hasFixedSeverity(const RuleInfo &rule) const;

private:
  std::set<const RuleInfo *> judging_;
};

/// The kind of tree that is judged, as far as severities depend on it.
struct JudgedTree {
  /// True if the tree declares itself a bundle or is handed over as one; otherwise it is source
  /// code of any kind.
  bool isBundle = true;
  /// True if the tree is read as it stands in a repository, before anything is built.
  bool isUnbuilt = false;
  Trust trust = Trust::Registry;
};

/// True if a rule's finding in a file is a question for whoever adopts an installed package: it
/// is not a mistake that the bundle's author could fix, and the sandbox does not let it happen.
/// In author trust such findings are warnings. In registry trust a finding that is dangerous
/// elsewhere stays an error, which does not count if a person approved it when the bundle was
/// sealed.
bool isQuestionOfPackage(const RuleInfo &rule, llvm::StringRef file);

/// The one place where severities are decided. In this order: what the settings say of the rule in
/// this file, else the rule's own severity, lowered to a warning where it is a question of an
/// installed package, and where the tree is not a bundle and the rule is
/// about bundles only; then what a build still makes; then what the finding can be at most.
class Severities {
public:
  Severities(const Settings &settings, const Waivable &waivable, JudgedTree tree)
      : settings_(settings), waivable_(waivable), tree_(tree) {}

  /// std::nullopt if the finding is not told.
  std::optional<Severity> of(const Diagnostic &finding) const;
  /// True if no file can have a finding of the rule.
  bool turnOff(const RuleInfo &rule) const;
  /// Gives every finding its severity and removes those that are not told.
  void apply(DiagnosticList &list) const;

private:
  std::optional<Severity> ofRule(const RuleInfo &rule, llvm::StringRef file) const;

  const Settings &settings_;
  const Waivable &waivable_;
  JudgedTree tree_;
};

} // namespace agentc

#endif
