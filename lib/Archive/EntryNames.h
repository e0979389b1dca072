#ifndef AGENTC_LIB_ARCHIVE_ENTRYNAMES_H
#define AGENTC_LIB_ARCHIVE_ENTRYNAMES_H

#include "Refusals.h"

#include "agentc/Support/Limits.h"

#include "llvm/ADT/StringMap.h"

namespace agentc {

/// The names of one archive's entries, seen one by one: each must be safe by itself, and all of
/// them must be able to stand beside each other in a file system that ignores case and how Unicode
/// composes characters.
class EntryNames {
public:
  EntryNames(const ReadLimits &limits, Refusals &refusals) : limits_(limits), refusals_(refusals) {}

  /// Checks a name, of a folder without its closing `/`, and reports what is wrong with it.
  bool accept(llvm::StringRef name, bool isFolder);

private:
  struct Known {
    std::string name;
    bool isFolder;
    bool isEntry; ///< or only seen as the folder of another entry
  };

  bool isSafe(llvm::StringRef name);
  bool acceptParts(llvm::StringRef name);
  bool acceptBeside(llvm::StringRef name, bool isFolder);
  bool note(llvm::StringRef name, llvm::StringRef folded, bool isFolder, bool isEntry);

  const ReadLimits &limits_;
  Refusals &refusals_;
  llvm::StringMap<Known> byFolded_;
};

} // namespace agentc

#endif
