#ifndef AGENTC_SUPPORT_SOURCEMAP_H
#define AGENTC_SUPPORT_SOURCEMAP_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// Where generated code came from: a source map as ECMA-426 has it, without sections (index maps).
class SourceMap {
public:
  /// A map from its JSON; std::nullopt for a text that is none, in time and memory linear in it.
  static std::optional<SourceMap> parse(llvm::StringRef json);

  struct Origin {
    llvm::StringRef source; ///< as the map names it, below its `sourceRoot`; belongs to the map
    uint32_t line;          ///< from 1
    uint32_t column;        ///< from 1, in UTF-16 units
  };
  /// The origin of a place (both from 1, columns in UTF-16 units), if the map has one for it.
  std::optional<Origin> find(uint32_t line, uint32_t column) const;

private:
  struct Segment {
    uint32_t line, column; ///< generated, from 0
    int32_t source;        ///< -1: from nowhere
    uint32_t sourceLine, sourceColumn;
  };
  bool readMappings(llvm::StringRef text);

  std::vector<std::string> sources_;
  std::vector<Segment> segments_; ///< by line and column
};

} // namespace agentc

#endif
