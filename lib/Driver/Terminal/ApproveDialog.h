#ifndef AGENTC_LIB_DRIVER_TERMINAL_APPROVEDIALOG_H
#define AGENTC_LIB_DRIVER_TERMINAL_APPROVEDIALOG_H

#include "agentc/Bundle/Waivers.h"
#include "agentc/Diagnostics/Renderers.h"
#include "agentc/Driver/Driver.h"

#include <map>
#include <set>

namespace agentc {

/// A finding that waits for a person: a warning, or a dependency that the project doesn't allow.
struct ApprovalQuestion {
  Diagnostic finding;
  std::optional<std::pair<std::string, std::string>> dependency; ///< name and range
};

/// The conversation of `agentc approve` on a terminal. It remembers what was answered last, so that
/// the next answer is one key.
class ApproveDialog {
public:
  /// `usual` holds what is proposed: who, and until when; a reason if one was given.
  ApproveDialog(DriverEnv &env, Approval usual, bool color)
      : env_(env), usual_(std::move(usual)), color_(color) {}

  /// Shows a finding and asks; std::nullopt if it is not approved. `left` counts what follows.
  std::optional<Approval> ask(const BundleResult &bundle, const ApprovalQuestion &question,
                              size_t left);
  /// True once the person has ended the dialog.
  bool isOver() const { return over_; }
  /// Returns true if nothing more is to be asked about a rule.
  bool isSettled(const RuleInfo &rule) const { return settled_.count(&rule); }
  /// After several like approvals, whether the settings shall make the rule a note; asked once.
  bool wantsPolicy(const RuleInfo &rule, llvm::StringRef settingsFile);

private:
  enum class Answer { Yes, No, Skip, Quit };

  std::optional<std::string> readLine(llvm::StringRef prompt);
  Answer choose(const ApprovalQuestion &question, size_t left);
  std::optional<std::string> readReason();
  std::optional<std::string> readWho();
  std::optional<std::string> readExpiry();

  DriverEnv &env_;
  Approval usual_;
  bool color_;
  bool over_ = false;
  bool knowsWho_ = false;
  std::set<const RuleInfo *> settled_;
  std::map<const RuleInfo *, unsigned> approvals_;
};

} // namespace agentc

#endif
