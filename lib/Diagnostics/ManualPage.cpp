#include "agentc/Diagnostics/Ink.h"

#include "agentc/Diagnostics/Renderers.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

constexpr size_t narrowestPage = 40, usualPage = 80;

/// `&#x202E;` in a page stands for a character that nobody would see there.
std::string withCharacters(llvm::StringRef text) {
  std::string result;
  while (true) {
    auto [before, rest] = text.split("&#x");
    result += before;
    if (before.size() == text.size())
      return result;
    uint32_t codePoint = 0;
    auto [digits, behind] = rest.split(';');
    if (digits.getAsInteger(16, codePoint)) {
      result += "&#x";
      text = rest;
    } else {
      appendUtf8(result, codePoint);
      text = behind;
    }
  }
}

/// The text inside of a section's only block of code.
std::string codeIn(llvm::StringRef section) {
  llvm::StringRef code = section.split("```").second.split('\n').second;
  return code.take_front(code.find("```")).str();
}

class PagePrinter {
public:
  PagePrinter(Ink &ink, size_t columns)
      : ink_(ink), width_(std::clamp(columns ? columns : usualPage, narrowestPage, usualPage)) {}

  void print(llvm::StringRef title, llvm::StringRef text);
  void printCode(llvm::StringRef title, llvm::StringRef code);

private:
  void paragraph(llvm::StringRef text);
  void code(llvm::StringRef text);
  void title(llvm::StringRef title) {
    ink_.out << '\n';
    ink_.bold(title);
    ink_.out << '\n';
  }

  Ink &ink_;
  size_t width_;
};

/// Fills a paragraph's words into lines; a line that begins with `- ` begins a new one.
void PagePrinter::paragraph(llvm::StringRef text) {
  size_t column = 0;
  llvm::SmallVector<llvm::StringRef, 16> lines;
  text.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines) {
    line = line.trim();
    if (column && line.starts_with("- ")) {
      ink_.out << '\n';
      column = 0;
    }
    llvm::SmallVector<llvm::StringRef, 16> words;
    line.split(words, ' ', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef word : words) {
      if (column && column + 1 + word.size() > width_) {
        ink_.out << '\n';
        column = 0;
      }
      ink_.out << (column ? " " : "  ") << word;
      column += (column ? 1 : 2) + word.size();
    }
  }
  ink_.out << '\n';
}

void PagePrinter::code(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 16> lines;
  text.trim('\n').rtrim().split(lines, '\n');
  for (llvm::StringRef line : lines)
    ink_.out << (line.empty() ? "" : "    ") << line << '\n';
}

void PagePrinter::print(llvm::StringRef heading, llvm::StringRef text) {
  bool isFirst = true;
  for (const PagePart &part : partsOf(text)) {
    if (isFirst)
      title(heading);
    else
      ink_.out << '\n';
    isFirst = false;
    if (part.isCode)
      code(part.text);
    else
      paragraph(part.text);
  }
}

void PagePrinter::printCode(llvm::StringRef heading, llvm::StringRef text) {
  if (text.trim().empty())
    return;
  title(heading);
  code(text);
}

void addProse(llvm::StringRef title, llvm::StringRef text, std::string &out) {
  if (text = text.trim(); !text.empty())
    out += ("\n## " + title + "\n\n" + text + "\n").str();
}

void addCode(llvm::StringRef title, llvm::StringRef code, std::string &out) {
  code = code.trim('\n').rtrim();
  if (code.empty())
    return;
  llvm::StringRef language = code.ltrim().starts_with("{") ? "json" : "js";
  out += ("\n## " + title + "\n\n```" + language + "\n" + code + "\n```\n").str();
}

} // namespace

std::vector<PagePart> partsOf(llvm::StringRef text) {
  std::vector<PagePart> parts;
  llvm::SmallVector<llvm::StringRef, 16> lines;
  text.trim('\n').split(lines, '\n');
  bool isCode = false, isNew = true;
  for (llvm::StringRef line : lines) {
    const bool isFence = line.starts_with("```");
    if (isFence) {
      isCode = !isCode;
      isNew = true;
    } else if (!isCode && line.trim().empty()) {
      isNew = true;
    } else {
      if (isNew)
        parts.push_back({isCode, ""});
      parts.back().text += line.str() + "\n";
      isNew = false;
    }
  }
  return parts;
}

ManualPage ManualPage::parse(llvm::StringRef markdown) {
  ManualPage page;
  const std::string text = withCharacters(markdown);
  // The heading is the rule's name.
  auto [heading, rest] = llvm::StringRef(text).split('\n');
  auto [what, sections] = rest.split("\n## ");
  page.what = what.trim().str() + "\n";
  while (!sections.empty()) {
    auto [section, next] = sections.split("\n## ");
    auto [title, body] = section.split('\n');
    sections = next;
    if (title == "Why")
      page.why = body.trim().str() + "\n";
    else if (title == "Fails")
      page.fails = codeIn(body);
    else if (title == "Passes")
      page.passes = codeIn(body);
    else if (title == "Instead")
      page.instead = body.trim('\n').str() + "\n";
    else if (title == "Limits")
      page.limits = body.trim().str() + "\n";
  }
  return page;
}

std::string ManualPage::help() const {
  const std::vector<PagePart> parts = partsOf(instead);
  if (parts.empty() || parts.front().isCode)
    return "";
  std::string line = parts.front().text;
  std::replace(line.begin(), line.end(), '\n', ' ');
  llvm::StringRef sentence = line;
  // A full stop inside of code or a name ends nothing.
  sentence = sentence.take_front(sentence.find(". ")).rtrim(". \n");
  std::string help = sentence.str();
  if (help.size() > 1 && llvm::isUpper(help[0]) && !llvm::isUpper(help[1]))
    help[0] = llvm::toLower(help[0]);
  return help;
}

std::string manualPageMarkdown(const ManualPage &page) {
  std::string out;
  for (llvm::StringRef text : {llvm::StringRef(page.what), llvm::StringRef(page.why)})
    if (!text.trim().empty())
      out += (out.empty() ? "" : "\n") + text.trim().str() + "\n";
  addCode("Fails", page.fails, out);
  addCode("Passes", page.passes, out);
  addProse("Instead", page.instead, out);
  addProse("Limits", page.limits, out);
  return out;
}

void renderManualPage(const RuleInfo &rule, const ManualPage &page, bool color, size_t columns,
                      llvm::raw_ostream &out) {
  Ink ink(out, color);
  ink.bold(rule.id + llvm::Twine(" ") + rule.name);
  out << ": " << rule.summary << '\n';
  ink.severity(rule.severity, severityName(rule.severity));
  out << ", " << rule.group;
  if (!rule.access.empty())
    out << ", access `" << rule.access << '`';
  out << ", precision " << precisionName(rule.precision) << ", CWE-" << rule.cwe << '\n';
  PagePrinter printer(ink, columns);
  printer.print("What it finds", page.what);
  printer.print("Why", page.why);
  printer.printCode("Fails", page.fails);
  printer.printCode("Passes", page.passes);
  printer.print("Instead", page.instead);
  printer.print("Limits", page.limits);
}

} // namespace agentc
