#ifndef AGENTC_LIB_PACKAGING_SLICES_SLICETEXT_H
#define AGENTC_LIB_PACKAGING_SLICES_SLICETEXT_H

#include "agentc/Program/Program.h"

#include <map>

namespace agentc {

/// The replacement of a range of a source.
struct SliceEdit {
  ByteRange range;
  std::string text;
};

/// The edits of one module's text.
class SliceEdits {
public:
  void replace(ByteRange range, std::string text) {
    edits_.emplace(range.begin, SliceEdit{range, std::move(text)});
  }
  void remove(ByteRange range) { replace(range, ""); }
  /// Those inside of a range, none within another.
  std::vector<SliceEdit> within(ByteRange range) const;

private:
  std::multimap<uint32_t, SliceEdit> edits_;
};

/// A text made of pieces of sources, with a source map (ECMA-426) back to them.
class SliceText {
public:
  void append(llvm::StringRef text);
  /// A piece of a module, with edits.
  void copy(const ModuleInfo &module, ByteRange range, const SliceEdits &edits);
  /// From here on the place of what is copied is taken down as that of `mark`.
  void mark(const ModuleInfo &module, const ast::Node &node) {
    markedModule_ = &module;
    marked_ = &node;
  }

  const std::string &text() const { return text_; }
  /// `agentc/tools/x.js` and so on, from whose folder the sources' paths are relative.
  std::string sourceMap(llvm::StringRef path) const;
  /// The marked node's place in the text, if it was copied.
  std::optional<std::pair<Position, Position>> marked() const;

private:
  struct Segment {
    uint32_t line, column, source, sourceLine, sourceColumn;
  };
  void map(const ModuleInfo &module, uint32_t offset);
  void copyPlain(const ModuleInfo &module, ByteRange range);

  std::string text_;
  uint32_t line_ = 0, column_ = 0; ///< UTF-16 units, from 0
  std::vector<Segment> segments_;
  std::vector<const ModuleInfo *> sources_;
  std::map<const ModuleInfo *, std::pair<uint32_t, LineTable>> tables_;
  const ModuleInfo *markedModule_ = nullptr;
  const ast::Node *marked_ = nullptr;
  std::optional<uint32_t> markBegin_, markEnd_;
};

} // namespace agentc

#endif
