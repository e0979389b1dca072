#include "Reports/BundleReport.h"
#include "Subcommand.h"
#include "Terminal/ApproveDialog.h"

#include "agentc/Pipeline/ProjectSettings.h"
#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace agentc {

namespace {

namespace path = llvm::sys::path;

/// Days that a waiver holds if nobody says otherwise.
constexpr unsigned usualDays = 180;

/// One bundle's findings that wait for a person, and the files that remember the answers.
struct Inquiry {
  BundleResult result;
  std::vector<ApprovalQuestion> questions;
  std::string bundle; ///< the manifest's name
  std::string waiverFile;
  std::string settingsFile; ///< where a policy goes; empty: nowhere
  bool canRemember = true;  ///< whether the waiver file is sound
};

bool isWaiverMistake(const Diagnostic &finding, const Compilation &compilation) {
  return finding.severity == Severity::Error && compilation.waivers &&
         !compilation.waivers->file.empty() && finding.file == compilation.waivers->file;
}

/// Settings that were not read without errors would be written as something else.
std::string placeOfPolicy(const Compilation &compilation) {
  const std::string &name = compilation.settings->file;
  if (name.empty()) {
    std::optional<llvm::SmallString<256>> folder = folderOf(*compilation.bundle);
    if (!folder || compilation.bundle->trust == Trust::Registry)
      return "";
    path::append(*folder, "agentc.json");
    return folder->str().str();
  }
  for (const Diagnostic &finding : compilation.diagnostics.all())
    if (finding.file == name && finding.severity == Severity::Error)
      return "";
  const File *file = compilation.outside.find(name);
  return file ? file->path : "";
}

std::vector<ApprovalQuestion> questionsOf(const Compilation &compilation,
                                          const BundleResult &result) {
  std::vector<ApprovalQuestion> questions;
  for (const Diagnostic &finding : result.diagnostics.all()) {
    if (finding.waived)
      continue;
    if (const Dependency *dependency = approvableDependency(*compilation.manifest, finding))
      questions.push_back({finding, std::pair(dependency->name, dependency->requirement)});
    else if (finding.severity == Severity::Warning)
      questions.push_back({finding, std::nullopt});
  }
  return questions;
}

llvm::Expected<Inquiry> inquire(DriverEnv &env, const CommonOptions &options,
                                const std::string &path) {
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, options, path);
  if (!request)
    return request.takeError();
  // A file that is not there yet is about to be written.
  if (options.waivers && !llvm::sys::fs::exists(*options.waivers))
    request->findWaivers = [](const Bundle &, const Settings &, FileTree &, DiagnosticList &) {
      return Waivers();
    };
  request->last = Stage::Check;
  Compilation compilation;
  if (llvm::Error error = compile(*request, compilation))
    return error;
  Inquiry inquiry;
  inquiry.result = makeResult(compilation, path, options.failOn);
  if (!compilation.waivers)
    return inquiry;
  std::optional<WaiverPlace> place = placeOfWaivers(options.waivers, *compilation.bundle,
                                                    *compilation.settings, compilation.outside);
  if (!place)
    return usageError("`" + escapeForTerminal(path) +
                      "` is read in registry trust, where waivers come from outside; name their "
                      "file by `--waivers`");
  inquiry.questions = questionsOf(compilation, inquiry.result);
  inquiry.bundle = bundleName(*compilation.manifest);
  inquiry.waiverFile = place->path;
  inquiry.settingsFile = placeOfPolicy(compilation);
  inquiry.canRemember =
      llvm::none_of(compilation.diagnostics.all(), [&](const Diagnostic &finding) {
        return isWaiverMistake(finding, compilation);
      });
  return inquiry;
}

/// The text of a file, empty if it is not there.
llvm::Expected<std::string> textOf(DriverEnv &env, const std::string &file) {
  if (!llvm::sys::fs::exists(file))
    return std::string();
  return env.readFile(file);
}

