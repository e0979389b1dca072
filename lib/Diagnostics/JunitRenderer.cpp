// JUnit's XML has no standard; this keeps to what both Ant's schema (as Windy Road wrote it down)
// and Jenkins's junit-4.xsd allow.
#include "Summary.h"

#include "agentc/Support/Text.h"

namespace agentc {

std::string escapeXml(llvm::StringRef text) {
  std::string out;
  for (size_t offset = 0; offset < text.size();) {
    DecodedCharacter character = decodeUtf8(text, offset);
    llvm::StringRef bytes = text.substr(offset, character.length);
    offset += character.length;
    switch (character.codePoint.value_or(0xFFFF)) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case 0xFFFE:
    case 0xFFFF:
      out += "\xEF\xBF\xBD";
      break;
    default:
      out += bytes;
    }
  }
  return out;
}

namespace {

class SuitePrinter {
public:
  SuitePrinter(const BundleResult &bundle, llvm::raw_ostream &out)
      : bundle_(bundle), sources_(bundle), out_(out) {}

  void print(size_t index, bool byPath, llvm::StringRef version);

private:
  const BundleResult &bundle_;
  Sources sources_;
  llvm::raw_ostream &out_;

  bool counts(const Diagnostic &diagnostic) const {
    return !diagnostic.waived && diagnostic.severity >= bundle_.failOn;
  }
  std::string line(const Diagnostic &diagnostic);
  void printBundle(llvm::StringRef label, llvm::StringRef summary);
  void printFinding(const Diagnostic &diagnostic);
  void printOthers();
};

std::string positionOf(const ReportPlace &place) {
  if (place.isWholeFile)
    return "";
  return ":" + std::to_string(place.begin.line) + ":" + std::to_string(place.begin.column);
}

/// The finding and its notes, as the text format words them.
std::string SuitePrinter::line(const Diagnostic &diagnostic) {
  ReportPlace place = sources_.place(diagnostic.file, diagnostic.range);
  const RuleInfo &rule = *diagnostic.rule;
  std::string text = escapeForTerminal(place.path) + positionOf(place) + ": " +
                     severityName(diagnostic.severity).str() + ": ";
  std::vector<std::string> lines = findingLines(diagnostic, sources_);
  text += lines.front() + " [" + rule.id.str() + " " + rule.name.str() + "]";
  for (const std::string &note : llvm::ArrayRef(lines).drop_front())
    text += "\n  " + note;
  return text;
}

void SuitePrinter::printBundle(llvm::StringRef label, llvm::StringRef summary) {
  out_ << "    <testcase name=\"valid\" classname=\"" << escapeXml(label) << "\" time=\"0\"";
  if (bundle_.valid)
    out_ << "/>\n";
  else
    out_ << ">\n      <failure type=\"not valid\" message=\"" << escapeXml(summary)
         << "\"/>\n    </testcase>\n";
}

void SuitePrinter::printFinding(const Diagnostic &diagnostic) {
  ReportPlace place = sources_.place(diagnostic.file, diagnostic.range);
  const RuleInfo &rule = *diagnostic.rule;
  std::string path = escapeForTerminal(place.path);
  out_ << "    <testcase name=\"" << rule.name << " " << escapeXml(path + positionOf(place))
       << "\" classname=\"" << escapeXml(path) << "\" time=\"0\">\n      <failure type=\""
       << rule.id << "\" message=\"" << escapeXml(boundedMessage(diagnostic.message)) << "\">"
       << escapeXml(line(diagnostic)) << "</failure>\n    </testcase>\n";
}

/// Prints the findings that are recorded and fail nothing, so that none is lost.
void SuitePrinter::printOthers() {
  std::string text;
  for (const Diagnostic &diagnostic : bundle_.diagnostics.all())
    if (!counts(diagnostic)) {
      text += line(diagnostic) + "\n";
      if (diagnostic.waived)
        text += "  " + waivedByName(diagnostic.waived->by).str() + ": " +
                boundedMessage(diagnostic.waived->reason) + "\n";
    }
  out_ << "    <system-out>" << escapeXml(text) << "</system-out>\n    <system-err/>\n";
}

void SuitePrinter::print(size_t index, bool byPath, llvm::StringRef version) {
  Summary summary = summarize(bundle_, byPath);
  size_t failures = !bundle_.valid;
  size_t tests = 1;
  for (const Diagnostic &diagnostic : bundle_.diagnostics.all())
    if (counts(diagnostic))
      ++tests, ++failures;
  // Ant's schema asks for a host and a time; a report must not depend on either.
  out_ << "  <testsuite name=\"" << escapeXml(summary.label) << "\" package=\"agentc\" id=\""
       << index << "\" timestamp=\"1970-01-01T00:00:00\" hostname=\"localhost\" tests=\"" << tests
       << "\" failures=\"" << failures << "\" errors=\"0\" time=\"0\">\n";
  out_ << "    <properties>\n      <property name=\"agentc\" value=\"" << version << "\"/>\n";
  if (!bundle_.digest.empty())
    out_ << "      <property name=\"digest\" value=\"" << escapeXml(bundle_.digest) << "\"/>\n";
  out_ << "    </properties>\n";
  printBundle(summary.label, summary.text);
  for (const Diagnostic &diagnostic : bundle_.diagnostics.all())
    if (counts(diagnostic))
      printFinding(diagnostic);
  printOthers();
  out_ << "  </testsuite>\n";
}

} // namespace

void renderJunit(const Report &report, llvm::raw_ostream &out) {
  const llvm::ArrayRef<BundleResult> bundles = report.bundles;
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (size_t i = 0; i < bundles.size(); ++i)
    SuitePrinter(bundles[i], out).print(i, bundles.size() > 1, report.version);
  out << "</testsuites>\n";
}

} // namespace agentc
