#include "PackageNames.h"
#include "PlaceJson.h"

#include "agentc/Access/Access.h"

#include "llvm/ADT/StringMap.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

const char *provenanceName(Provenance kind) {
  switch (kind) {
  case Provenance::Literal:
    return "literal";
  case Provenance::Folded:
    return "folded";
  case Provenance::Imported:
    return "imported";
  case Provenance::Unresolved:
    return "unresolved";
  }
  return "unresolved";
}

class ConfigWriter {
public:
  ConfigWriter(const AccessMap &access, const FileTree &files, bool plain)
      : places_(files), packages_(files), plain_(plain) {
    for (const ToolAccess &entry : access.entries)
      (entry.agent ? agentAccess_ : toolAccess_).try_emplace(entry.id, &entry);
  }

  Json write(const AgentConfig &config) {
    Json agents = Json::array(), tools = Json::array(), unresolved = Json::array();
    for (const AgentDefinition &agent : config.agents)
      agents.push_back(write(agent));
    for (const ToolDefinition &tool : config.tools)
      tools.push_back(write(tool));
    for (const UnresolvedField &field : config.unresolved)
      unresolved.push_back({{"path", field.path},
                            {"source", places_.write(field.source)},
                            {"reason", field.reason}});
    Json json = {
        {"schema", "agentc.config/1"}, {"agents", std::move(agents)}, {"tools", std::move(tools)}};
    for (const ServerFeature &feature : config.features)
      json[listName(feature.kind).str()].push_back(write(feature));
    json["unresolved"] = std::move(unresolved);
    return json;
  }

private:
  void add(Json &json, const char *name, const std::optional<ConfigField> &field) {
    if (!field)
      return;
    if (plain_) {
      json[name] = field->value ? *field->value : Json();
      return;
    }
    Json value = Json::object();
    if (field->value)
      value["value"] = *field->value;
    value["kind"] = provenanceName(field->kind);
    value["source"] = places_.write(field->source);
    if (!field->reason.empty())
      value["reason"] = field->reason;
    if (field->fallback)
      value["default"] = *field->fallback;
    for (const FieldRemark &note : field->notes)
      value["notes"].push_back(
          {{"path", note.path}, {"message", note.message}, {"source", places_.write(note.source)}});
    json[name] = std::move(value);
  }

  void add(Json &json, const char *name, const std::optional<ExecuteFunction> &function) {
    if (!function)
      return;
    Json place = places_.write(function->source);
    place["parameters"] = function->parameters;
    json[name] = std::move(place);
  }

  void addPlace(Json &json, const SourcePlace &place) {
    json["source"] = places_.write(place);
    if (const std::optional<std::string> &package = packages_.of(place.file))
      json["package"] = *package;
  }

  void addAccess(Json &json, const std::string &id, bool agent) {
    if (const ToolAccess *entry = (agent ? agentAccess_ : toolAccess_).lookup(id))
      json["access"] = plain_ ? namesOf(*entry) : accessToJson(*entry, places_);
  }

  static Json namesOf(const ToolAccess &access) {
    Json json = Json::object();
    for (const AccessItem &item : access.items)
      json[accessKindName(item.kind).str()].push_back(item.name);
    return json;
  }

  /// The members that tools and a server's features begin with.
  template <typename Definition> Json begin(const Definition &definition) {
    Json json = {{"id", definition.id}};
    add(json, "name", definition.name);
    json["framework"] = definition.framework;
    json["form"] = definition.form;
    addPlace(json, definition.source);
    return json;
  }

  Json write(const AgentDefinition &agent) {
    Json json = {{"id", agent.id}};
    add(json, "name", agent.name);
    if (agent.key)
      json["key"] = *agent.key;
    json["framework"] = agent.framework;
    json["form"] = agent.form;
    addPlace(json, agent.source);
    add(json, "description", agent.description);
    add(json, "instructions", agent.instructions);
    add(json, "model", agent.model);
    json["tools"] = agent.tools;
    if (!agent.handoffs.empty())
      json["handoffs"] = agent.handoffs;
    add(json, "handler", agent.handler);
    addAccess(json, agent.id, true);
    return json;
  }

  Json write(const ToolDefinition &tool) {
    Json json = begin(tool);
    add(json, "title", tool.title);
    add(json, "description", tool.description);
    add(json, "parameters", tool.parameters);
    add(json, "outputSchema", tool.outputSchema);
    add(json, "annotations", tool.annotations);
    add(json, "execute", tool.execute);
    if (tool.isHosted)
      json["hosted"] = true;
    if (tool.server)
      json["server"] = *tool.server;
    addAccess(json, tool.id, false);
    return json;
  }

  Json write(const ServerFeature &feature) {
    Json json = begin(feature);
    const bool isTemplate = feature.kind == ServerFeature::Kind::ResourceTemplate;
    add(json, isTemplate ? "uriTemplate" : "uri", feature.uri);
    add(json, "metadata", feature.metadata);
    add(json, "title", feature.title);
    add(json, "description", feature.description);
    add(json, "arguments", feature.arguments);
    if (feature.isListedByCode)
      json["listedByCode"] = true;
    if (feature.server)
      json["server"] = *feature.server;
    return json;
  }

  llvm::StringMap<const ToolAccess *> agentAccess_, toolAccess_;
  PlaceWriter places_;
  PackageNames packages_;
  bool plain_;
};

} // namespace

Json configToJson(const AgentConfig &config, const AccessMap &access, const FileTree &files,
                  bool plain) {
  return ConfigWriter(access, files, plain).write(config);
}

} // namespace agentc
