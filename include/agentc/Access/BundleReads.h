#ifndef AGENTC_ACCESS_BUNDLEREADS_H
#define AGENTC_ACCESS_BUNDLEREADS_H

#include "agentc/Program/Program.h"
#include "agentc/Values/Values.h"

namespace agentc {

/// Paths from the bundle's folder that a call of `fs` reads.
class BundleRead {
public:
  /// `path` has `hole` for each name that is only known at run time.
  BundleRead(std::string path, char hole) : path_(std::move(path)), hole_(hole) {}

  /// True if the call can read that file. A path whose first folder isn't known reads none, since
  /// it would be any.
  bool mayRead(llvm::StringRef file) const;

private:
  std::string path_;
  char hole_;
};

/// Calls `visit` for each path below the bundle's folder that a module's calls of `fs` read the
/// contents of.
void forEachBundleRead(const Program &program, const Values &values, const ModuleInfo &module,
                       llvm::function_ref<void(const BundleRead &)> visit);

} // namespace agentc

#endif
