#include "SandboxNotes.h"

#include "agentc/Diagnostics/Fingerprint.h"
#include "agentc/Pipeline/BundleFindings.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/Path.h"

#include <set>

namespace agentc {

namespace {

constexpr size_t maxNamed = 5;

/// A summary of the findings of one rule.
struct Gathered {
  const Diagnostic *first = nullptr;
  size_t places = 0;
  std::map<std::string, size_t> subjects; ///< with the number of places
};

struct Package {
  std::map<const RuleInfo *, Gathered> rules;
  std::set<std::string> files;
  size_t places = 0;
};

bool isGathered(const Diagnostic &finding) {
  return finding.rule->concern == Concern::Sandbox && finding.severity == Severity::Note &&
         !finding.waived && finding.range;
}

/// The nearest package.json at or above a file's folder; empty if there is none.
std::string manifestOf(const FileTree &files, llvm::StringRef file) {
  for (llvm::StringRef folder = file; !folder.empty();) {
    folder = llvm::sys::path::parent_path(folder);
    std::string manifest = folder.str() + (folder.empty() ? "" : "/") + "package.json";
    if (files.find(manifest))
      return manifest;
  }
  return "";
}

/// ``: `next`, `react` and 3 more``, what is named most often first.
std::string namesOf(const std::map<std::string, size_t> &subjects) {
  std::vector<std::pair<std::string, size_t>> order(subjects.begin(), subjects.end());
  llvm::stable_sort(order, [](const auto &a, const auto &b) { return a.second > b.second; });
  std::string text;
  const size_t shown = order.size() <= maxNamed + 1 ? order.size() : maxNamed;
  for (size_t i = 0; i < shown; ++i)
    text += (i == 0 ? ": " : i + 1 == order.size() ? " and " : ", ") + ("`" + order[i].first + "`");
  if (shown < order.size())
    text += " and " + std::to_string(order.size() - shown) + " more";
  return text;
}

std::string counted(size_t count, llvm::StringRef word) {
  return std::to_string(count) + " " + word.str() + (count == 1 ? "" : "s");
}

Diagnostic describe(const std::string &manifest, const Package &package) {
  Diagnostic finding;
  finding.rule = &notInSandbox;
  finding.severity = notInSandbox.severity;
  finding.file = manifest;
  finding.message = "as a bundle, this would miss something in the sandbox at " +
                    counted(package.places, "place") + " of " +
                    counted(package.files.size(), "file");
  std::vector<std::pair<const RuleInfo *, const Gathered *>> order;
  for (const auto &[rule, gathered] : package.rules)
    order.emplace_back(rule, &gathered);
  llvm::sort(order, [](const auto &a, const auto &b) {
    return std::pair(b.second->places, a.first->id) < std::pair(a.second->places, b.first->id);
  });
  for (const auto &[rule, gathered] : order)
    finding.notes.push_back({"`" + rule->name.str() + "` at " + counted(gathered->places, "place") +
                                 namesOf(gathered->subjects),
                             gathered->first->file, gathered->first->range});
  return finding;
}

} // namespace

void gatherSandboxNotes(const FileTree &files, DiagnosticList &diagnostics) {
  std::map<std::string, Package> packages;
  for (const Diagnostic &finding : diagnostics.all()) {
    if (!isGathered(finding))
      continue;
    Package &package = packages[manifestOf(files, finding.file)];
    Gathered &gathered = package.rules[finding.rule];
    if (!gathered.first)
      gathered.first = &finding;
    ++gathered.places;
    ++package.places;
    package.files.insert(finding.file);
    if (!finding.subject.empty())
      ++gathered.subjects[finding.subject];
  }
  DiagnosticList notes;
  for (const auto &[manifest, package] : packages)
    notes.mutableAll().push_back(describe(manifest, package));
  // The same note whatever it counts.
  setFingerprints(notes, [](const Diagnostic &) { return std::string(); });
  addHelp(notes);
  llvm::erase_if(diagnostics.mutableAll(), isGathered);
  diagnostics.append(notes);
  diagnostics.sort();
}

} // namespace agentc
