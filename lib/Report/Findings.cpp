#include "Sections.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace agentc {

namespace {

constexpr Severity severities[] = {Severity::Error, Severity::Warning, Severity::Note};

/// Findings of a rule that are shown in their source; further ones stand in a list.
constexpr size_t maxShown = 5;
/// Findings above which a table counts them first.
constexpr size_t maxUncounted = 10;

/// The findings of one severity and rule, those in code that is reached first.
struct RuleFindings {
  Severity severity;
  const RuleInfo *rule;
  std::vector<const Diagnostic *> findings;
};

std::vector<RuleFindings> groupsOf(const DiagnosticList &all) {
  std::vector<RuleFindings> groups;
  for (Severity severity : severities) {
    const size_t first = groups.size();
    for (const Diagnostic &finding : all.all()) {
      if (finding.severity != severity || finding.waived)
        continue;
      auto group =
          std::find_if(groups.begin() + first, groups.end(),
                       [&](const RuleFindings &each) { return each.rule == finding.rule; });
      if (group == groups.end())
        group = groups.insert(group, {severity, finding.rule, {}});
      group->findings.push_back(&finding);
    }
  }
  for (RuleFindings &group : groups)
    llvm::stable_sort(group.findings, [](const Diagnostic *a, const Diagnostic *b) {
      return a->reached.value_or(true) && !b->reached.value_or(true);
    });
  return groups;
}

std::string whyOf(const Waived &waived) {
  std::string text = waivedByName(waived.by).str();
  if (!waived.reason.empty())
    text += ": " + waived.reason;
  return text;
}

void writeRuleLink(Html &html, const RuleInfo &rule) {
  html.link("#" + ruleAnchor(rule), (rule.id + " " + rule.name).str());
}

void writeNotes(const ReviewPage &page, const Diagnostic &finding) {
  if (finding.notes.empty())
    return;
  Html &html = page.html;
  Element list(html, "ul", {{"class", "notes"}});
  for (const DiagnosticNote &note : finding.notes) {
    Element item(html, "li");
    html.prose(note.message);
    if (note.file.empty())
      continue;
    html.text(" ");
    page.sources.writeLink(html, {note.file, note.range});
    // The finding's own place is shown above.
    if (note.file != finding.file || note.range != finding.range)
      page.sources.writeExcerpt(html, {note.file, note.range});
  }
}

void writeFinding(const ReviewPage &page, const Diagnostic &finding) {
  Html &html = page.html;
  const llvm::StringRef severity = severityName(finding.severity);
  const std::string style = ("finding " + severity).str();
  Element article(html, "article", {{"class", style}});
  {
    Element heading(html, "h3");
    html.element("span", severity, {{"class", "badge"}});
    html.text(" ");
    html.prose(finding.message);
  }
  {
    Element line(html, "p", {{"class", "about"}});
    if (!finding.file.empty()) {
      page.sources.writeLink(html, {finding.file, finding.range});
      html.text(" · ");
    }
    writeRuleLink(html, *finding.rule);
    if (finding.reached)
      html.text(*finding.reached ? " · in code that is reached"
                                 : " · in code that nothing reaches");
  }
  page.sources.writeExcerpt(html, {finding.file, finding.range});
  writeNotes(page, finding);
  if (!finding.help.empty()) {
    Element help(html, "p", {{"class", "help"}});
    html.element("b", "Instead:");
    html.text(" ");
    html.prose(finding.help);
  }
  if (finding.fix) {
    Element fix(html, "p", {{"class", "help"}});
    html.element("b", "Fix:");
    html.text(" ");
    html.prose(finding.fix->title);
  }
}

void writeCounts(Html &html, llvm::ArrayRef<RuleFindings> groups) {
  size_t count = 0;
  for (const RuleFindings &group : groups)
    count += group.findings.size();
  if (count <= maxUncounted || groups.size() < 2)
    return;
  Element table(html, "table");
  writeTableHead(html, {"Rule", "Severity", "Findings"});
  Element body(html, "tbody");
  for (const RuleFindings &group : groups) {
    Element row(html, "tr");
    {
      Element cell(html, "td");
      writeRuleLink(html, *group.rule);
    }
    html.element("td", severityName(group.severity));
    html.element("td", std::to_string(group.findings.size()));
  }
}

/// Findings of a rule by what they say, each with all of its places.
void writeMore(const ReviewPage &page, const RuleFindings &group,
               llvm::ArrayRef<const Diagnostic *> findings) {
  Html &html = page.html;
  const llvm::StringRef severity = severityName(group.severity);
  const std::string style = ("finding " + severity).str();
  Element article(html, "article", {{"class", style}});
  {
    Element heading(html, "h3");
    html.element("span", severity, {{"class", "badge"}});
    html.text(" " + std::to_string(findings.size()) + " more of ");
    writeRuleLink(html, *group.rule);
  }
  llvm::MapVector<llvm::StringRef, std::vector<const Diagnostic *>> messages;
  for (const Diagnostic *finding : findings)
    messages[finding->message].push_back(finding);
  Element list(html, "ul", {{"class", "notes"}});
  for (const auto &[message, places] : messages) {
    Element item(html, "li");
    html.prose(message);
    for (const Diagnostic *finding : places) {
      html.text(finding == places.front() ? ": " : ", ");
      page.sources.writeLink(html, {finding->file, finding->range});
    }
  }
}

void writeWaivedRow(const ReviewPage &page, const Diagnostic &finding) {
  Html &html = page.html;
  Element row(html, "tr");
  {
    Element cell(html, "td");
    writeRuleLink(html, *finding.rule);
  }
  {
    Element cell(html, "td");
    html.prose(finding.message);
    if (!finding.file.empty()) {
      html.text(" ");
      page.sources.writeLink(html, {finding.file, finding.range});
    }
  }
  const Waived &why = *finding.waived;
  html.element("td", whyOf(why));
  html.element("td", why.who.empty() ? "–" : why.who);
  html.element("td", why.created.empty() ? "–" : why.created);
  html.element("td", why.expires.empty() ? "–" : why.expires);
}

} // namespace

