#include "Summary.h"

#include "agentc/Support/Text.h"

namespace agentc {

namespace {

/// Bytes of a message that formats with limits of their own get to see.
constexpr size_t maxMessage = 2000;
constexpr size_t maxNotes = 20;

size_t countWaived(const BundleResult &bundle, bool byBaseline) {
  return static_cast<size_t>(llvm::count_if(bundle.diagnostics.all(), [&](const Diagnostic &d) {
    return d.waived && (d.waived->by == WaivedBy::Baseline) == byBaseline;
  }));
}

} // namespace

std::string countOf(size_t count, llvm::StringRef word) {
  return std::to_string(count) + " " + word.str() + (count == 1 ? "" : "s");
}

Summary summarize(const BundleResult &bundle, bool byPath) {
  std::string label = byPath || bundle.name.empty() ? bundle.path : bundle.name;
  if (!byPath && !bundle.name.empty() && !bundle.version.empty())
    label += " " + bundle.version;

  std::string counts;
  auto add = [&](size_t count, const std::string &text) {
    if (count)
      counts += (counts.empty() ? "" : ", ") + text;
  };
  for (Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
    size_t count = bundle.diagnostics.count(severity);
    add(count, countOf(count, severityName(severity)));
  }
  for (bool byBaseline : {false, true}) {
    size_t count = countWaived(bundle, byBaseline);
    add(count, std::to_string(count) + (byBaseline ? " baselined" : " waived"));
  }

  std::string text;
  if (bundle.valid)
    text = counts.empty() ? "valid" : "valid, ";
  text += counts.empty() && !bundle.valid ? "not valid" : counts;
  if (bundle.valid && !bundle.digest.empty())
    text += ", " + escapeForTerminal(bundle.digest);
  if (bundle.coverage.resolved < bundle.coverage.calls)
    text += "; " + std::to_string(bundle.coverage.resolved) + " of " +
            std::to_string(bundle.coverage.calls) + " calls resolved";
  return {escapeForTerminal(label), std::move(text)};
}

std::string boundedMessage(llvm::StringRef message) {
  if (message.size() <= maxMessage)
    return escapeForTerminal(message);
  size_t end = maxMessage;
  while (end > maxMessage - 4 && (static_cast<unsigned char>(message[end]) & 0xC0) == 0x80)
    --end;
  return escapeForTerminal(message.take_front(end)) + "...";
}

std::vector<std::string> findingLines(const Diagnostic &diagnostic, Sources &sources) {
  std::vector<std::string> lines = {boundedMessage(diagnostic.message)};
  for (const DiagnosticNote &note : diagnostic.notes) {
    if (lines.size() > maxNotes) {
      lines.push_back(countOf(diagnostic.notes.size() - maxNotes, "more note"));
      break;
    }
    std::string where;
    if (!note.file.empty()) {
      ReportPlace place = sources.place(note.file, note.range);
      where = escapeForTerminal(place.path) + ":";
      if (!place.isWholeFile)
        where += std::to_string(place.begin.line) + ":" + std::to_string(place.begin.column) + ":";
      where += " ";
    }
    lines.push_back(where + "note: " + boundedMessage(note.message));
  }
  if (!diagnostic.help.empty())
    lines.push_back("help: " + boundedMessage(diagnostic.help));
  if (diagnostic.fix)
    lines.push_back("fix: " + boundedMessage(diagnostic.fix->title));
  return lines;
}

} // namespace agentc
