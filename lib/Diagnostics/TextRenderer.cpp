#include "Excerpt.h"
#include "Sources.h"
#include "Summary.h"
#include "agentc/Diagnostics/Ink.h"
#include "agentc/Diagnostics/LineFiller.h"

#include "agentc/Support/Text.h"

#include "llvm/Support/Format.h"

#include <map>
#include <set>

namespace agentc {

namespace {

/// Of an excerpt's line, what the number and the signs of something left out take.
constexpr size_t excerptMargin = 8 + 6;

class TextRenderer {
public:
  TextRenderer(const BundleResult &bundle, Ink &ink, const TextStyle &style)
      : bundle_(bundle), sources_(bundle), ink_(ink), style_(style) {}

  void printDiagnostic(const Diagnostic &diagnostic);
  void printSummary(bool byPath);

private:
  const BundleResult &bundle_;
  Sources sources_;
  Ink &ink_;
  const TextStyle &style_;

  std::string place(llvm::StringRef file, std::optional<ByteRange> range);
  void printHead(const Diagnostic &diagnostic);
  void printExcerpt(const Diagnostic &diagnostic);
  void printBelow(const std::string &place, llvm::StringRef label, llvm::StringRef text);
};

std::string TextRenderer::place(llvm::StringRef file, std::optional<ByteRange> range) {
  std::string text = sources_.displayPath(file);
  const LineTable *lines = range ? sources_.lines(file) : nullptr;
  if (lines) {
    Position position = lines->position(range->begin);
    text += ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
  }
  return text + ": ";
}

void TextRenderer::printExcerpt(const Diagnostic &diagnostic) {
  const LineTable *lines = diagnostic.range ? sources_.lines(diagnostic.file) : nullptr;
  if (!lines)
    return;
  uint32_t number = lines->position(diagnostic.range->begin).line;
  llvm::StringRef line = lines->line(number);
  size_t start = static_cast<size_t>(line.data() - sources_.find(diagnostic.file)->bytes.data());
  auto inLine = [&](size_t offset) { return std::max(offset, start) - start; };
  const size_t columns = style_.columns == 0              ? usualExcerptColumns
                         : style_.columns > excerptMargin ? style_.columns - excerptMargin
                                                          : 1;
  Excerpt excerpt =
      makeExcerpt(line, inLine(diagnostic.range->begin), inLine(diagnostic.range->end), columns);
  ink_.out << llvm::format("%5u | ", number) << excerpt.line << "\n      | ";
  ink_.caret(excerpt.marker);
  ink_.out << '\n';
}

void TextRenderer::printHead(const Diagnostic &diagnostic) {
  const RuleInfo &rule = *diagnostic.rule;
  auto bold = [&](llvm::StringRef text) { ink_.bold(text); };
  LineFiller line(ink_.out, style_.columns, 4);
  line.whole(place(diagnostic.file, diagnostic.range), bold);
  line.whole((severityName(diagnostic.severity) + ": ").str(),
             [&](llvm::StringRef text) { ink_.severity(diagnostic.severity, text); });
  line.text(escapeForTerminal(diagnostic.message), bold);
  const std::string name = (rule.id + " " + rule.name).str();
  line.whole(" [" + name + "]", [&](llvm::StringRef text) {
    ink_.out << text.drop_back(name.size() + 1);
    ink_.link(style_.pages ? style_.pages(rule) : "", name);
    ink_.out << ']';
  });
  line.end();
}

void TextRenderer::printBelow(const std::string &place, llvm::StringRef label,
                              llvm::StringRef text) {
  LineFiller line(ink_.out, style_.columns, 4);
  line.text("  ");
  if (!place.empty())
    line.whole(place, [&](llvm::StringRef part) { ink_.bold(part); });
  line.whole((label + ": ").str(),
             [&](llvm::StringRef part) { ink_.severity(Severity::Note, part); });
  line.text(text);
  line.end();
}

void TextRenderer::printDiagnostic(const Diagnostic &diagnostic) {
  printHead(diagnostic);
  printExcerpt(diagnostic);
  for (const DiagnosticNote &note : diagnostic.notes)
    printBelow(note.file.empty() ? "" : place(note.file, note.range), "note",
               escapeForTerminal(note.message));
  if (diagnostic.reached == false)
    printBelow("", "note", "no tool, handler or loading of the bundle reaches this code");
  if (!diagnostic.help.empty())
    printBelow("", "help", escapeForTerminal(diagnostic.help));
  if (diagnostic.fix)
    printBelow("", "fix", escapeForTerminal(diagnostic.fix->title));
}

void TextRenderer::printSummary(bool byPath) {
  Summary summary = summarize(bundle_, byPath);
  ink_.bold(summary.label + ": ");
  ink_.out << summary.text << '\n';
}

/// How many findings of each severity are printed where there is a limit.
class Budget {
public:
  Budget(llvm::ArrayRef<BundleResult> bundles, size_t limit) {
    for (Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
      size_t count = 0;
      for (const BundleResult &bundle : bundles)
        count += bundle.diagnostics.count(severity);
      left_[severity] = std::min(count, limit);
      limit -= left_[severity];
      leftOut_ += count - left_[severity];
    }
  }

