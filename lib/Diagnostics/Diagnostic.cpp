#include "agentc/Diagnostics/Diagnostic.h"

#include <algorithm>
#include <tuple>

namespace agentc {

namespace {

/// Returns the key by which diagnostics are the same and are ordered: a bundle's own come
/// before its files', a file's own before its lines'.
auto sortKey(const Diagnostic &diagnostic) {
  return std::tuple(llvm::StringRef(diagnostic.file), diagnostic.range, diagnostic.rule->id,
                    llvm::StringRef(diagnostic.message));
}

/// Of repetitions the one with most to tell comes first and stays.
bool comesBefore(const Diagnostic &a, const Diagnostic &b) {
  auto keyA = sortKey(a), keyB = sortKey(b);
  if (keyA != keyB)
    return keyA < keyB;
  return std::tuple(a.severity, a.notes.size()) > std::tuple(b.severity, b.notes.size());
}

} // namespace

llvm::StringRef waivedByName(WaivedBy by) {
  switch (by) {
  case WaivedBy::Suppression:
    return "suppression";
  case WaivedBy::Waiver:
    return "waiver";
  case WaivedBy::Baseline:
    return "baseline";
  }
  return "";
}

void lowerTo(Diagnostic &finding, Severity severity) {
  finding.atMost = std::min(finding.atMost, severity);
  finding.severity = std::min(finding.severity, finding.atMost);
}

Diagnostic &DiagnosticList::report(const RuleInfo &rule, std::string file,
                                   std::optional<ByteRange> range, std::string message) {
  Diagnostic &diagnostic = list_.emplace_back();
  diagnostic.rule = &rule;
  diagnostic.severity = rule.severity;
  diagnostic.message = std::move(message);
  diagnostic.file = std::move(file);
  diagnostic.range = range;
  return diagnostic;
}

void DiagnosticList::append(const DiagnosticList &other) {
  // By index: the other list may be this one, which grows.
  for (size_t i = 0, count = other.list_.size(); i < count; ++i)
    list_.push_back(other.list_[i]);
}

bool DiagnosticList::has(Severity severity) const { return count(severity) != 0; }

size_t DiagnosticList::count(Severity severity) const {
  return static_cast<size_t>(std::count_if(list_.begin(), list_.end(), [&](const Diagnostic &d) {
    return d.severity == severity && !d.waived;
  }));
}

void DiagnosticList::sort() {
  // diagnostics are large: each is moved once, not at each step of sorting
  std::vector<Diagnostic *> order;
  order.reserve(list_.size());
  for (Diagnostic &diagnostic : list_)
    order.push_back(&diagnostic);
  auto before = [](const Diagnostic *a, const Diagnostic *b) { return comesBefore(*a, *b); };
  const bool isSorted = std::is_sorted(order.begin(), order.end(), before);
  if (!isSorted)
    std::stable_sort(order.begin(), order.end(), before);
  auto same = [](const Diagnostic *a, const Diagnostic *b) { return sortKey(*a) == sortKey(*b); };
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  if (isSorted && order.size() == list_.size())
    return;
  std::vector<Diagnostic> sorted;
  sorted.reserve(order.size());
  for (Diagnostic *diagnostic : order)
    sorted.push_back(std::move(*diagnostic));
  list_ = std::move(sorted);
}

} // namespace agentc
