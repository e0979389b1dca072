// SARIF 2.1.0 (OASIS standard, errata 01), of which GitHub's code scanning reads a part and sets
// limits: https://docs.github.com/code-security/reference/code-scanning/sarif-files/sarif-support
#include "LineHash.h"
#include "SarifRules.h"
#include "Summary.h"

#include "agentc/Diagnostics/EncodedPath.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace agentc {

namespace {

/// GitHub shows 5,000 results of a run; 25,000 make it refuse the file.
constexpr size_t maxResults = 5000;
/// Bytes of all results, printed in one line each. GitHub takes files of up to 10 MB after gzip,
/// which adds nothing even to bytes that it cannot shrink; the rules take the rest.
constexpr size_t maxResultBytes = 8'000'000;
/// GitHub shows a hundred locations of a result.
constexpr size_t maxRelated = 100;
constexpr llvm::StringRef rootName = "%SRCROOT%";

Json text(std::string text) { return {{"text", std::move(text)}}; }

Json artifactLocation(llvm::StringRef path) {
  if (path.starts_with("/"))
    return {{"uri", "file://" + encodePath(path)}};
  return {{"uri", encodePath(path)}, {"uriBaseId", rootName.str()}};
}

/// GitHub wants a region of every location, so a whole file's is its first character.
Json region(const ReportPlace &place) {
  return {{"startLine", place.begin.line},
          {"startColumn", place.begin.column},
          {"endLine", place.end.line},
          {"endColumn", place.end.column}};
}

Json physicalLocation(const ReportPlace &place) {
  return {{"artifactLocation", artifactLocation(place.path)}, {"region", region(place)}};
}

/// A sentence, so that a viewer with little room can cut after it. Only an embedded link may look
/// like one, so a bundle's own text does not: a space stands between `]` and `(`.
std::string sentence(llvm::StringRef message) {
  std::string out = boundedMessage(message);
  for (size_t at = 0; (at = out.find("](", at)) != std::string::npos;)
    out.insert(at + 1, " ");
  return out + ".";
}

/// Text in square brackets, as the standard escapes it there (3.11.6).
std::string linkText(llvm::StringRef message) {
  std::string out;
  for (char byte : message) {
    if (llvm::StringRef("[]\\").contains(byte))
      out += '\\';
    out += byte;
  }
  return out;
}

/// The results of one bundle; findings must come in the order in which they are made.
class BundleResults {
public:
  BundleResults(const BundleResult &bundle, const Catalog &catalog, size_t index)
      : bundle_(bundle), catalog_(catalog), index_(index), sources_(bundle) {
    collectLineHashes();
  }

  Json make(const Diagnostic &diagnostic);

private:
  const BundleResult &bundle_;
  const Catalog &catalog_;
  size_t index_;
  Sources sources_;
  std::map<std::string, std::map<uint32_t, std::string>> lineHashes_;

  void collectLineHashes();
  std::string lineHash(const Diagnostic &diagnostic, const ReportPlace &place) const;
  void addNotes(const Diagnostic &diagnostic, Json &result);
  Json fix(const Fix &fix);
};

void BundleResults::collectLineHashes() {
  std::map<std::string, std::set<uint32_t>> lines;
  for (const Diagnostic &diagnostic : bundle_.diagnostics.all())
    if (bundle_.files.find(diagnostic.file))
      lines[diagnostic.file].insert(sources_.place(diagnostic.file, diagnostic.range).begin.line);
  for (const auto &[file, wanted] : lines)
    lineHashes_[file] = lineHashes(bundle_.files.find(file)->bytes, wanted);
}

/// Returns the hash of a finding's line; without a line, the finding's own fingerprint, which
/// identifies it as well.
std::string BundleResults::lineHash(const Diagnostic &diagnostic, const ReportPlace &place) const {
  auto file = lineHashes_.find(diagnostic.file);
  if (file != lineHashes_.end())
    if (auto line = file->second.find(place.begin.line); line != file->second.end())
      return line->second;
  return diagnostic.fingerprint.substr(0, 16) + ":1";
}

/// Notes stand in the message, as links to their places, since GitHub shows them only there.
void BundleResults::addNotes(const Diagnostic &diagnostic, Json &result) {
  std::string message = sentence(diagnostic.message);
  Json related = Json::array();
  size_t shown = std::min(diagnostic.notes.size(), maxRelated);
  for (const DiagnosticNote &note : llvm::ArrayRef(diagnostic.notes).take_front(shown)) {
    std::string noteText = sentence(note.message);
    if (note.file.empty()) {
      message += "\n" + noteText;
      continue;
    }
    size_t id = related.size() + 1;
    message += "\n[" + linkText(noteText) + "](" + std::to_string(id) + ")";
    related.push_back(
        {{"id", id},
         {"physicalLocation", physicalLocation(sources_.place(note.file, note.range))},
         {"message", text(std::move(noteText))}});
  }
  if (shown < diagnostic.notes.size())
    message += "\n" + countOf(diagnostic.notes.size() - shown, "more note") + " left out.";
  result["message"] = text(std::move(message));
  if (!related.empty())
    result["relatedLocations"] = std::move(related);
}

Json BundleResults::fix(const Fix &fix) {
  Json changes = Json::array();
  for (const Replacement &replacement : fix.replacements) {
    ReportPlace place = sources_.place(replacement.file, replacement.range);
    if (place.isWholeFile)
      continue;
    Json entry = {{"deletedRegion", region(place)}, {"insertedContent", text(replacement.text)}};
    Json location = artifactLocation(place.path);
    auto same = llvm::find_if(
        changes, [&](const Json &change) { return change["artifactLocation"] == location; });
    if (same == changes.end())
      changes.push_back({{"artifactLocation", std::move(location)},
                         {"replacements", Json::array({std::move(entry)})}});
    else
      (*same)["replacements"].push_back(std::move(entry));
  }
  return {{"description", text(sentence(fix.title))}, {"artifactChanges", std::move(changes)}};
}

Json suppression(const Waived &waived) {
  std::string why = waived.by == WaivedBy::Baseline ? "known from the baseline" : waived.reason;
  if (!waived.who.empty())
    why += " (" + waived.who + (waived.expires.empty() ? "" : ", until " + waived.expires) + ")";
  Json object = {{"kind", waived.by == WaivedBy::Suppression ? "inSource" : "external"},
                 {"status", "accepted"}};
  if (!why.empty())
    object["justification"] = boundedMessage(why);
  return object;
}

Json BundleResults::make(const Diagnostic &diagnostic) {
  ReportPlace place = sources_.place(diagnostic.file, diagnostic.range);
  const RuleInfo &rule = *diagnostic.rule;
  auto index = llvm::find(catalog_.rules(), &rule) - catalog_.rules().begin();
  Json result = {{"ruleId", rule.id.str()},
                 {"ruleIndex", index},
                 {"level", severityName(diagnostic.severity).str()},
                 {"message", Json()},
                 {"locations", Json::array({{{"physicalLocation", physicalLocation(place)}}})}};
  addNotes(diagnostic, result);
  result["partialFingerprints"] = {{"primaryLocationLineHash", lineHash(diagnostic, place)}};
  result["fingerprints"] = {{"agentc/v1", diagnostic.fingerprint}};
  if (diagnostic.waived)
    result["suppressions"] = Json::array({suppression(*diagnostic.waived)});
  if (diagnostic.fix)
    if (Json change = fix(*diagnostic.fix); !change["artifactChanges"].empty())
      result["fixes"] = Json::array({std::move(change)});
  result["properties"] = {{"bundle", index_}};
  if (!rule.access.empty())
    result["properties"]["access"] = rule.access.str();
  if (!diagnostic.help.empty())
    result["properties"]["help"] = boundedMessage(diagnostic.help);
  return result;
}

/// The findings of all bundles, of which the limits take what matters most.
class ResultList {
public:
  ResultList(llvm::ArrayRef<BundleResult> bundles, const Catalog &catalog);

