#include "ApproveDialog.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringSwitch.h"

namespace agentc {

/// Like approvals after which a policy is proposed.
static constexpr unsigned manyApprovals = 3;

std::optional<std::string> ApproveDialog::readLine(llvm::StringRef prompt) {
  env_.out << prompt;
  env_.out.flush();
  std::optional<std::string> line = env_.readLine();
  if (!line) {
    env_.out << '\n';
    over_ = true;
    return std::nullopt;
  }
  return llvm::StringRef(*line).trim().str();
}

ApproveDialog::Answer ApproveDialog::choose(const ApprovalQuestion &question, size_t left) {
  std::string prompt = question.dependency
                           ? "allow `" + escapeForTerminal(question.dependency->first) + "` at `" +
                                 escapeForTerminal(question.dependency->second) + "`? "
                           : std::string("approve? ");
  prompt += "[y]es, [N]o, [s]kip all of `" + question.finding.rule->name.str() + "`, [q]uit" +
            (left ? " (" + std::to_string(left) + " more): " : ": ");
  while (std::optional<std::string> line = readLine(prompt)) {
    auto answer = llvm::StringSwitch<std::optional<Answer>>(llvm::StringRef(*line).lower())
                      .Cases("y", "yes", Answer::Yes)
                      .Cases("", "n", "no", Answer::No)
                      .Cases("s", "skip", Answer::Skip)
                      .Cases("q", "quit", Answer::Quit)
                      .Default(std::nullopt);
    if (answer)
      return *answer;
  }
  return Answer::Quit;
}

std::optional<std::string> ApproveDialog::readReason() {
  std::string prompt =
      usual_.reason.empty() ? "reason: " : "reason [" + escapeForTerminal(usual_.reason) + "]: ";
  while (std::optional<std::string> line = readLine(prompt)) {
    if (!line->empty())
      return line;
    if (!usual_.reason.empty())
      return usual_.reason;
  }
  return std::nullopt;
}

std::optional<std::string> ApproveDialog::readWho() {
  if (knowsWho_)
    return usual_.who;
  std::string prompt = usual_.who.empty()
                           ? "who approves: "
                           : "who approves [" + escapeForTerminal(usual_.who) + "]: ";
  while (std::optional<std::string> line = readLine(prompt)) {
    if (line->empty() && usual_.who.empty())
      continue;
    knowsWho_ = true;
    return line->empty() ? usual_.who : line;
  }
  return std::nullopt;
}

std::optional<std::string> ApproveDialog::readExpiry() {
  while (std::optional<std::string> line = readLine("until [" + usual_.expires + "]: ")) {
    if (line->empty())
      return usual_.expires;
    if (isDay(*line) && *line >= usual_.created)
      return line;
    env_.out << "a day from today on, as 2027-05-31\n";
  }
  return std::nullopt;
}

std::optional<Approval> ApproveDialog::ask(const BundleResult &bundle,
                                           const ApprovalQuestion &question, size_t left) {
  BundleResult shown = bundle;
  shown.diagnostics = {};
  shown.diagnostics.mutableAll().push_back(question.finding);
  env_.out << '\n';
  renderText(
      shown,
      {.color = color_, .quiet = true, .columns = env_.outIsTerminal ? env_.terminalWidth() : 0},
      env_.out);
  switch (choose(question, left)) {
  case Answer::Yes:
    break;
  case Answer::No:
    return std::nullopt;
  case Answer::Skip:
    settled_.insert(question.finding.rule);
    return std::nullopt;
  case Answer::Quit:
    over_ = true;
    return std::nullopt;
  }
  std::optional<std::string> reason = readReason();
  std::optional<std::string> expires = reason ? readExpiry() : std::nullopt;
  std::optional<std::string> who = expires ? readWho() : std::nullopt;
  if (!who)
    return std::nullopt;
  usual_ = {*reason, *who, usual_.created, *expires};
  ++approvals_[question.finding.rule];
  return usual_;
}

bool ApproveDialog::wantsPolicy(const RuleInfo &rule, llvm::StringRef settingsFile) {
  if (approvals_[&rule] != manyApprovals)
    return false;
  std::string prompt = std::to_string(manyApprovals) + " findings of `" + rule.name.str() +
                       "` are approved; write `\"" + rule.name.str() + "\": \"note\"` to " +
                       escapeForTerminal(settingsFile) + ", so that none asks again? [y/N]: ";
  std::optional<std::string> line = readLine(prompt);
  const bool wants = line && (llvm::StringRef(*line).equals_insensitive("y") ||
                              llvm::StringRef(*line).equals_insensitive("yes"));
  if (wants)
    settled_.insert(&rule);
  return wants;
}

} // namespace agentc
