#ifndef AGENTC_LIB_RULES_SOURCEMAPS_H
#define AGENTC_LIB_RULES_SOURCEMAPS_H

#include "agentc/Rules/Rules.h"
#include "agentc/Support/SourceMap.h"

#include "agentc/Support/Range.h"

#include "llvm/ADT/StringSet.h"

namespace agentc {

/// The comment in which generated code names its source map (ECMA-426, section 11.1.2).
struct SourceMapLink {
  llvm::StringRef url;
  ByteRange range;
};
/// std::nullopt where the last line of code has none.
std::optional<SourceMapLink> findSourceMapLink(llvm::StringRef text);

/// The target of a link.
struct LinkedSourceMap {
  enum class State {
    Present,
    Missing,  ///< no such file in the bundle
    Outside,  ///< the path leaves the bundle
    Remote,   ///< an address
    Unusable, ///< it is not a source map
    Indexed,  ///< one made of sections, which is not read
  };
  State state = State::Missing;
  std::optional<SourceMap> map;
  std::string path; ///< of the map, or of the code that holds it
};
LinkedSourceMap followSourceMapLink(const FileTree &files, llvm::StringRef path,
                                    llvm::StringRef url);

/// The words (as identifiers are) of all sources of a map; std::nullopt where a source's text is
/// neither in the map nor in the bundle.
std::optional<llvm::StringSet<>> wordsOfSources(const FileTree &files,
                                                const LinkedSourceMap &linked);

/// Calls `visit` for each identifier-like word of a text.
void forEachWord(llvm::StringRef text, llvm::function_ref<void(llvm::StringRef)> visit);

/// True if a mapping to a source begins at exactly this place.
bool isMapped(const SourceMap &map, const Position &place);

/// A mapping that begins behind the code's end, or behind its line's where that is so on many
/// lines; or one that leads behind the end of a source whose text the map has.
const SourceMap::Segment *findImpossibleSegment(const SourceMap &map, llvm::StringRef code);

} // namespace agentc

#endif
