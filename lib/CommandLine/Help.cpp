#include "agentc/CommandLine/CommandPage.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

/// The furthest column at which explanations begin; longer terms have theirs on the next line.
constexpr size_t widestTerm = 26;
constexpr unsigned narrowest = 40, widest = 100;

class HelpPrinter {
public:
  HelpPrinter(unsigned width, bool color, llvm::raw_ostream &out)
      : width_(std::clamp(width, narrowest, widest)), color_(color), out_(out) {}

  void print(const CommandPage &page);

private:
  size_t width_;
  bool color_;
  llvm::raw_ostream &out_;

  void bold(llvm::StringRef text) {
    out_ << (color_ ? "\x1b[1m" : "") << text << (color_ ? "\x1b[0m" : "");
  }
  void title(llvm::StringRef text) {
    out_ << '\n';
    bold(text.upper() + ":");
    out_ << '\n';
  }
  void wrap(size_t column, size_t indent, llvm::StringRef text);
  void define(llvm::ArrayRef<Definition> definitions);
};

/// Prints words from a column on, and in lines that begin at `indent`.
void HelpPrinter::wrap(size_t column, size_t indent, llvm::StringRef text) {
  bool isFirst = true;
  while (!text.empty()) {
    auto [word, rest] = text.split(' ');
    text = rest;
    if (!isFirst && column + 1 + word.size() > width_) {
      out_ << '\n';
      out_.indent(static_cast<unsigned>(indent));
      column = indent;
      isFirst = true;
    }
    out_ << (isFirst ? "" : " ") << word;
    column += word.size() + (isFirst ? 0 : 1);
    isFirst = false;
  }
  out_ << '\n';
}

void HelpPrinter::define(llvm::ArrayRef<Definition> definitions) {
  size_t column = 0;
  for (const Definition &each : definitions)
    if (each.term.size() + 4 <= widestTerm)
      column = std::max(column, each.term.size() + 4);
  // On a narrow terminal explanations go below their terms.
  if (column == 0 || column + 34 > width_)
    column = 6;
  for (const Definition &each : definitions) {
    out_ << "  ";
    bold(each.term);
    if (each.term.size() + 4 > column) {
      out_ << '\n';
      out_.indent(static_cast<unsigned>(column));
    } else {
      out_.indent(static_cast<unsigned>(column - each.term.size() - 2));
    }
    wrap(column, column, each.text);
  }
}

std::string joined(const FlagInfo &flag) {
  std::string term;
  for (const std::string &other : flag.others)
    term += other + ", ";
  return term + flag.name + (flag.value.empty() ? "" : " " + flag.value);
}

std::vector<Definition> definitionsOf(const FlagPart &part) {
  std::vector<Definition> definitions;
  for (const FlagInfo &flag : part.flags) {
    std::string text = flag.text;
    // One that can only have one value is named by it.
    if (!flag.values.empty() && flag.values.front() != flag.value)
      text += " (" + llvm::join(flag.values, ", ") + ")";
    definitions.push_back({joined(flag), std::move(text)});
  }
  return definitions;
}

void HelpPrinter::print(const CommandPage &page) {
  wrap(0, 0, page.command + " " + page.summary);
  out_ << '\n';
  bold("USAGE:");
  const size_t indent = std::string("USAGE: ").size();
  out_ << ' ';
  wrap(indent, indent + 4, page.command + " " + page.arguments);
  for (const auto &[group, commands] : page.commands) {
    title(group);
    define(commands);
  }
  for (const FlagPart &part : page.flags) {
    title(part.title);
    define(definitionsOf(part));
  }
  if (!page.examples.empty()) {
    title("Examples");
    out_ << page.examples;
  }
  if (!page.exitCodes.empty()) {
    title("Exit codes");
    define(page.exitCodes);
  }
  if (!page.more.empty()) {
    out_ << '\n';
    wrap(0, 0, page.more);
  }
}

} // namespace

void printHelp(const CommandPage &page, unsigned width, bool color, llvm::raw_ostream &out) {
  HelpPrinter(width, color, out).print(page);
}

} // namespace agentc
