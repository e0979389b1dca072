#include "PlaceJson.h"

#include "agentc/Access/Access.h"
#include "agentc/Diagnostics/Renderers.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr AccessKind allKinds[] = {AccessKind::Host,      AccessKind::Env,
                                   AccessKind::File,      AccessKind::Module,
                                   AccessKind::Global,    AccessKind::CodeGeneration,
                                   AccessKind::Unanalyzed};

Json pathToJson(const std::vector<SourcePlace> &path, PlaceWriter &places) {
  Json list = Json::array();
  for (const SourcePlace &place : path)
    list.push_back(places.write(place));
  return list;
}

} // namespace

Json PlaceWriter::write(const SourcePlace &place) {
  Json json = {{"file", place.file}};
  auto table = tables_.find(place.file);
  if (table == tables_.end())
    if (const File *file = files_.find(place.file))
      table = tables_.emplace(place.file, LineTable(file->bytes)).first;
  if (table != tables_.end())
    json["range"] = rangeToJson(table->second, place.range);
  return json;
}

Json accessToJson(const ToolAccess &access, PlaceWriter &places) {
  Json json = Json::object();
  for (AccessKind kind : allKinds) {
    Json list = Json::array();
    for (const AccessItem &item : access.items)
      if (item.kind == kind)
        list.push_back({{kind == AccessKind::Unanalyzed ? "reason" : "name", item.name},
                        {"via", pathToJson(item.via, places)}});
    json[accessKindName(kind).str()] = std::move(list);
  }
  return json;
}

Json accessToJson(const ToolAccess &access, const FileTree &files) {
  PlaceWriter places(files);
  return accessToJson(access, places);
}

Json accessMapToJson(const AccessMap &map, const FileTree &files) {
  PlaceWriter places(files);
  Json agents = Json::array(), tools = Json::array();
  for (const ToolAccess &entry : map.entries) {
    Json json = {{"id", entry.id}};
    json.update(accessToJson(entry, places));
    (entry.agent ? agents : tools).push_back(std::move(json));
  }
  return {{"schema", "agentc.access/1"},
          {"agents", std::move(agents)},
          {"tools", std::move(tools)},
          {"topLevel", accessToJson(map.topLevel, places)}};
}

} // namespace agentc