llvm::Error remember(DriverEnv &env, const Inquiry &inquiry,
                     llvm::ArrayRef<std::pair<const ApprovalQuestion *, Approval>> approved) {
  Waivers added;
  for (const auto &[question, approval] : approved) {
    const Diagnostic &finding = question->finding;
    if (question->dependency)
      added.dependencies.push_back({question->dependency->first, question->dependency->second,
                                    inquiry.bundle, approval, ByteRange{}});
    else
      added.findings.push_back({finding.rule, finding.fingerprint, inquiry.bundle, finding.file,
                                finding.message, approval, ByteRange{}});
  }
  llvm::Expected<std::string> text = textOf(env, inquiry.waiverFile);
  if (!text)
    return text.takeError();
  return writeFileAtomically(inquiry.waiverFile, addWaivers(*text, added));
}

llvm::Error writePolicy(DriverEnv &env, const Inquiry &inquiry, const RuleInfo &rule) {
  llvm::Expected<std::string> text = textOf(env, inquiry.settingsFile);
  if (!text)
    return text.takeError();
  return writeFileAtomically(inquiry.settingsFile,
                             withRuleSeverity(*text, rule.name, Severity::Note));
}

/// Asks about one bundle's findings; each answer is written at once, so that nothing is lost.
/// Answers how many stay unapproved.
llvm::Expected<size_t> approveEach(DriverEnv &env, const Inquiry &inquiry, ApproveDialog &dialog) {
  size_t open = 0, left = inquiry.questions.size();
  std::set<const RuleInfo *> policies;
  for (const ApprovalQuestion &question : inquiry.questions) {
    const RuleInfo &rule = *question.finding.rule;
    --left;
    if (policies.count(&rule))
      continue;
    std::optional<Approval> approval;
    if (!dialog.isOver() && !dialog.isSettled(rule))
      approval = dialog.ask(inquiry.result, question, left);
    if (!approval) {
      ++open;
      continue;
    }
    if (llvm::Error error = remember(env, inquiry, std::pair(&question, *approval)))
      return error;
    if (question.dependency || inquiry.settingsFile.empty() ||
        !dialog.wantsPolicy(rule, inquiry.settingsFile))
      continue;
    if (llvm::Error error = writePolicy(env, inquiry, rule))
      return error;
    policies.insert(&rule);
  }
  return open;
}

size_t showInquiry(DriverEnv &env, const CommonOptions &options, const Inquiry &inquiry) {
  BundleResult shown = inquiry.result;
  shown.diagnostics = {};
  for (const ApprovalQuestion &question : inquiry.questions)
    shown.diagnostics.mutableAll().push_back(question.finding);
  renderText(shown, textStyle(options, options.outColor, /*quiet=*/true), env.out);
  return inquiry.questions.size();
}

llvm::Expected<size_t> approveAll(DriverEnv &env, const Inquiry &inquiry,
                                  const Approval &approval) {
  std::vector<std::pair<const ApprovalQuestion *, Approval>> approved;
  for (const ApprovalQuestion &question : inquiry.questions)
    approved.emplace_back(&question, approval);
  if (!approved.empty())
    if (llvm::Error error = remember(env, inquiry, approved))
      return error;
  return 0;
}

/// Returns the approval that applies if nothing else is said, and with `--yes`.
llvm::Expected<Approval> usualApproval(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  Approval usual;
  usual.reason = arguments.getLastArgValue(OPT_reason).trim().str();
  usual.who = arguments.getLastArgValue(OPT_who).trim().str();
  for (const char *name : {"EMAIL", "USER", "LOGNAME"})
    if (usual.who.empty())
      usual.who = env.variable(name).value_or("");
  usual.created = env.today;
  if (!isDay(env.today))
    return usageError("`AGENTC_TODAY` is not a day, as `2027-05-31`");
  usual.expires = dayAfter(env.today, usualDays);
  if (const llvm::opt::Arg *day = arguments.getLastArg(OPT_expires))
    usual.expires = day->getValue();
  if (!isDay(usual.expires) || usual.expires < usual.created)
    return usageError("`--expires` is `" + escapeForTerminal(usual.expires) +
                      "`; it takes a day from today on, as `2027-05-31`");
  if (arguments.hasArg(OPT_yes) && (usual.reason.empty() || usual.who.empty()))
    return usageError("`--yes` needs `--reason TEXT` and `--who NAME`");
  return usual;
}

