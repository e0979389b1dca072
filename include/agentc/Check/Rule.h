#ifndef AGENTC_CHECK_RULE_H
#define AGENTC_CHECK_RULE_H

#include "agentc/Access/Access.h"
#include "agentc/Check/Severity.h"
#include "agentc/Diagnostics/Secrets.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

class ReachedCode;

/// Everything a rule can look at.
struct CheckContext {
  const Bundle &bundle;
  const Manifest &manifest;
  const Settings &settings;
  const Program &program;
  const Values &values;
  const ApiUses &uses;
  const AgentConfig &config;
  const InputFacts &input;
  /// Made when they are first asked for.
  llvm::function_ref<const ReachedCode &()> reached;
  llvm::function_ref<const AccessMap &()> access;
};

/// The means by which a rule reports.
class RuleReporter {
public:
  RuleReporter(const CheckContext &context, const RuleInfo &rule, const Severities &severities,
               DiagnosticList &list, std::vector<SecretPlace> &secrets)
      : context_(context), rule_(rule), severities_(severities), list_(list), secrets_(secrets) {}

  /// A finding at a node of a source.
  Diagnostic &at(const ast::Node &node, std::string message);
  /// A finding at a use, with notes that show where the API got the name it has there.
  Diagnostic &at(const ApiUse &use, std::string message);
  /// A finding in a file by its bytes, or about the bundle if the file is empty.
  Diagnostic &at(std::string file, std::optional<ByteRange> range, std::string message);
  /// To be called when the rule has reported all: where code may use any of more values than are
  /// told apart, one error and one warning of each file stay; others are one severity lower.
  void lowerMixed();
  /// Keeps a secret out of every output: where it stands, and wherever a message quotes it.
  void hide(SecretPlace secret) { secrets_.push_back(std::move(secret)); }

private:
  const CheckContext &context_;
  const RuleInfo &rule_;
  const Severities &severities_;
  DiagnosticList &list_;
  std::vector<SecretPlace> &secrets_;
  std::vector<size_t> mixed_; ///< the findings of such code in the list
};

/// A rule: one constant a file in lib/Rules/<Group>/<RuleName>.cpp, named
/// `agentc::rules::<RuleName>`; the registry is generated from the folder.
struct Rule {
  RuleInfo info;
  void (*check)(const CheckContext &context, RuleReporter &report);
};

/// The stage `check`: runs the rules that are not turned off. What rules found to be secret
/// is added to `secrets`; whoever shows a diagnostic masks it.
DiagnosticList check(const CheckContext &context, llvm::ArrayRef<const Rule *> rules,
                     const Severities &severities, std::vector<SecretPlace> &secrets);

} // namespace agentc

#endif
