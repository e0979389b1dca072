#include "Sections.h"

#include "agentc/Report/LineDiff.h"

namespace agentc {

namespace {

void writeChangedTexts(Html &html, const Change &change) {
  Element pre(html, "pre", {{"class", "diff"}});
  for (const DiffLine &line : compareLines(valueText(change.before), valueText(change.after))) {
    const std::string sign(1, line.sign);
    const llvm::StringRef style = line.sign == '+'   ? "added"
                                  : line.sign == '-' ? "removed"
                                                     : "same";
    Element row(html, "span", {{"class", style}});
    html.text(sign + " " + line.text + "\n", true);
  }
}

void writeChange(const ReviewPage &page, const Change &change) {
  Html &html = page.html;
  Element item(html, "li", {{"class", change.widens ? "grave" : "change"}});
  html.prose(describeChange(change));
  // A file that changed is named already; a link would have all such files shown as sources.
  if (!change.file.empty() && change.area != Change::Area::File) {
    html.text(" ");
    page.sources.writeLink(html, {change.file, change.range});
  }
  if (showsTexts(change))
    writeChangedTexts(html, change);
}

/// The changes that `counts` lets through, below a heading.
template <typename Counts>
void writeGroup(const ReviewPage &page, llvm::StringRef title, Counts counts) {
  const std::vector<Change> &changes = page.review.against->changes;
  if (llvm::none_of(changes, counts))
    return;
  page.html.element("h3", title);
  Element list(page.html, "ul", {{"class", "changes"}});
  for (const Change &change : changes)
    if (counts(change))
      writeChange(page, change);
}

} // namespace

void writeChanges(const ReviewPage &page) {
  if (!page.review.against)
    return;
  Html &html = page.html;
  const ReviewedChanges &against = *page.review.against;
  Element section(html, "section", {{"id", "changes"}});
  html.element("h2", "What changed");
  html.element("p", "Compared with " + against.name +
                        (against.version.empty() ? "" : " " + against.version) + ", " +
                        against.digest);
  if (against.changes.empty())
    html.element("p", "The two do not differ.", {{"class", "calm"}});
  writeGroup(page, "reaches more", [](const Change &change) { return change.widens; });
  for (Change::Area area : areasInReports())
    writeGroup(page, areaTitle(area),
               [&](const Change &change) { return !change.widens && change.area == area; });
}

} // namespace agentc
