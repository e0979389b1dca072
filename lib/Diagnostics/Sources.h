#ifndef AGENTC_DIAGNOSTICS_SOURCES_H
#define AGENTC_DIAGNOSTICS_SOURCES_H

#include "agentc/Diagnostics/Renderers.h"

#include <map>

namespace agentc {

/// A place that exists for every finding, as formats for programs need one.
struct ReportPlace {
  std::string path; ///< `/` as separator, no `.`; not escaped
  Position begin;
  Position end;            ///< behind the last character
  bool isWholeFile = true; ///< the positions are then those of the first character
};

/// The line tables of one bundle's files, each made when first asked for. The bundle must outlive
/// it.
class Sources {
public:
  explicit Sources(const BundleResult &bundle) : bundle_(bundle) {}

  /// The file that diagnostics call so, of the bundle or outside of it; null if there is none.
  const File *find(llvm::StringRef file) const;
  /// Null if there is no such file.
  const LineTable *lines(llvm::StringRef file);
  /// A path of the bundle as the user can open it, escaped.
  std::string displayPath(llvm::StringRef file) const;
  /// The place of a finding or note. What is about the bundle as a whole is placed at a folder's
  /// `package.json`, and at an archive or source file itself.
  ReportPlace place(llvm::StringRef file, std::optional<ByteRange> range);

private:
  const BundleResult &bundle_;
  std::map<std::string, LineTable, std::less<>> tables_;

  std::string openablePath(llvm::StringRef file) const;
};

} // namespace agentc

#endif
