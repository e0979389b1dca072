#include "Sections.h"

namespace agentc {

namespace {

constexpr Severity severities[] = {Severity::Error, Severity::Warning, Severity::Note};

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
  bool isAny = false;
  for (Severity severity : severities)
    for (const Diagnostic &finding : page.review.result.diagnostics.all())
      if (finding.severity == severity && !finding.waived) {
        writeFinding(page, finding);
        isAny = true;
      }
  if (!isAny)
    html.element("p", "Nothing was found that counts.", {{"class", "calm"}});
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