  bool take(Severity severity) { return left_[severity] && left_[severity]--; }
  size_t leftOut() const { return leftOut_; }

private:
  std::map<Severity, size_t> left_;
  size_t leftOut_ = 0;
};

/// Prints the totals of all bundles, unless all findings are in one file.
void printTotal(llvm::ArrayRef<BundleResult> bundles, Ink &ink) {
  std::set<std::pair<const BundleResult *, llvm::StringRef>> files;
  std::string counts;
  for (Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
    size_t count = 0;
    for (const BundleResult &bundle : bundles)
      for (const Diagnostic &finding : bundle.diagnostics.all())
        if (!finding.waived && finding.severity == severity) {
          ++count;
          files.insert({&bundle, finding.file});
        }
    if (count)
      counts += (counts.empty() ? "" : ", ") + countOf(count, severityName(severity));
  }
  if (files.size() < 2)
    return;
  ink.bold("found ");
  ink.out << counts << " in " << countOf(files.size(), "file");
  if (bundles.size() > 1)
    ink.out << " of " << countOf(bundles.size(), "bundle");
  ink.out << '\n';
}

} // namespace

void renderText(llvm::ArrayRef<BundleResult> bundles, const TextStyle &style,
                llvm::raw_ostream &out) {
  Ink ink(out, style.color);
  Budget budget(bundles, style.limit);
  for (const BundleResult &bundle : bundles) {
    TextRenderer renderer(bundle, ink, style);
    for (const Diagnostic &diagnostic : bundle.diagnostics.all())
      if (!diagnostic.waived && budget.take(diagnostic.severity))
        renderer.printDiagnostic(diagnostic);
    if (!style.quiet)
      renderer.printSummary(bundles.size() > 1);
  }
  if (budget.leftOut())
    out << "... " << countOf(budget.leftOut(), "more finding") << " not printed; `"
        << style.limitFlag << "` prints all, `--statistics` counts them\n";
  if (!style.quiet)
    printTotal(bundles, ink);
}

void renderStatistics(llvm::ArrayRef<BundleResult> bundles, llvm::raw_ostream &out) {
  struct Count {
    size_t findings = 0;
    Severity severity = Severity::Note;
    std::set<std::pair<const BundleResult *, llvm::StringRef>> files;
  };
  std::map<const RuleInfo *, Count> counts;
  for (const BundleResult &bundle : bundles)
    for (const Diagnostic &finding : bundle.diagnostics.all())
      if (!finding.waived) {
        Count &count = counts[finding.rule];
        ++count.findings;
        count.severity = std::max(count.severity, finding.severity);
        count.files.insert({&bundle, finding.file});
      }
  std::vector<std::pair<const RuleInfo *, Count>> order(counts.begin(), counts.end());
  llvm::sort(order, [](const auto &a, const auto &b) {
    return std::tuple(b.second.severity, b.second.findings, a.first->id) <
           std::tuple(a.second.severity, a.second.findings, b.first->id);
  });
  for (const auto &[rule, count] : order) {
    out << llvm::right_justify(std::to_string(count.findings), 7) << "  "
        << llvm::left_justify(severityName(count.severity), 9) << rule->id << "  " << rule->name;
    out.indent(rule->name.size() < 28 ? static_cast<unsigned>(28 - rule->name.size()) : 1)
        << countOf(count.files.size(), "file") << '\n';
  }
}

} // namespace agentc
