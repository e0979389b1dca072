#include "Inspection.h"
#include "Signatures.h"

#include "agentc/Config/Config.h"
#include "agentc/Diagnostics/Ink.h"
#include "agentc/Diagnostics/LineFiller.h"
#include "agentc/Report/RecordText.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

#include <map>

namespace agentc {

namespace {

constexpr size_t lineWidth = 96;
constexpr size_t maxListed = 12;
constexpr size_t secondColumn = 15;
constexpr size_t maxCodeWidth = 90, minCodeWidth = 20;

std::string joined(const Json &words, llvm::StringRef none) {
  std::string result;
  size_t count = 0;
  for (const Json &word : words) {
    if (count++ == maxListed)
      return result + " and " + std::to_string(words.size() - maxListed) + " more";
    result += (result.empty() ? "" : ", ") +
              shortened(word.is_string() ? word.get<std::string>() : word.dump(), 80);
  }
  return result.empty() ? none.str() : result;
}

class InspectionText {
public:
  InspectionText(const Inspection &inspection, const InspectStyle &style, llvm::raw_ostream &out)
      : inspection_(inspection), record_(inspection.documents.record), style_(style),
        ink_(out, style.color) {}

  void print() {
    printHead();
    for (const Json &agent : record_["configuration"]["agents"])
      printAgent(agent);
    for (const Json &tool : record_["configuration"]["tools"])
      printTool(tool);
    for (ServerFeature::Kind kind : featureKinds)
      for (const Json &feature :
           record_["configuration"].value(listName(kind).str(), Json::array()))
        printFeature(kind, feature);
    if (reachesAny(record_["access"]["topLevel"])) {
      ink_.out << '\n';
      ink_.bold("top level");
      ink_.out << '\n';
      printReach(record_["access"]["topLevel"]);
    }
    if (style_.isProfile)
      return;
    printWaived();
    printComponents();
  }

private:
  void line(llvm::StringRef word, llvm::StringRef text);
  void whole(llvm::StringRef word, llvm::StringRef text);
  void printHead();
  void printTrust();
  void printAllowance();
  void printAgent(const Json &agent);
  void printTool(const Json &tool);
  void printFeature(ServerFeature::Kind kind, const Json &feature);
  void printSlice(const std::string &id);
  void printReach(const Json &access);
  void printPath(const Json &via);
  void printWaived();
  void printComponents();

