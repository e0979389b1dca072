#ifndef AGENTC_LIB_REPORT_SOURCEPAGES_H
#define AGENTC_LIB_REPORT_SOURCEPAGES_H

#include "Html.h"

#include "agentc/Support/FileTree.h"
#include "agentc/Support/Json.h"
#include "agentc/Support/Range.h"

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace agentc {

/// A place in a file of the bundle.
struct ReviewPlace {
  std::string file;
  std::optional<ByteRange> range;
};

/// A place as `agentc.access/1` writes it.
ReviewPlace placeFromJson(const Json &place);

/// The sources of a page: gives addresses to their lines, and writes those files that an address
/// was given for. Of a large file only what is around such lines is written.
class SourcePages {
public:
  /// `outside` are files beside the bundle's. Both must outlive it.
  SourcePages(const FileTree &files, const FileTree &outside) : files_(files), outside_(outside) {}

  /// `#s2-17` for a place, or an empty text where the file is not known. From then on the line is
  /// among those that are written.
  std::string address(const ReviewPlace &place);
  /// `lib/mail.js:17`.
  std::string placeText(const ReviewPlace &place);
  /// The line in which a place begins, cut to what is around it.
  std::string codeAt(const ReviewPlace &place);
  /// Writes a link to a place, as `placeText` names it.
  void writeLink(Html &html, const ReviewPlace &place);
  /// Writes the lines around a place, with the place marked.
  void writeExcerpt(Html &html, const ReviewPlace &place);

  bool empty() const { return pages_.empty(); }
  void write(Html &html) const;

private:
  struct Page {
    size_t number;
    const File *file;
    LineTable lines;
    std::map<uint32_t, std::set<uint32_t>> linked; ///< lines, and bytes in them
  };
  /// The part of a line that is shown.
  struct Shown {
    size_t begin, end;
    bool isCut;
  };

  Page *find(llvm::StringRef file);
  static Shown shownPart(llvm::StringRef line, size_t mark);
  static void writeLine(Html &html, const Page &page, uint32_t line);
  static void writePage(Html &html, const Page &page, bool isWhole);

  const FileTree &files_, &outside_;
  std::map<std::string, std::unique_ptr<Page>, std::less<>> pages_;
  std::vector<const Page *> order_;
};

} // namespace agentc

#endif
