#ifndef AGENTC_DIAGNOSTICS_SOURCES_H
#define AGENTC_DIAGNOSTICS_SOURCES_H

#include "agentc/Diagnostics/Renderers.h"

#include <map>

namespace agentc {

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

private:
  const BundleResult &bundle_;
  std::map<std::string, LineTable, std::less<>> tables_;
};

} // namespace agentc

#endif
