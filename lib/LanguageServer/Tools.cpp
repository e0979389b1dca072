#include "Tools.h"

#include "JsonList.h"

#include "agentc/Report/RecordText.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::lsp {

namespace {

constexpr size_t maxHintCharacters = 60, maxHoverBytes = 600, maxListed = 20, maxNamedHosts = 3;
/// Places of access that one definition leads to.
constexpr size_t maxTargets = 100;

/// A place as configurations write it.
struct ConfigPlace {
  std::string file;
  ByteRange range;
};

std::optional<ConfigPlace> configPlaceOf(const Json &json) {
  const Json *range = member(json, "range");
  if (!range)
    return std::nullopt;
  return ConfigPlace{
      textOf(json, "file"),
      {(*range)["start"]["offset"].get<uint32_t>(), (*range)["end"]["offset"].get<uint32_t>()}};
}

std::optional<ConfigPlace> sourceOf(const Json &json) {
  const Json *source = member(json, "source");
  return source ? configPlaceOf(*source) : std::nullopt;
}

/// At most so many bytes of a text, whole characters of it.
std::string cut(llvm::StringRef text, size_t most) {
  if (text.size() <= most)
    return text.str();
  size_t end = most;
  while (end > 0 && (text[end] & 0xC0) == 0x80)
    --end;
  return text.take_front(end).str() + "…";
}

/// A text of a stranger's in Markdown: a span of code that nothing in it can end.
std::string codeSpan(llvm::StringRef text) {
  const std::string shown = escapeForTerminal(cut(text, maxHoverBytes));
  size_t longest = 0, run = 0;
  for (char c : shown)
    longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  const std::string ticks(longest + 1, '`');
  return ticks + (longest ? " " : "") + shown + (longest ? " " : "") + ticks;
}

std::string counted(size_t count, llvm::StringRef word) {
  return std::to_string(count) + " " + word.str() + (count == 1 ? "" : "s");
}

size_t countOf(const Json &access, const char *kind) {
  const Json *items = member(access, kind);
  return items ? items->size() : 0;
}

/// `reaches api.crm.example, 2 variables`.
std::string reachText(const Json &access) {
  std::vector<std::string> parts;
  const Json *hosts = member(access, "hosts");
  for (size_t i = 0; hosts && i < std::min(hosts->size(), maxNamedHosts); ++i)
    parts.push_back(cut(escapeForTerminal(textOf((*hosts)[i], "name")), maxHintCharacters));
  if (hosts && hosts->size() > maxNamedHosts)
    parts.push_back(counted(hosts->size() - maxNamedHosts, "more host"));
  for (const auto &[kind, word] : {std::pair("env", "variable"), std::pair("modules", "module"),
                                   std::pair("globals", "global")})
    // Beside the hosts the functions that ask them say nothing.
    if (const size_t count = countOf(access, kind);
        count && (llvm::StringRef(kind) != "globals" || !countOf(access, "hosts")))
      parts.push_back(counted(count, word));
  if (countOf(access, "files"))
    parts.push_back("files");
  if (countOf(access, "codeGeneration"))
    parts.push_back("code from text");
  if (const size_t count = countOf(access, "unanalyzed"))
    parts.push_back(counted(count, "place") + " not followed");
  return "reaches " + (parts.empty() ? "nothing" : llvm::join(parts, ", "));
}

/// One tool or agent after the other.
class ToolWriter {
public:
  ToolWriter(UnitPlaces &places, Json &files) : places_(places), files_(files) {}

  void add(const Json &definition, const char *word);

private:
  Json &fileOf(const ConfigPlace &place) { return files_[places_.pathOf(place.file)]; }
  Json rangeOf(const ConfigPlace &place) { return places_.range(place.file, place.range); }
  ConfigPlace headOf(const ConfigPlace &definition) const;
  std::string hoverText(const Json &definition, const char *word);
  void addPaths(const Json &access, std::string &text);
  void addLinks(const Json &access, const ConfigPlace &head);
  void addHint(const Json &definition, const char *field, const std::string &file);

