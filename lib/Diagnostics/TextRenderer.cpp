#include "Excerpt.h"
#include "Sources.h"
#include "Summary.h"
#include "agentc/Diagnostics/Ink.h"

#include "agentc/Support/Text.h"

#include "llvm/Support/Format.h"

namespace agentc {

namespace {

class TextRenderer {
public:
  TextRenderer(const BundleResult &bundle, Ink &ink, const RulePages &pages)
      : bundle_(bundle), sources_(bundle), ink_(ink), pages_(pages) {}

  void printDiagnostic(const Diagnostic &diagnostic);
  void printSummary(bool byPath);

private:
  const BundleResult &bundle_;
  Sources sources_;
  Ink &ink_;
  const RulePages &pages_;

  std::string place(llvm::StringRef file, std::optional<ByteRange> range);
  void printExcerpt(const Diagnostic &diagnostic);
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
  Excerpt excerpt =
      makeExcerpt(line, inLine(diagnostic.range->begin), inLine(diagnostic.range->end));
  ink_.out << llvm::format("%5u | ", number) << excerpt.line << "\n      | ";
  ink_.caret(excerpt.marker);
  ink_.out << '\n';
}

void TextRenderer::printDiagnostic(const Diagnostic &diagnostic) {
  ink_.bold(place(diagnostic.file, diagnostic.range));
  ink_.severity(diagnostic.severity, severityName(diagnostic.severity) + llvm::Twine(": "));
  ink_.bold(escapeForTerminal(diagnostic.message));
  ink_.out << " [";
  ink_.link(pages_ ? pages_(*diagnostic.rule) : "",
            diagnostic.rule->id + llvm::Twine(' ') + diagnostic.rule->name);
  ink_.out << "]\n";
  printExcerpt(diagnostic);
  for (const DiagnosticNote &note : diagnostic.notes) {
    ink_.out << "  ";
    if (!note.file.empty())
      ink_.bold(place(note.file, note.range));
    ink_.severity(Severity::Note, "note: ");
    ink_.out << escapeForTerminal(note.message) << '\n';
  }
  if (diagnostic.reached == false) {
    ink_.out << "  ";
    ink_.severity(Severity::Note, "note: ");
    ink_.out << "no tool, handler or loading of the bundle reaches this code\n";
  }
  if (diagnostic.fix) {
    ink_.out << "  ";
    ink_.severity(Severity::Note, "fix: ");
    ink_.out << escapeForTerminal(diagnostic.fix->title) << '\n';
  }
}

void TextRenderer::printSummary(bool byPath) {
  Summary summary = summarize(bundle_, byPath);
  ink_.bold(summary.label + ": ");
  ink_.out << summary.text << '\n';
}

} // namespace

void renderText(llvm::ArrayRef<BundleResult> bundles, bool color, bool quiet,
                llvm::raw_ostream &out, const RulePages &pages) {
  Ink ink(out, color);
  for (const BundleResult &bundle : bundles) {
    TextRenderer renderer(bundle, ink, pages);
    for (const Diagnostic &diagnostic : bundle.diagnostics.all())
      if (!diagnostic.waived)
        renderer.printDiagnostic(diagnostic);
    if (!quiet)
      renderer.printSummary(bundles.size() > 1);
  }
}

} // namespace agentc
