#include "Inspection.h"
#include "Signatures.h"

#include "agentc/Diagnostics/Ink.h"
#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace agentc {

namespace {

constexpr size_t lineWidth = 96;
constexpr size_t maxListed = 12;

std::string textOf(const Json &object, const char *name) {
  auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string sizeText(uint64_t bytes) {
  if (bytes < 1024)
    return std::to_string(bytes) + " bytes";
  const char *unit = bytes < (1 << 20) ? " KB" : " MB";
  const uint64_t tenths = bytes * 10 / (bytes < (1 << 20) ? 1 << 10 : 1 << 20);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + unit;
}

std::string timeText(uint64_t ms) {
  return ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms";
}

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

/// The text of an extracted field, or why it is not known.
std::string fieldText(const Json &definition, const char *name, size_t width) {
  auto field = definition.find(name);
  if (field == definition.end())
    return "";
  auto value = field->find("value");
  if (value == field->end())
    return "not known: " + shortened(textOf(*field, "reason"), width);
  return shortened(value->is_string() ? value->get<std::string>() : printJson(*value, false),
                   width);
}

/// `city: string, days?: integer` of an object's JSON Schema.
std::string parametersText(const Json &tool) {
  auto field = tool.find("parameters");
  if (field == tool.end() || !field->contains("value"))
    return field == tool.end() ? "" : fieldText(tool, "parameters", lineWidth - 20);
  const Json &schema = (*field)["value"];
  auto properties = schema.is_object() ? schema.find("properties") : schema.end();
  if (properties == schema.end() || !properties->is_object())
    return shortened(printJson(schema, false), lineWidth - 20);
  std::set<std::string> required;
  if (auto list = schema.find("required"); list != schema.end() && list->is_array())
    for (const Json &name : *list)
      if (name.is_string())
        required.insert(name.get<std::string>());
  std::string result;
  for (const auto &[name, property] : properties->items()) {
    std::string type = property.is_object() ? textOf(property, "type") : "";
    result += (result.empty() ? "" : ", ") + name + (required.count(name) ? "" : "?") +
              (type.empty() ? "" : ": " + type);
  }
  return result.empty() ? "nothing" : shortened(result, lineWidth - 20);
}

class InspectionText {
public:
  InspectionText(const Inspection &inspection, bool color, llvm::raw_ostream &out)
      : inspection_(inspection), record_(inspection.documents.record), ink_(out, color) {}

  void print() {
    printHead();
    for (const Json &agent : record_["configuration"]["agents"])
      printAgent(agent);
    for (const Json &tool : record_["configuration"]["tools"])
      printTool(tool);
    if (reachesAny(record_["access"]["topLevel"])) {
      ink_.out << '\n';
      ink_.bold("top level");
      ink_.out << '\n';
      printReach(record_["access"]["topLevel"]);
    }
    printWaived();
    printComponents();
  }

private:
  void line(llvm::StringRef word, const llvm::Twine &text) {
    ink_.out << "  " << word;
    ink_.out.indent(word.size() < 13 ? 13 - word.size() : 1) << text << '\n';
  }
  void printHead();
  void printTrust();
  void printAllowance();
  void printAgent(const Json &agent);
  void printTool(const Json &tool);
  void printSlice(const std::string &id);
  bool reachesAny(const Json &access) const;
  void printReach(const Json &access);
  void printPath(const Json &via);
  void printWaived();
  void printComponents();

  const Inspection &inspection_;
  const Json &record_;
  Ink ink_;
};

void InspectionText::printTrust() {
  if (!inspection_.isSealed()) {
    line("sealed", "no; `agentc package` seals it");
    return;
  }
  const size_t count = inspection_.differences.count(Severity::Error);
  if (count) {
    ink_.out << "  ";
    ink_.severity(Severity::Error, "not what is sealed");
    ink_.out << ": " << count << (count == 1 ? " difference" : " differences")
             << "; `agentc verify` names them\n";
  } else {
    line("sealed", "yes, and its contents are what is sealed");
  }
  if (std::string words = describeSigner(inspection_.signer); !words.empty())
    line("signature", words);
}

void InspectionText::printAllowance() {
  const Json &allowed = record_["allowed"], &limits = record_["limits"];
  line("may reach", "hosts: " + joined(allowed["hosts"], "none") +
                        "; environment: " + joined(allowed["env"], "none") +
                        "; modules: " + joined(allowed["modules"], "none"));
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
  line("findings", std::to_string(findings["error"].get<uint64_t>()) + " errors, " +
                       std::to_string(findings["warning"].get<uint64_t>()) + " warnings, " +
                       std::to_string(findings["note"].get<uint64_t>()) + " notes, " +
                       std::to_string(findings["waived"].size()) + " waived");
}

bool InspectionText::reachesAny(const Json &access) const {
  for (const auto &[kind, items] : access.items())
    if (items.is_array() && !items.empty())
      return true;
  return false;
}

void InspectionText::printPath(const Json &via) {
  std::string path;
  for (const Json &place : via) {
    path += (path.empty() ? "" : " > ") + shortened(textOf(place, "file"), 60);
    auto range = place.find("range");
    if (range == place.end())
      continue;
    const Json &start = (*range)["start"];
    path += ":" + std::to_string(start["line"].get<uint64_t>()) + ":" +
            std::to_string(start["column"].get<uint64_t>());
  }
  if (!path.empty())
    ink_.out << "      by " << path << '\n';
}

void InspectionText::printReach(const Json &access) {
  static constexpr std::pair<const char *, const char *> kinds[] = {
      {"hosts", "host"},
      {"env", "environment"},
      {"modules", "module"},
      {"globals", "global"},
      {"codeGeneration", "code from text by"},
      {"unanalyzed", "not followed:"}};
  if (!reachesAny(access)) {
    line("reaches", "nothing");
    return;
  }
  ink_.out << "  reaches\n";
  for (auto [kind, word] : kinds)
    for (const Json &item : access[kind]) {
      const bool isLost = llvm::StringRef(kind) == "unanalyzed";
      const bool isGrave = isLost || llvm::StringRef(kind) == "codeGeneration";
      ink_.out << "    ";
      std::string text =
          std::string(word) + " " + shortened(textOf(item, isLost ? "reason" : "name"), 100);
      isGrave ? ink_.severity(Severity::Warning, text) : ink_.plain(text);
      ink_.out << '\n';
      printPath(item["via"]);
    }
}

void InspectionText::printAgent(const Json &agent) {
  ink_.out << '\n';
  ink_.bold("agent " + shortened(textOf(agent, "id"), 130));
  ink_.out << " (" << textOf(agent, "framework") << ")\n";
  for (auto [name, word] : {std::pair("description", "description"),
                            std::pair("instructions", "instructions"), std::pair("model", "model")})
    if (std::string text = fieldText(agent, name, lineWidth - 20); !text.empty())
      line(word, text);
  line("tools", joined(agent["tools"], "none"));
  printSlice(textOf(agent, "id"));
  printReach(agent["access"]);
}

void InspectionText::printTool(const Json &tool) {
  ink_.out << '\n';
  ink_.bold("tool " + shortened(textOf(tool, "id"), 130));
  ink_.out << " (" << textOf(tool, "framework") << ")\n";
  if (std::string text = fieldText(tool, "description", lineWidth - 20); !text.empty())
    line("description", text);
  if (std::string text = parametersText(tool); !text.empty())
    line("input", text);
  printSlice(textOf(tool, "id"));
  printReach(tool["access"]);
}

/// The file of a package in which a tool or handler stands alone.
void InspectionText::printSlice(const std::string &id) {
  for (const Json &slice : record_["slices"])
    if (textOf(slice, "id") == id)
      line("alone", textOf(slice, "slice") == "exact"
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
    for (const Json &property : component["properties"])
      if (textOf(property, "name") == "agentc:presence")
        ++presences[textOf(property, "value")];
    auto list = component.find("licenses");
    const Json first = list == component.end() ? Json::object() : (*list)[0];
    std::string licence = textOf(first, "expression");
    if (licence.empty() && first.contains("license"))
      licence = textOf(first["license"], "name");
    ++licences[licence.empty() ? "unknown" : licence];
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

std::string renderInspection(const Inspection &inspection, bool color) {
  std::string text;
  llvm::raw_string_ostream out(text);
  InspectionText(inspection, color, out).print();
  return text;
}

} // namespace agentc
