#include "agentc/CommandLine/CommandPage.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace agentc {

namespace {

/// Text for roff: nothing in it is a request or an escape, and dashes can be copied.
std::string escapeRoff(llvm::StringRef text) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    const DecodedCharacter character = decodeUtf8(text, i);
    const char c = text[i];
    i += character.length;
    if (character.length > 1)
      result += "\\[u" + llvm::utohexstr(character.codePoint.value_or(0xFFFD), false, 4) + "]";
    else if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else if (c == '\'')
      result += "\\(aq";
    else if (c == '"')
      result += "\\(dq";
    else if (c == '^')
      result += "\\(ha";
    else if (c == '~')
      result += "\\(ti";
    else if (c == '`')
      result += "\\(ga";
    else
      result += c;
  }
  // A line that begins with a dot or a quote would be a request.
  return result.empty() || (result[0] != '.' && result[0] != '\'') ? result : "\\&" + result;
}

/// Prose: what stands in backticks becomes bold.
std::string prose(llvm::StringRef text) {
  std::string result;
  bool isCode = false;
  while (true) {
    auto [part, rest] = text.split('`');
    const bool isLast = part.size() == text.size();
    if (isCode && isLast)
      result += "\\(ga";
    result += isCode && !isLast ? "\\fB" + escapeRoff(part) + "\\fR" : escapeRoff(part);
    if (isLast)
      return result;
    isCode = !isCode;
    text = rest;
  }
}

class ManualPrinter {
public:
  explicit ManualPrinter(llvm::raw_ostream &out) : out_(out) {}

  void print(const CommandPage &page, llvm::StringRef version);

private:
  llvm::raw_ostream &out_;

  void section(llvm::StringRef title) { out_ << ".SH \"" << escapeRoff(title.upper()) << "\"\n"; }
  void define(const std::string &term, llvm::StringRef text) {
    out_ << ".TP\n" << term << '\n' << prose(text) << ".\n";
  }
  void define(llvm::StringRef title, llvm::ArrayRef<Definition> definitions) {
    if (definitions.empty())
      return;
    section(title);
    for (const Definition &each : definitions)
      define("\\fB" + escapeRoff(each.term) + "\\fR", each.text);
  }
  void printFlags(llvm::ArrayRef<FlagPart> parts);
  void printExamples(llvm::StringRef examples);
  void printSeeAlso(llvm::ArrayRef<std::string> names);
};

void ManualPrinter::printFlags(llvm::ArrayRef<FlagPart> parts) {
  if (parts.empty())
    return;
  section("Options");
  for (const FlagPart &part : parts) {
    out_ << ".SS \"" << escapeRoff(part.title) << "\"\n";
    for (const FlagInfo &flag : part.flags) {
      std::string term;
      for (const std::string &other : flag.others)
        term += "\\fB" + escapeRoff(other) + "\\fR, ";
      term += "\\fB" + escapeRoff(flag.name) + "\\fR";
      if (!flag.value.empty())
        term += "=\\fI" + escapeRoff(flag.value) + "\\fR";
      std::string text = flag.text;
      if (!flag.values.empty() && flag.values.front() != flag.value)
        text += "; one of `" + llvm::join(flag.values, "`, `") + "`";
      define(term, text);
    }
  }
}

void ManualPrinter::printExamples(llvm::StringRef examples) {
  if (examples.empty())
    return;
  section("Examples");
  bool isOpen = false;
  auto open = [&](bool wanted) {
    if (wanted != isOpen)
      out_ << (wanted ? ".PP\n.RS 4\n.nf\n" : ".fi\n.RE\n");
    isOpen = wanted;
  };
  llvm::SmallVector<llvm::StringRef> lines;
  examples.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines) {
    line = line.ltrim(' ');
    const bool isRemark = line.consume_front("# ");
    open(!isRemark);
    if (isRemark)
      out_ << ".PP\n";
    out_ << (isRemark ? prose(line) + ":" : escapeRoff(line)) << '\n';
  }
  open(false);
}

void ManualPrinter::printSeeAlso(llvm::ArrayRef<std::string> names) {
  if (names.empty())
    return;
  section("See also");
  for (const std::string &name : names)
    out_ << ".BR " << escapeRoff(name) << " (1)" << (&name == &names.back() ? "\n" : ",\n");
}

void ManualPrinter::print(const CommandPage &page, llvm::StringRef version) {
  const std::string name = manualPageName(page.command);
  out_ << ".TH \"" << escapeRoff(llvm::StringRef(name).upper()) << "\" \"1\" \"\" \"agentc "
       << escapeRoff(version) << "\" \"User Commands\"\n.ad l\n.nh\n";
  section("Name");
  out_ << escapeRoff(name) << " \\- " << prose(page.summary) << '\n';
  section("Synopsis");
  out_ << ".B " << escapeRoff(page.command) << '\n';
  if (!page.arguments.empty())
    out_ << escapeRoff(page.arguments) << '\n';
  for (const auto &[group, commands] : page.commands) {
    section(group);
    for (const Definition &each : commands)
      define("\\fB" + escapeRoff(each.term) + "\\fR", each.text);
  }
  printFlags(page.flags);
  define("Exit status", page.exitCodes);
  define("Environment", page.environment);
  define("Files", page.files);
  printExamples(page.examples);
  printSeeAlso(page.seeAlso);
}

} // namespace

std::string manualPageName(llvm::StringRef command) {
  std::string name = command.str();
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

void printManualPage(const CommandPage &page, llvm::StringRef version, llvm::raw_ostream &out) {
  ManualPrinter(out).print(page, version);
}

} // namespace agentc
