#ifndef AGENTC_LIB_ACCESS_PRINTED_PLACEJSON_H
#define AGENTC_LIB_ACCESS_PRINTED_PLACEJSON_H

#include "agentc/Config/Config.h"

#include <map>

namespace agentc {

/// Writes places as JSON, with lines and columns; keeps each file's line table.
class PlaceWriter {
public:
  explicit PlaceWriter(const FileTree &files) : files_(files) {}
  Json write(const SourcePlace &place);

private:
  const FileTree &files_;
  std::map<std::string, LineTable, std::less<>> tables_;
};

struct ToolAccess;
Json accessToJson(const ToolAccess &access, PlaceWriter &places);

} // namespace agentc

#endif
