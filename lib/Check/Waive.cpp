#include "agentc/Check/Waive.h"

#include "Suppressions.h"
#include "WaiveRules.h"

#include "agentc/Support/Text.h"

namespace agentc {

namespace {

/// Marks what the items of a waiver file fit, and reports those that do nothing.
class WaiverFile {
public:
  WaiverFile(const WaiveInput &input, DiagnosticList &list)
      : input_(input), list_(list), name_(bundleName(input.manifest)) {}

  DiagnosticList apply();

private:
  bool isForBundle(const std::string &bundle) const { return bundle.empty() || bundle == name_; }
  bool isOver(const Approval &approval) const { return approval.expires < input_.today; }
  void applyFinding(const Waiver &waiver, llvm::ArrayRef<Diagnostic *> fitting);
  void applyDependency(const ApprovedDependency &approved);
  void waive(Diagnostic &finding, const Approval &approval);
  void report(const RuleInfo &rule, ByteRange range, std::string message) {
    reports_.report(rule, input_.waivers.file, range, std::move(message));
  }
  void reportOver(const Approval &approval, ByteRange range);

  const WaiveInput &input_;
  DiagnosticList &list_;
  std::string name_;
  std::vector<std::pair<const Dependency *, Diagnostic *>> dependencies_;
  DiagnosticList reports_;
};

void WaiverFile::waive(Diagnostic &finding, const Approval &approval) {
  if (!finding.waived)
    finding.waived =
        Waived{WaivedBy::Waiver, approval.reason, approval.who, approval.created, approval.expires};
}

void WaiverFile::reportOver(const Approval &approval, ByteRange range) {
  report(waiving::expiredWaiver, range,
         "the waiver expired on " + approval.expires + "; `agentc approve` asks anew");
}

void WaiverFile::applyFinding(const Waiver &waiver, llvm::ArrayRef<Diagnostic *> fitting) {
  bool fits = false;
  for (Diagnostic *finding : fitting) {
    if (finding->rule != waiver.rule)
      continue;
    // The statement may be as it was, and what it comes to another thing.
    if (!waiver.message.empty() && waiver.message != finding->message) {
      finding->notes.push_back(
          {"what was approved said: " + waiver.message, input_.waivers.file, waiver.range});
      continue;
    }
    fits = true;
    if (isOver(waiver.approval))
      reportOver(waiver.approval, waiver.range);
    else if (finding->severity == Severity::Error)
      report(waiving::waiverOfError, waiver.range,
             "`" + waiver.rule->name.str() + "` is an error here, which no waiver covers");
    else
      waive(*finding, waiver.approval);
  }
  if (!fits)
    report(waiving::unusedWaiver, waiver.range,
           "the waiver of `" + waiver.rule->name.str() + "` fits no finding");
}

void WaiverFile::applyDependency(const ApprovedDependency &approved) {
  bool fits = false;
  for (auto [dependency, finding] : dependencies_) {
    if (dependency->name != approved.name || dependency->requirement != approved.requirement)
      continue;
    fits = true;
    if (isOver(approved.approval))
      reportOver(approved.approval, approved.range);
    else
      waive(*finding, approved.approval);
  }
  if (!fits)
    report(waiving::unusedWaiver, approved.range,
           "the approval of the dependency `" + approved.name + "` fits no finding");
}

DiagnosticList WaiverFile::apply() {
  if (input_.waivers.file.empty())
    return {};
  std::map<llvm::StringRef, std::vector<Diagnostic *>> byFingerprint;
  for (Diagnostic &finding : list_.mutableAll()) {
    byFingerprint[finding.fingerprint].push_back(&finding);
    if (const Dependency *dependency = approvableDependency(input_.manifest, finding))
      dependencies_.emplace_back(dependency, &finding);
  }
  for (const Waiver &waiver : input_.waivers.findings)
    if (isForBundle(waiver.bundle))
      applyFinding(waiver, byFingerprint[waiver.fingerprint]);
  for (const ApprovedDependency &approved : input_.waivers.dependencies)
    if (isForBundle(approved.bundle))
      applyDependency(approved);
  return std::move(reports_);
}

} // namespace

std::string bundleName(const Manifest &manifest) {
  return manifest.name ? manifest.name->text : std::string();
}

const Dependency *approvableDependency(const Manifest &manifest, const Diagnostic &finding) {
  if (!finding.rule->isApprovable || finding.file != manifest.file || !finding.range)
    return nullptr;
  for (const Dependency &dependency : manifest.dependencies)
    if (dependency.range == *finding.range || dependency.requirementRange == *finding.range)
      return &dependency;
  return nullptr;
}

void waive(const WaiveInput &input, DiagnosticList &list) {
  if (input.known)
    for (Diagnostic &finding : list.mutableAll())
      if (finding.severity != Severity::Error || approvableDependency(input.manifest, finding) ||
          isQuestionOfPackage(*finding.rule, finding.file))
        finding.waived = input.known(finding);
  DiagnosticList reports = applySuppressions(input, list);
  reports.append(WaiverFile(input, list).apply());
  input.severities.apply(reports);
  list.append(reports);
  if (input.baseline)
    for (Diagnostic &finding : list.mutableAll())
      if (!finding.waived && input.waivable.canSuppress(*finding.rule) &&
          input.baseline->count(finding.fingerprint))
        finding.waived = Waived{WaivedBy::Baseline, {}, {}, {}, {}};
}

} // namespace agentc