  Json results = Json::array();
  size_t leftOut = 0;

private:
  struct Candidate {
    BundleResults *bundle;
    const Diagnostic *diagnostic;
    Json result;
  };
};

ResultList::ResultList(llvm::ArrayRef<BundleResult> bundles, const Catalog &catalog) {
  std::vector<std::unique_ptr<BundleResults>> makers;
  std::vector<Candidate> candidates;
  for (const BundleResult &bundle : bundles) {
    makers.push_back(std::make_unique<BundleResults>(bundle, catalog, makers.size()));
    for (const Diagnostic &diagnostic : bundle.diagnostics.all())
      candidates.push_back({makers.back().get(), &diagnostic, {}});
  }
  std::vector<Candidate *> order;
  for (Candidate &candidate : candidates)
    order.push_back(&candidate);
  std::stable_sort(order.begin(), order.end(), [](const Candidate *a, const Candidate *b) {
    bool waivedA = a->diagnostic->waived.has_value(), waivedB = b->diagnostic->waived.has_value();
    return std::pair(waivedA, b->diagnostic->severity) <
           std::pair(waivedB, a->diagnostic->severity);
  });
  size_t taken = 0, bytes = 0;
  for (; taken < order.size() && taken < maxResults; ++taken) {
    Json result = order[taken]->bundle->make(*order[taken]->diagnostic);
    bytes += printJson(result, /*indented=*/false).size();
    if (bytes > maxResultBytes)
      break;
    order[taken]->result = std::move(result);
  }
  leftOut = order.size() - taken;
  for (Candidate &candidate : candidates)
    if (!candidate.result.is_null())
      results.push_back(std::move(candidate.result));
}

Json notifications(size_t leftOut) {
  if (!leftOut)
    return Json::array();
  std::string message = countOf(leftOut, "finding") +
                        " left out, the least severe ones; GitHub takes no more. " +
                        "`agentc validate --format=json` lists all.";
  return Json::array({{{"descriptor", {{"id", leftOutId.str()}, {"index", 0}}},
                       {"level", "warning"},
                       {"message", text(std::move(message))}}});
}

} // namespace

void renderSarif(const Report &report, llvm::raw_ostream &out) {
  ResultList list(report.bundles, report.catalog);
  Json facts = Json::array();
  for (const BundleResult &bundle : report.bundles)
    facts.push_back(bundleFactsToJson(bundle));
  Json invocation = {{"executionSuccessful", true},
                     {"toolExecutionNotifications", notifications(list.leftOut)}};
  Json root = {{"description", text("The folder in which agentc was started.")}};
  Json run = {{"tool", {{"driver", sarifDriver(report.catalog, report.version)}}},
              {"invocations", Json::array({std::move(invocation)})},
              {"originalUriBaseIds", {{rootName.str(), std::move(root)}}},
              {"columnKind", "utf16CodeUnits"},
              {"results", std::move(list.results)},
              {"properties", {{"bundles", std::move(facts)}}}};
  out << printJson({{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({std::move(run)})}});
}

std::string encodePath(llvm::StringRef path) {
  std::string uri;
  for (unsigned char byte : path) {
    if (llvm::isAlnum(byte) || llvm::StringRef("-._~/@+").contains(byte))
      uri += static_cast<char>(byte);
    else
      uri += "%" + llvm::utohexstr(byte, /*LowerCase=*/false, 2);
  }
  return uri;
}

} // namespace agentc
