#include "Sections.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace agentc {

namespace {

void writeCode(Html &html, llvm::StringRef text) {
  if (text.trim().empty())
    return;
  Element pre(html, "pre", {{"class", "json"}});
  Element code(html, "code");
  html.text(text.trim('\n'), true);
}

/// A paragraph, or the items of a list.
void writeParagraph(Html &html, llvm::StringRef text) {
  text = text.trim();
  if (!text.consume_front("- ")) {
    Element paragraph(html, "p");
    return html.prose(text);
  }
  Element list(html, "ul");
  while (true) {
    auto [item, rest] = text.split("\n- ");
    Element entry(html, "li");
    html.prose(item);
    if (item.size() == text.size())
      return;
    text = rest;
  }
}

void writeSection(Html &html, llvm::StringRef title, llvm::StringRef text) {
  const std::vector<PagePart> parts = partsOf(text);
  if (parts.empty())
    return;
  if (!title.empty())
    html.element("h4", title);
  for (const PagePart &part : parts)
    if (part.isCode)
      writeCode(html, part.text);
    else
      writeParagraph(html, part.text);
}

void writeRule(Html &html, const RuleInfo &rule, const ManualPage &page) {
  const std::string anchor = ruleAnchor(rule);
  Element article(html, "article", {{"id", anchor}, {"class", "rule"}});
  html.element("h3", (rule.id + " " + rule.name).str());
  html.element("p",
               rule.group.str() + " · precision " + precisionName(rule.precision).str() +
                   " · CWE-" + std::to_string(rule.cwe),
               {{"class", "about"}});
  writeSection(html, "", page.what);
  writeSection(html, "Why", page.why);
  writeSection(html, "Instead", page.instead);
  writeSection(html, "Limits", page.limits);
}

} // namespace

std::string ruleAnchor(const RuleInfo &rule) { return "rule-" + rule.id.str(); }

void writeRules(const ReviewPage &page) {
  std::set<const RuleInfo *> found;
  for (const Diagnostic &finding : page.review.result.diagnostics.all())
    found.insert(finding.rule);
  if (found.empty())
    return;
  Element section(page.html, "section", {{"id", "rules"}});
  page.html.element("h2", "The rules");
  for (const RuleInfo *rule : page.review.catalog.rules())
    if (found.count(rule))
      writeRule(page.html, *rule, page.review.catalog.page(*rule));
}

} // namespace agentc