  const Inspection &inspection_;
  const Json &record_;
  const InspectStyle &style_;
  Ink ink_;
};

/// A fact behind its name, in the second column.
void InspectionText::line(llvm::StringRef word, llvm::StringRef text) {
  LineFiller filler(ink_.out, style_.columns, secondColumn);
  std::string label = ("  " + word).str();
  label.resize(std::max(secondColumn, label.size() + 1), ' ');
  filler.whole(label, [&](llvm::StringRef part) { ink_.plain(part); });
  filler.text(text);
  filler.end();
}

/// A text of the author's. What is left out of it is said, since that is where people hide things.
void InspectionText::whole(llvm::StringRef word, llvm::StringRef text) {
  if (!style_.full) {
    const std::string shown = shortened(text, lineWidth - 20);
    const size_t characters = llvm::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
    const size_t hidden = characters > lineWidth - 20 ? characters - (lineWidth - 20) : 0;
    return line(word, hidden ? shown + " (" + std::to_string(hidden) +
                                   " more characters; `--full` prints them)"
                             : shown);
  }
  llvm::SmallVector<llvm::StringRef, 0> lines;
  text.split(lines, '\n');
  for (llvm::StringRef one : lines) {
    line(word, escapeForTerminal(one));
    word = "";
  }
}

void InspectionText::printTrust() {
  if (!inspection_.isSealed()) {
    line("sealed", "no; `agentc package` seals it");
    return;
  }
  const size_t count = inspection_.differences.count(Severity::Error);
  if (count) {
    line("sealed", "yes, and its contents are not what is sealed: " + std::to_string(count) +
                       (count == 1 ? " difference" : " differences") +
                       "; `agentc verify` names them");
  } else {
    line("sealed", "yes, and its contents are what is sealed");
  }
  if (std::string words = describeSigner(inspection_.signer); !words.empty())
    line("signature", words);
  if (const std::optional<SealPolicy> &policy = inspection_.signer.policy)
    line("policy", describePolicy(*policy));
}

void InspectionText::printAllowance() {
  const Json &allowed = record_["allowed"], &limits = record_["limits"];
  line("may reach", "hosts: " + joined(allowed["hosts"], "none") +
                        "; environment: " + joined(allowed["env"], "none") +
                        "; modules: " + joined(allowed["modules"], "none") +
                        (allowed["dataBytes"].is_null()
                             ? ""
                             : "; data folder: " + sizeText(allowed["dataBytes"].get<uint64_t>())));
  for (const Json &secret : allowed.value("secrets", Json::array()))
    line("secret", textOf(secret, "name") + ", unseen by code; to " +
                       joined(secret["hosts"], "no host") + " in the header " +
                       joined(secret["headers"], "none"));
  line("limits", timeText(limits["timeoutMs"].get<uint64_t>()) + ", CPU " +
                     timeText(limits["cpuMs"].get<uint64_t>()) + ", memory " +
                     sizeText(limits["maxMemoryBytes"].get<uint64_t>()));
}

void InspectionText::printHead() {
  std::string name = textOf(record_, "name"), version = textOf(record_, "version");
  uint64_t bytes = 0;
  for (const Json &file : record_["files"])
    bytes += file["size"].get<uint64_t>();
  ink_.bold(escapeForTerminal(name.empty() ? inspection_.path : name) +
            (version.empty() ? "" : " " + escapeForTerminal(version)));
  ink_.out << ": " << inspection_.form << ", " << record_["files"].size() << " files of "
           << sizeText(bytes) << '\n';
  printTrust();
  line("digest", textOf(record_, "digest"));
  if (std::string entry = textOf(record_, "entry"); !entry.empty())
    line("entry", shortened(entry, lineWidth));
  printAllowance();
  const Json &findings = record_["findings"];
  auto count = [&](const char *severity) {
    const auto number = findings[severity].get<uint64_t>();
    return std::to_string(number) + " " + severity + (number == 1 ? ", " : "s, ");
  };
  line("findings", count("error") + count("warning") + count("note") +
                       std::to_string(findings["waived"].size()) + " waived");
}

/// The functions that calls lead through, and the line in which the access stands.
void InspectionText::printPath(const Json &via) {
  std::string path, lastFile;
  uint64_t lastOffset = 0;
  for (const Json &place : via) {
    const std::string file = textOf(place, "file");
    auto range = place.find("range");
    std::string where = shortened(file, 60), name;
    if (range != place.end()) {
      const Json &start = (*range)["start"];
      lastFile = file;
      lastOffset = start["offset"].get<uint64_t>();
      where += ":" + std::to_string(start["line"].get<uint64_t>()) + ":" +
               std::to_string(start["column"].get<uint64_t>());
      name = shortened(inspection_.functions.around(file, static_cast<uint32_t>(lastOffset)), 40);
    }
    path += (path.empty() ? "" : " > ") + (name.empty() ? where : name + " (" + where + ")");
  }
  if (path.empty())
    return;
  LineFiller filler(ink_.out, style_.columns, 8);
  filler.text("      by " + path);
  filler.end();
  const File *file = inspection_.result.files.find(lastFile);
  if (!file || lastOffset >= file->bytes.size())
    return;
  llvm::StringRef bytes = file->bytes;
  const size_t begin = bytes.take_front(lastOffset).rfind('\n') + 1;
  const llvm::StringRef code = bytes.substr(begin).split('\n').first;
  // Of a line that a bundler made, what stands around the access.
  constexpr llvm::StringLiteral before = "        | ", cut = "... ";
  const size_t columns = style_.columns > before.size() + 2 * cut.size() + minCodeWidth
                             ? style_.columns - before.size() - 2 * cut.size()
                             : minCodeWidth;
  const size_t codeWidth = style_.columns ? std::min(columns, maxCodeWidth) : maxCodeWidth;
  const size_t at = lastOffset - begin, from = at > codeWidth / 2 ? at - codeWidth / 2 : 0;
  ink_.out << before << (from && code.size() > codeWidth ? cut : "")
           << shortened((code.size() > codeWidth ? code.substr(from) : code).trim(), codeWidth)
           << '\n';
}

void InspectionText::printReach(const Json &access) {
  if (!reachesAny(access)) {
    line("reaches", "nothing");
    return;
  }
  ink_.out << "  reaches\n";
  for (const AccessWords &words : allAccessWords())
    for (const Json &item : access[words.kind]) {
      ink_.out << "    ";
      std::string text = std::string(words.word) + " " + shortened(textOf(item, words.member), 100);
      words.isGrave ? ink_.severity(Severity::Warning, text) : ink_.plain(text);
      ink_.out << '\n';
      printPath(item["via"]);
    }
}

void InspectionText::printAgent(const Json &agent) {
  ink_.out << '\n';
  ink_.bold("agent " + shortened(textOf(agent, "id"), 130));
  ink_.out << " (" << textOf(agent, "framework") << ")\n";
  if (style_.isProfile)
    return printReach(agent["access"]);
  for (auto [name, word] : {std::pair("description", "description"),
                            std::pair("instructions", "instructions"), std::pair("model", "model")})
    if (std::string text = fieldText(agent, name); !text.empty())
      whole(word, text);
  line("tools", joined(agent["tools"], "none"));
  printSlice(textOf(agent, "id"));
  printReach(agent["access"]);
}

void InspectionText::printTool(const Json &tool) {
  ink_.out << '\n';
  ink_.bold("tool " + shortened(textOf(tool, "id"), 130));
  ink_.out << " (" << textOf(tool, "framework") << ")\n";
  if (style_.isProfile)
    return printReach(tool["access"]);
  if (std::string text = fieldText(tool, "description"); !text.empty())
    whole("description", text);
  if (std::string text = parametersText(tool); !text.empty())
    whole("input", text);
  if (auto schema = tool.find("parameters");
      style_.full && schema != tool.end() && schema->contains("value"))
    whole("schema", printJson((*schema)["value"]));
  printSlice(textOf(tool, "id"));
  printReach(tool["access"]);
}

/// A resource or prompt of a server, whose code reaches what the top level does.
void InspectionText::printFeature(ServerFeature::Kind kind, const Json &feature) {
  const bool isPrompt = kind == ServerFeature::Kind::Prompt;
  ink_.out << '\n';
  ink_.bold((isPrompt ? "prompt " : "resource ") + shortened(textOf(feature, "id"), 130));
  ink_.out << " (" << textOf(feature, "framework") << ")\n";
  for (const char *name : {"uri", "uriTemplate"})
    if (std::string text = fieldText(feature, name); !text.empty())
      line("uri", shortened(text, lineWidth));
  if (style_.isProfile)
    return;
  if (std::string text = fieldText(feature, "description"); !text.empty())
    whole("description", text);
  if (auto metadata = feature.find("metadata"); metadata != feature.end())
    if (auto value = metadata->find("value"); value != metadata->end())
      if (std::string text = textOf(*value, "description"); !text.empty())
        whole("description", text);
  if (auto arguments = feature.find("arguments"); arguments != feature.end()) {
    std::string names;
    for (const Json &argument : arguments->value("value", Json::array()))
      if (argument.is_object())
        names += (names.empty() ? "" : ", ") + shortened(textOf(argument, "name"), 80) +
                 (argument.value("required", Json(false)) == Json(true) ? "" : "?");
    if (!names.empty())
      line("arguments", names);
  }
}

/// The file of a package in which a tool or handler stands alone.
void InspectionText::printSlice(const std::string &id) {
  for (const Json &slice : record_["slices"])
    if (textOf(slice, "id") == id)
      line("slice", textOf(slice, "slice") == "exact"
                        ? textOf(slice, "path") + ", " + sizeText(slice["size"].get<uint64_t>())
                        : "only as the whole bundle: " + shortened(textOf(slice, "reason"), 100));
}

void InspectionText::printWaived() {
  const Json &waived = record_["findings"]["waived"];
  if (waived.empty())
    return;
  ink_.out << '\n';
  ink_.bold("waived");
  ink_.out << '\n';
  for (const Json &finding : waived) {
    std::string who = textOf(finding, "who"), expires = textOf(finding, "expires");
    line(textOf(finding, "rule"), shortened(textOf(finding, "file"), 60) + ": " +
                                      shortened(textOf(finding, "message"), 160));
    line("", textOf(finding, "by") + ": " + shortened(textOf(finding, "reason"), 160) +
                 (who.empty() ? "" : ", " + shortened(who, 60)) +
                 (expires.empty() ? "" : ", until " + shortened(expires, 20)));
  }
}

void InspectionText::printComponents() {
  const Json &components = inspection_.documents.sbom["components"];
  std::map<std::string, size_t> presences, licences;
  for (const Json &component : components) {
    for (const std::string &presence : presencesOf(component))
      ++presences[presence];
    ++licences[licenceOf(component)];
  }
  auto counts = [](const std::map<std::string, size_t> &map) {
    std::string text;
    size_t shown = 0;
    for (const auto &[word, count] : map)
      if (shown++ < maxListed)
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + shortened(word, 40);
    return text + (map.size() > maxListed ? " ..." : "");
  };
  ink_.out << '\n';
  ink_.bold("components");
  ink_.out << ": " << components.size() << (components.empty() ? "" : "; " + counts(presences))
           << '\n';
  if (!components.empty())
    line("licences", counts(licences));
}

} // namespace

std::string renderInspection(const Inspection &inspection, const InspectStyle &style) {
  std::string text;
  llvm::raw_string_ostream out(text);
  InspectionText(inspection, style, out).print();
  return text;
}

} // namespace agentc
