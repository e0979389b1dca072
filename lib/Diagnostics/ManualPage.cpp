#include "agentc/Diagnostics/Ink.h"

#include "agentc/Diagnostics/Renderers.h"

#include "llvm/ADT/SmallVector.h"

namespace agentc {

namespace {

constexpr size_t pageWidth = 80;

/// Fills a paragraph's words into lines; a line that begins with `- ` begins a new one.
void printParagraph(llvm::StringRef paragraph, llvm::raw_ostream &out) {
  size_t column = 0;
  llvm::SmallVector<llvm::StringRef, 16> lines;
  paragraph.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines) {
    line = line.trim();
    if (column && line.starts_with("- ")) {
      out << '\n';
      column = 0;
    }
    llvm::SmallVector<llvm::StringRef, 16> words;
    line.split(words, ' ', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef word : words) {
      if (column && column + 1 + word.size() > pageWidth) {
        out << '\n';
        column = 0;
      }
      out << (column ? " " : "  ") << word;
      column += (column ? 1 : 2) + word.size();
    }
  }
  out << '\n';
}

void printProse(llvm::StringRef title, llvm::StringRef text, Ink &ink) {
  text = text.trim();
  if (text.empty())
    return;
  ink.out << '\n';
  ink.bold(title);
  ink.out << '\n';
  llvm::SmallVector<llvm::StringRef, 4> paragraphs;
  text.split(paragraphs, "\n\n", -1, /*KeepEmpty=*/false);
  for (size_t i = 0; i < paragraphs.size(); ++i) {
    if (i)
      ink.out << '\n';
    printParagraph(paragraphs[i], ink.out);
  }
}

void printCode(llvm::StringRef title, llvm::StringRef code, Ink &ink) {
  code = code.trim('\n').rtrim();
  if (code.empty())
    return;
  ink.out << '\n';
  ink.bold(title);
  ink.out << '\n';
  llvm::SmallVector<llvm::StringRef, 16> lines;
  code.split(lines, '\n');
  for (llvm::StringRef line : lines)
    ink.out << (line.empty() ? "" : "    ") << line << '\n';
}

void addCode(llvm::StringRef title, llvm::StringRef code, std::string &out) {
  code = code.trim('\n').rtrim();
  if (code.empty())
    return;
  llvm::StringRef language = code.ltrim().starts_with("{") ? "json" : "js";
  out += ("\n## " + title + "\n\n```" + language + "\n" + code + "\n```\n").str();
}

} // namespace

std::string manualPageMarkdown(const RuleInfo &rule) {
  std::string out;
  for (llvm::StringRef text : {rule.page.what, rule.page.why})
    if (!text.trim().empty())
      out += (out.empty() ? "" : "\n") + text.trim().str() + "\n";
  addCode("Fails", rule.page.fails, out);
  addCode("Passes", rule.page.passes, out);
  if (llvm::StringRef limits = rule.page.limits.trim(); !limits.empty())
    out += ("\n## Limits\n\n" + limits + "\n").str();
  return out;
}

void renderManualPage(const RuleInfo &rule, bool color, llvm::raw_ostream &out) {
  Ink ink(out, color);
  ink.bold(rule.id + llvm::Twine(" ") + rule.name);
  out << ": " << rule.summary << '\n';
  ink.severity(rule.severity, severityName(rule.severity));
  out << ", " << rule.group;
  if (!rule.access.empty())
    out << ", access `" << rule.access << '`';
  out << ", precision " << precisionName(rule.precision) << ", CWE-" << rule.cwe << '\n';
  printProse("What it finds", rule.page.what, ink);
  printProse("Why", rule.page.why, ink);
  printCode("Fails", rule.page.fails, ink);
  printCode("Passes", rule.page.passes, ink);
  printProse("Limits", rule.page.limits, ink);
}

} // namespace agentc