void writeTableHead(Html &html, std::initializer_list<llvm::StringRef> names) {
  Element head(html, "thead");
  Element row(html, "tr");
  for (llvm::StringRef name : names)
    html.element("th", name, {{"scope", "col"}});
}

void writeFindings(const ReviewPage &page) {
  Html &html = page.html;
  Element section(html, "section", {{"id", "findings"}});
  html.element("h2", "Findings");
  const std::vector<RuleFindings> groups = groupsOf(page.review.result.diagnostics);
  if (groups.empty())
    html.element("p", "Nothing was found that counts.", {{"class", "calm"}});
  else
    html.element("p", "An error refuses the bundle. Warnings and notes are for a person to judge.",
                 {{"class", "about"}});
  writeCounts(html, groups);
  for (const RuleFindings &group : groups) {
    const llvm::ArrayRef<const Diagnostic *> findings = group.findings;
    for (const Diagnostic *finding : findings.take_front(maxShown))
      writeFinding(page, *finding);
    if (findings.size() > maxShown)
      writeMore(page, group, findings.drop_front(maxShown));
  }
}

void writeWaived(const ReviewPage &page) {
  Html &html = page.html;
  Element section(html, "section", {{"id", "waived"}});
  html.element("h2", "Waived");
  const llvm::ArrayRef<Diagnostic> all = page.review.result.diagnostics.all();
  auto isWaived = [](const Diagnostic &finding) { return finding.waived.has_value(); };
  if (llvm::none_of(all, isWaived)) {
    html.element("p", "Every finding counts: nothing is waived.", {{"class", "calm"}});
    return;
  }
  Element table(html, "table");
  writeTableHead(html, {"Rule", "Finding", "Why it does not count", "Who", "Since", "Until"});
  Element body(html, "tbody");
  for (const Diagnostic &finding : all)
    if (isWaived(finding))
      writeWaivedRow(page, finding);
}

} // namespace agentc
