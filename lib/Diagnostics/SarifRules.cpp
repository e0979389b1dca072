#include "SarifRules.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// The longest description that GitHub shows.
constexpr size_t maxDescription = 1024;

/// GitHub reads above 9.0 as critical, from 7.0 as high, from 4.0 as medium. Its checks fail from
/// high on, so an error is at least that; one that gains access weighs more.
const char *securitySeverity(const RuleInfo &rule) {
  switch (rule.severity) {
  case Severity::Error:
    return rule.access.empty() ? "7.0" : "8.8";
  case Severity::Warning:
    return rule.access.empty() ? "4.0" : "5.5";
  case Severity::Note:
    return "2.0";
  }
  return "2.0";
}

/// `external/cwe/cwe-095`, the group as a word, the access.
Json tags(const RuleInfo &rule) {
  std::string number = std::to_string(rule.cwe);
  std::string group = rule.group.str();
  llvm::erase(group, ',');
  std::replace(group.begin(), group.end(), ' ', '-');
  Json list = {"security", "agentc/" + group};
  if (rule.cwe)
    list.push_back("external/cwe/cwe-" +
                   std::string(number.size() < 3 ? 3 - number.size() : 0, '0') + number);
  if (!rule.access.empty())
    list.push_back("access/" + rule.access.str());
  return list;
}

std::string pageText(const RuleInfo &rule, const ManualPage &page) {
  std::string text;
  llvm::raw_string_ostream out(text);
  renderManualPage(rule, page, /*color=*/false, /*columns=*/0, out);
  return text;
}

std::string description(llvm::StringRef text) {
  text = text.trim();
  if (text.size() <= maxDescription)
    return text.str();
  return text.take_front(text.take_front(maxDescription - 3).rfind(' ')).str() + "...";
}

Json ruleToSarif(const RuleInfo &rule, const ManualPage &page) {
  Json help = {{"text", pageText(rule, page)}, {"markdown", manualPageMarkdown(page)}};
  Json properties = {{"tags", tags(rule)},
                     {"precision", precisionName(rule.precision).str()},
                     {"security-severity", securitySeverity(rule)}};
  return {{"id", rule.id.str()},
          {"name", rule.name.str()},
          {"shortDescription", {{"text", rule.summary.str() + "."}}},
          {"fullDescription", {{"text", description(page.what)}}},
          {"help", std::move(help)},
          {"defaultConfiguration", {{"level", severityName(rule.severity).str()}}},
          {"properties", std::move(properties)}};
}

} // namespace

Json sarifDriver(const Catalog &catalog, llvm::StringRef version) {
  Json rules = Json::array();
  for (const RuleInfo *rule : catalog.rules())
    rules.push_back(ruleToSarif(*rule, catalog.page(*rule)));
  constexpr const char *leftOutText =
      "A report has no room for all findings; it holds the severest ones.";
  Json leftOut = {{"id", leftOutId.str()},
                  {"name", "FindingsLeftOut"},
                  {"shortDescription", {{"text", "Findings for which a report has no room."}}},
                  {"fullDescription", {{"text", leftOutText}}},
                  {"help", {{"text", leftOutText}}},
                  {"defaultConfiguration", {{"level", "warning"}}}};
  return {{"name", "agentc"},
          {"semanticVersion", version.str()},
          {"rules", std::move(rules)},
          {"notifications", Json::array({std::move(leftOut)})}};
}

} // namespace agentc
