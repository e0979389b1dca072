#include "agentc/Access/ConfigText.h"

#include "PackageNames.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr size_t maxLine = 96;
constexpr size_t maxParameters = 12;

/// The first line of a text, in at most `length` characters, with nothing that a terminal obeys.
std::string lineOf(llvm::StringRef text, size_t length = maxLine) {
  text = text.trim();
  auto [line, rest] = text.split('\n');
  bool isCut = !rest.empty();
  line = line.rtrim();
  size_t end = 0;
  for (size_t count = 0; end < line.size(); ++count) {
    if (count == length) {
      line = line.take_front(end);
      isCut = true;
      break;
    }
    end += decodeUtf8(line, end).length;
  }
  return escapeForTerminal(line) + (isCut ? " …" : "");
}

const std::string *textOf(const std::optional<ConfigField> &field) {
  return field && field->value ? field->value->get_ptr<const std::string *>() : nullptr;
}

/// The word for a property's schema: `string`, `integer[]`, `"a" | "b"`, `object`.
std::string typeOf(const Json &schema, unsigned depth = 0) {
  if (!schema.is_object() || depth > 4)
    return "any";
  if (auto choices = schema.find("enum"); choices != schema.end() && choices->is_array()) {
    std::string text;
    for (const Json &choice : *choices) {
      text += (text.empty() ? "" : " | ") + printJson(choice, /*indented=*/false);
      if (text.size() > 40)
        return lineOf(text, 40) + " …";
    }
    return text;
  }
  if (auto value = schema.find("const"); value != schema.end())
    return lineOf(printJson(*value, false), 40);
  auto type = schema.find("type");
  if (type == schema.end() || !type->is_string())
    return schema.contains("anyOf") || schema.contains("oneOf") ? "one of several" : "any";
  const auto &word = type->get_ref<const std::string &>();
  auto items = schema.find("items");
  if (word == "array" && items != schema.end())
    return typeOf(*items, depth + 1) + "[]";
  return lineOf(word, 20);
}

/// `(city: string, days?: integer)`
std::string parametersOf(const std::optional<ConfigField> &field) {
  if (!field)
    return "()";
  if (field->kind == Provenance::Unresolved || !field->value || !field->value->is_object())
    return "(?)";
  auto properties = field->value->find("properties");
  if (properties == field->value->end() || !properties->is_object())
    return "()";
  auto required = field->value->find("required");
  std::string text;
  size_t count = 0;
  for (const auto &[name, schema] : properties->items()) {
    text += text.empty() ? "" : ", ";
    if (++count > maxParameters)
      return "(" + text + "…)";
    bool isRequired = required != field->value->end() && required->is_array() &&
                      llvm::any_of(*required, [&](const Json &one) { return one == name; });
    text += lineOf(name, 40) + (isRequired ? ": " : "?: ") + typeOf(schema);
  }
  return "(" + text + ")";
}

class ConfigPrinter {
public:
  ConfigPrinter(const AgentConfig &config, const AccessMap &access, const FileTree &files,
                bool color, llvm::raw_ostream &out)
      : config_(config), files_(files), packages_(files), color_(color), out_(out) {
    for (const ToolAccess &entry : access.entries)
      (entry.agent ? agentAccess_ : toolAccess_).try_emplace(entry.id, &entry);
  }

  void print();

private:
  template <typename T> bool isIn(const T &definition, const std::optional<std::string> &package) {
    return packages_.of(definition.source.file) == package;
  }
  void printAgent(const AgentDefinition &agent);
  void printTool(const ToolDefinition &tool);
  void printFeature(const ServerFeature &feature);
  void printAccess(llvm::StringRef id, bool isAgent);
  void printUnresolved();
  void printPackage(const std::optional<std::string> &package);
  void strong(llvm::StringRef text) {
    out_ << (color_ ? "\x1b[1m" : "") << text << (color_ ? "\x1b[0m" : "");
  }
  std::string place(const SourcePlace &source);

  const AgentConfig &config_;
  llvm::StringMap<const ToolAccess *> agentAccess_, toolAccess_;
  const FileTree &files_;
  PackageNames packages_;
  std::map<std::string, LineTable, std::less<>> tables_;
  bool color_;
  llvm::raw_ostream &out_;
};