  UnitPlaces &places_;
  Json &files_;
};

/// The first line of a definition.
ConfigPlace ToolWriter::headOf(const ConfigPlace &definition) const {
  ConfigPlace head = definition;
  if (const File *file = places_.find(definition.file)) {
    const llvm::StringRef bytes = file->bytes;
    const size_t end = bytes.find_first_of("\r\n", head.range.begin);
    head.range.end = static_cast<uint32_t>(std::min<size_t>(head.range.end, end));
  }
  return head;
}

void ToolWriter::addPaths(const Json &access, std::string &text) {
  size_t count = 0;
  for (const AccessWords &words : allAccessWords()) {
    const Json *items = member(access, words.kind);
    for (size_t i = 0; items && i < items->size(); ++i, ++count) {
      if (count == maxListed)
        text += "- and more\n";
      if (count >= maxListed)
        continue;
      const Json &item = (*items)[i];
      text += std::string("- ") + words.word + " " + codeSpan(textOf(item, words.member));
      const Json *via = member(item, "via");
      if (std::optional<ConfigPlace> last =
              via && !via->empty() ? configPlaceOf(via->back()) : std::nullopt) {
        const Json line = rangeOf(*last)["start"]["line"];
        const std::string number = std::to_string(line.get<uint64_t>() + 1);
        text += " by [line " + number + "](" + places_.uriOf(last->file) + "#L" + number + ") of " +
                codeSpan(last->file);
      }
      text += "\n";
    }
  }
}

std::string ToolWriter::hoverText(const Json &definition, const char *word) {
  std::string text = std::string("**") + word + "** " + codeSpan(textOf(definition, "id")) + " (" +
                     textOf(definition, "framework") + ")\n\n";
  for (const auto &[name, label] :
       {std::pair("description", ""), std::pair("instructions", "instructions: "),
        std::pair("model", "model: ")})
    if (const std::string value = fieldText(definition, name); !value.empty())
      text += label + codeSpan(value) + "\n\n";
  if (const std::string input = parametersText(definition); !input.empty())
    text += "input: " + codeSpan(input) + "\n\n";
  const Json *access = member(definition, "access");
  if (!access || !reachesAny(*access))
    return text + "reaches nothing\n";
  text += "reaches\n\n";
  addPaths(*access, text);
  return text;
}

/// Each place of access leads to the definitions that reach it, and these to it; the first few.
void ToolWriter::addLinks(const Json &access, const ConfigPlace &head) {
  Json targets = Json::array();
  const Json definition = {{"range", rangeOf(head)},
                           {"target", places_.location(head.file, head.range)}};
  for (const AccessWords &words : allAccessWords()) {
    const Json *items = member(access, words.kind);
    for (size_t i = 0; items && i < items->size() && targets.size() < maxTargets; ++i) {
      const Json *via = member((*items)[i], "via");
      std::optional<ConfigPlace> last =
          via && !via->empty() ? configPlaceOf(via->back()) : std::nullopt;
      if (!last)
        continue;
      const Json target = places_.location(last->file, last->range);
      if (hasItem(targets, target))
        continue;
      targets.push_back(target);
      fileOf(*last)["links"].push_back({{"kind", "use"},
                                        {"range", rangeOf(*last)},
                                        {"targets", Json::array({definition["target"]})}});
    }
  }
  if (!targets.empty())
    fileOf(head)["links"].push_back(
        {{"kind", "definition"}, {"range", definition["range"]}, {"targets", std::move(targets)}});
}

/// Shows the value of a field that does not say it in place.
void ToolWriter::addHint(const Json &definition, const char *field, const std::string &file) {
  const Json *extracted = member(definition, field);
  const std::optional<ConfigPlace> place = extracted ? sourceOf(*extracted) : std::nullopt;
  const std::string kind = extracted ? textOf(*extracted, "kind") : "";
  // In another file the value stands in place, and whoever reads it there sees it.
  if (!place || place->file != file || kind == "literal" || !member(*extracted, "value"))
    return;
  const bool isSchema = llvm::StringRef(field) == "parameters";
  const std::string text =
      escapeForTerminal(isSchema ? parametersText(definition) : fieldText(definition, field));
  const Json range = rangeOf(*place);
  fileOf(*place)["hints"].push_back(
      {{"position", range["end"]},
       {"label", (isSchema ? ": " : " = ") + cut(text, maxHintCharacters)},
       {"tooltip", cut(text, maxHoverBytes)},
       {"paddingLeft", true}});
}

void ToolWriter::add(const Json &definition, const char *word) {
  const std::optional<ConfigPlace> source = sourceOf(definition);
  if (!source || !places_.find(source->file))
    return;
  const ConfigPlace head = headOf(*source);
  const Json range = rangeOf(head);
  Json &file = fileOf(head);
  file["hovers"].push_back({{"range", range}, {"text", hoverText(definition, word)}});
  const Json *access = member(definition, "access");
  file["lenses"].push_back({{"range", range}, {"title", reachText(access ? *access : Json())}});
  if (access)
    addLinks(*access, head);
  for (const char *field : {"name", "description", "instructions", "model", "parameters"})
    addHint(definition, field, head.file);
}

} // namespace

void addTools(const Json &config, UnitPlaces &places, Json &files) {
  ToolWriter writer(places, files);
  for (const Json &agent : config["agents"])
    writer.add(agent, "agent");
  for (const Json &tool : config["tools"])
    writer.add(tool, "tool");
}

} // namespace agentc::lsp
