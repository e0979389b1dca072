#include "agentc/Report/Report.h"

#include "Sections.h"
#include "Style.h"

#include "agentc/Support/Digest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

namespace agentc {

namespace {

/// The page's policy: its own style sheet by its digest, and nothing else at all.
std::string policy() {
  return "default-src 'none'; style-src 'sha256-" +
         llvm::encodeBase64(llvm::fromHex(sha256Hex(reviewStyle()))) +
         "'; base-uri 'none'; form-action 'none'";
}

void writeMeta(Html &html, llvm::StringRef name, llvm::StringRef content) {
  html.open("meta", {{"name", name}, {"content", content}});
}

void writeNavigation(Html &html, const Review &review) {
  Element nav(html, "nav", {{"aria-label", "Sections"}});
  Element list(html, "ul");
  const bool hasRules = !review.result.diagnostics.all().empty();
  for (auto [anchor, title] :
       {std::pair("#findings", "Findings"), std::pair("#changes", "What changed"),
        std::pair("#reach", "What is reached"), std::pair("#definitions", "Agents and tools"),
        std::pair("#waived", "Waived"), std::pair("#components", "Components and licences"),
        std::pair("#rules", "The rules"), std::pair("#sources", "Sources")}) {
    const llvm::StringRef name = anchor;
    if ((name == "#changes" && !review.against) || (name == "#rules" && !hasRules))
      continue;
    Element item(html, "li");
    html.link(anchor, title);
  }
}

void writeBody(const ReviewPage &page) {
  Html &html = page.html;
  html.element("a", "To the contents", {{"class", "skip"}, {"href", "#content"}});
  writeHead(page);
  writeNavigation(html, page.review);
  {
    Element main(html, "main", {{"id", "content"}});
    writeFindings(page);
    writeChanges(page);
    writeReach(page);
    writeDefinitions(page);
    writeWaived(page);
    writeComponents(page);
    writeRules(page);
    Element section(html, "section", {{"id", "sources"}});
    html.element("h2", "Sources");
    html.element("p", "The files that the page links to; of large ones the lines around the links. "
                      "Characters that would not be seen stand as their code points.");
    page.sources.write(html);
  }
  Element footer(html, "footer");
  html.element("p", "Made by agentc " + page.review.version.str() +
                        ". This page has no scripts and loads nothing.");
}

} // namespace

std::string renderReview(const Review &review) {
  std::string text;
  llvm::raw_string_ostream out(text);
  Html html(out);
  SourcePages sources(review.result.files, review.result.outside);
  out << "<!DOCTYPE html>\n";
  {
    Element root(html, "html", {{"lang", "en"}});
    {
      Element head(html, "head");
      html.open("meta", {{"charset", "utf-8"}});
      html.open("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy()}});
      html.element("title", titleOf(review) + ": " + (review.result.valid ? "passes" : "refused") +
                                " by agentc");
      writeMeta(html, "viewport", "width=device-width, initial-scale=1");
      writeMeta(html, "color-scheme", "light dark");
      writeMeta(html, "referrer", "no-referrer");
      out << "<style>" << reviewStyle() << "</style>";
    }
    Element body(html, "body");
    writeBody({html, sources, review});
  }
  out << '\n';
  return text;
}

} // namespace agentc