/// The outcome of all bundles' questions.
struct ApprovalOutcome {
  size_t asked = 0;
  size_t open = 0;
  size_t errors = 0;
  std::set<std::string> files; ///< that hold approvals now
};

llvm::Error approveBundle(DriverEnv &env, const CommonOptions &options, const Inquiry &inquiry,
                          const Approval *unasked, ApproveDialog *dialog,
                          ApprovalOutcome &outcome) {
  const size_t count = inquiry.questions.size();
  outcome.asked += count;
  outcome.errors += inquiry.result.diagnostics.count(Severity::Error) -
                    llvm::count_if(inquiry.questions, [](const ApprovalQuestion &question) {
                      return question.finding.severity == Severity::Error;
                    });
  if (!inquiry.canRemember) {
    renderText(inquiry.result, textStyle(options, options.outColor, /*quiet=*/true), env.out);
    return usageError("`" + escapeForTerminal(inquiry.waiverFile) +
                      "` has mistakes; nothing is added to it");
  }
  llvm::Expected<size_t> open = unasked  ? approveAll(env, inquiry, *unasked)
                                : dialog ? approveEach(env, inquiry, *dialog)
                                         : showInquiry(env, options, inquiry);
  if (!open)
    return open.takeError();
  outcome.open += *open;
  if (*open < count)
    outcome.files.insert(inquiry.waiverFile);
  return llvm::Error::success();
}

void printOutcome(DriverEnv &env, const ApprovalOutcome &outcome, bool wasAsked) {
  auto count = [](size_t number, const char *what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
  };
  if (outcome.asked == 0)
    env.out << "nothing waits for approval\n";
  else
    env.out << count(outcome.asked - outcome.open, "finding") << " approved, " << outcome.open
            << " not\n";
  for (const std::string &file : outcome.files)
    env.out << "approvals are in " << escapeForTerminal(file) << '\n';
  if (outcome.errors)
    env.out << count(outcome.errors, "error")
            << " cannot be approved; `agentc validate` shows them\n";
  if (outcome.open && !wasAsked)
    env.err << "agentc: error: this is not a terminal to ask on; `--yes --reason TEXT --who NAME` "
               "approves without asking\n";
}

llvm::Expected<int> approve(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<Approval> usual = usualApproval(env, arguments);
  if (!usual)
    return usual.takeError();
  std::vector<std::string> paths = arguments.getAllArgValues(OPT_INPUT);
  if (paths.empty()) {
    llvm::Expected<std::string> here = onlyInput(arguments, "bundle");
    if (!here)
      return here.takeError();
    paths.push_back(std::move(*here));
  }
  const bool unasked = arguments.hasArg(OPT_yes);
  const bool canAsk = env.inIsTerminal && env.outIsTerminal;
  ApproveDialog dialog(env, *usual, options->outColor);
  ApprovalOutcome outcome;
  for (const std::string &path : paths) {
    llvm::Expected<Inquiry> inquiry = inquire(env, *options, path);
    if (!inquiry)
      return inquiry.takeError();
    if (llvm::Error error = approveBundle(env, *options, *inquiry, unasked ? &*usual : nullptr,
                                          canAsk ? &dialog : nullptr, outcome))
      return error;
  }
  if (!options->quiet)
    printOutcome(env, outcome, unasked || canAsk);
  return outcome.open ? ExitFindings : ExitClean;
}

} // namespace

const Subcommand approveSubcommand = {
    "approve",
    ForApprove,
    "[FLAGS] BUNDLE...",
    "shows the warnings that nobody approved, asks, and remembers the answers in a waiver file",
    "  agentc approve my-agent/\n"
    "  # waivers of one's own for a stranger's archive\n"
    "  agentc approve --waivers=reviewed.json my-agent.tgz\n"
    "  # without questions\n"
    "  agentc approve --yes --reason='read in review 42' --who=ann my-agent/\n",
    approve,
    CommandGroup::Check,
    "warnings are left that nobody approved"};

} // namespace agentc
