#ifndef AGENTC_SUPPORT_SOURCEMAP_H
#define AGENTC_SUPPORT_SOURCEMAP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// The origins of generated code: a source map as in ECMA-426, without sections (index maps).
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

  /// The sources as the map names them, below its `sourceRoot`, and the text of each where the map
  /// has it.
  llvm::ArrayRef<std::string> sources() const { return sources_; }
  llvm::ArrayRef<std::optional<std::string>> contents() const { return contents_; }
  /// The generated file's name by `file`; empty where the map says nothing.
  llvm::StringRef file() const { return file_; }

  struct Segment {
    uint32_t line, column; ///< generated, from 0, in UTF-16 units
    int32_t source;        ///< -1: from nowhere
    uint32_t sourceLine, sourceColumn;
  };
  /// All mappings, by line and column.
  llvm::ArrayRef<Segment> segments() const { return segments_; }

private:
  bool readMappings(llvm::StringRef text);

  std::string file_;
  std::vector<std::string> sources_;
  std::vector<std::optional<std::string>> contents_; ///< as many as sources
  std::vector<Segment> segments_;                    ///< by line and column
};

} // namespace agentc

#endif