std::string ConfigPrinter::place(const SourcePlace &source) {
  std::string text = escapeForTerminal(source.file);
  const File *file = files_.find(source.file);
  if (!file)
    return text;
  Position at =
      tables_.try_emplace(source.file, file->bytes).first->second.position(source.range.begin);
  return text + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

void ConfigPrinter::printAccess(llvm::StringRef id, bool isAgent) {
  std::string text;
  if (const ToolAccess *entry = (isAgent ? agentAccess_ : toolAccess_).lookup(id))
    for (const AccessItem &item : entry->items)
      if (item.kind != AccessKind::Global && text.size() < 4 * maxLine)
        text += (text.empty() ? "" : ", ") + accessKindName(item.kind).str() + " " + item.name;
  if (!text.empty())
    out_ << "      reaches " << lineOf(text) << '\n';
}

void ConfigPrinter::printAgent(const AgentDefinition &agent) {
  out_ << "  ";
  const std::string *name = textOf(agent.name);
  strong(lineOf(name ? *name : agent.id));
  if (agent.model && agent.model->value)
    out_ << "  "
         << lineOf(agent.model->value->is_string() ? *textOf(agent.model)
                                                   : printJson(*agent.model->value, false));
  if (agent.model && agent.model->kind == Provenance::Unresolved) {
    const Json *usual = agent.model->fallback.get();
    out_ << " (not known" << (usual ? ", by default " + lineOf(printJson(*usual, false)) : "")
         << ")";
  }
  out_ << "\n      " << place(agent.source) << ", " << agent.framework << " " << agent.form << '\n';
  for (const auto *field : {&agent.description, &agent.instructions})
    if (const std::string *text = textOf(*field))
      out_ << "      " << lineOf(*text) << '\n';
  std::string tools;
  for (const std::string &id : agent.tools)
    tools += (tools.empty() ? "" : ", ") + id;
  if (!tools.empty())
    out_ << "      tools " << escapeForTerminal(tools) << '\n';
  if (!agent.handoffs.empty())
    out_ << "      hands over to " << escapeForTerminal(llvm::join(agent.handoffs, ", ")) << '\n';
  printAccess(agent.id, true);
}

void ConfigPrinter::printTool(const ToolDefinition &tool) {
  out_ << "  ";
  const std::string *name = textOf(tool.name);
  strong(lineOf(name ? *name : tool.id));
  out_ << parametersOf(tool.parameters) << "\n      " << place(tool.source) << ", "
       << tool.framework << " " << tool.form;
  if (tool.isHosted)
    out_ << ", hosted";
  if (tool.server)
    out_ << ", of the server " << lineOf(*tool.server);
  out_ << '\n';
  if (const std::string *text = textOf(tool.description))
    out_ << "      " << lineOf(*text) << '\n';
  printAccess(tool.id, false);
}

void ConfigPrinter::printFeature(const ServerFeature &feature) {
  out_ << "  ";
  const std::string *name = textOf(feature.name), *uri = textOf(feature.uri);
  strong(lineOf(name ? *name : feature.id));
  if (uri)
    out_ << "  " << lineOf(*uri);
  out_ << "\n      " << place(feature.source) << ", " << feature.framework << " " << feature.form;
  if (feature.server)
    out_ << ", of the server " << lineOf(*feature.server);
  out_ << '\n';
  if (const std::string *text = textOf(feature.description))
    out_ << "      " << lineOf(*text) << '\n';
  if (feature.metadata && feature.metadata->value && feature.metadata->value->is_object())
    if (auto text = feature.metadata->value->find("description");
        text != feature.metadata->value->end() && text->is_string())
      out_ << "      " << lineOf(text->get_ref<const std::string &>()) << '\n';
}

void ConfigPrinter::printUnresolved() {
  if (config_.unresolved.empty())
    return;
  out_ << "unresolved\n";
  for (const UnresolvedField &field : config_.unresolved)
    out_ << "  " << place(field.source) << ": " << lineOf(field.path) << ": "
         << lineOf(field.reason) << '\n';
}

static llvm::StringRef titleOf(ServerFeature::Kind kind) {
  return kind == ServerFeature::Kind::ResourceTemplate ? "templates of resources" : listName(kind);
}

void ConfigPrinter::printPackage(const std::optional<std::string> &package) {
  auto isHere = [&](const auto &definition) { return isIn(definition, package); };
  if (llvm::any_of(config_.agents, isHere))
    out_ << "agents\n";
  for (const AgentDefinition &agent : config_.agents)
    if (isHere(agent))
      printAgent(agent);
  if (llvm::any_of(config_.tools, isHere))
    out_ << "tools\n";
  for (const ToolDefinition &tool : config_.tools)
    if (isHere(tool))
      printTool(tool);
  for (ServerFeature::Kind kind : featureKinds) {
    bool isFirst = true;
    for (const ServerFeature &feature : config_.features) {
      if (feature.kind != kind || !isHere(feature))
        continue;
      if (std::exchange(isFirst, false))
        out_ << titleOf(kind) << '\n';
      printFeature(feature);
    }
  }
}

void ConfigPrinter::print() {
  std::vector<std::optional<std::string>> packages;
  auto note = [&](const auto &definition) {
    const auto &package = packages_.of(definition.source.file);
    if (!llvm::is_contained(packages, package))
      packages.push_back(package);
  };
  llvm::for_each(config_.agents, note);
  llvm::for_each(config_.tools, note);
  llvm::for_each(config_.features, note);
  for (const auto &package : packages) {
    if (packages.size() > 1) {
      strong(package ? escapeForTerminal(*package) : "in no package");
      out_ << '\n';
    }
    printPackage(package);
  }
  printUnresolved();
  auto count = [&](size_t number, llvm::StringRef word) {
    out_ << number << ' ' << word << (number == 1 ? "" : "s");
  };
  count(config_.agents.size(), "agent");
  out_ << ", ";
  count(config_.tools.size(), "tool");
  out_ << ", " << config_.unresolved.size() << " unresolved\n";
}

} // namespace

void printConfig(const AgentConfig &config, const AccessMap &access, const FileTree &files,
                 bool color, llvm::raw_ostream &out) {
  ConfigPrinter(config, access, files, color, out).print();
}

} // namespace agentc
