#ifndef AGENTC_PACKAGING_CONTENTS_H
#define AGENTC_PACKAGING_CONTENTS_H

#include "agentc/Program/LoadedFiles.h"
#include "agentc/Values/Values.h"

namespace agentc {

/// The files of a bundle: what is judged, sealed and run, and nothing else. Of a bundle with an
/// entry these are the entry, what it can load, installed packages included, and as data what
/// `npm pack` would take that is not code. An application without one, as web frameworks have them,
/// is entered by the files that define its agents and tools; where none does, all that was opened
/// counts. A package consists of all that is in it.
class Contents {
public:
  /// The arguments must outlive it; modules are added to the forest. `isSealed`: the bundle is a
  /// package's own files. `defining`: where the manifest has no entry, the files that define agents
  /// and tools.
  Contents(const OpenedBundle &opened, const Manifest &manifest, bool isSealed,
           llvm::ArrayRef<std::string> defining, ast::Forest &forest, DiagnosticList &diagnostics);

  /// Adds what code loads or reads by names that only values tell; false if that was nothing new,
  /// or was asked too often.
  bool addFound(const Program &program, const Values &values);

  const FileTree &files() const { return loaded_.files(); }
  const std::map<std::string, FileReason, std::less<>> &reasons() const {
    return loaded_.reasons();
  }

private:
  void addEntries(const Manifest &manifest, llvm::ArrayRef<std::string> defining);
  void addAll(FileReason::Kind kind, bool isSealed);
  void addData(const Manifest &manifest);
  void addRead(const Program &program, const Values &values, const ModuleInfo &module);
  void checkTwins();

  const OpenedBundle &opened_;
  DiagnosticList &diagnostics_;
  LoadedFiles loaded_;
  unsigned rounds_ = 0;
};

} // namespace agentc

#endif
