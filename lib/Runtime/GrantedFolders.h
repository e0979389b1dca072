#ifndef AGENTC_LIB_RUNTIME_GRANTEDFOLDERS_H
#define AGENTC_LIB_RUNTIME_GRANTEDFOLDERS_H

#include "FolderBound.h"

#include "agentc/ToolProtocol/ToolRequest.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace agentc {

/// The ways in which the guest asks for a file.
struct FileOpening {
  bool writes = false, creates = false, exclusive = false, truncates = false;
};

/// The folders and files of the host that a person granted to a call. Each function that opens
/// returns a descriptor, or -1 with an errno; the kernel resolves every path beneath one of the
/// folders (openat2), so that neither `..` nor a link leads out.
class GrantedFolders {
public:
  struct Root {
    std::string path; ///< as the guest names it
    std::string only; ///< the one file's name in `folder`, if no folder was granted
    int folder = -1;
    bool writes = false;
    int counted = -1; ///< the folder again, as `bound` reads it
    FolderBound bound = {};
  };
  /// The place that a path of the guest leads to: below a root.
  struct Place {
    Root *root = nullptr;
    std::string rest;

    FolderBound *bound() const { return root ? &root->bound : nullptr; }
  };

  explicit GrantedFolders(llvm::ArrayRef<FileGrant> grants);
  ~GrantedFolders();
  GrantedFolders(const GrantedFolders &) = delete;
  GrantedFolders &operator=(const GrantedFolders &) = delete;

  /// Returns the place below the innermost root that has the path; none without a root.
  Place placeOf(const std::string &path);
  int openAt(const Place &place, uint64_t flags) const;
  /// Opens the folder of something that is made or removed, and says its name there.
  int openParent(const Place &place, std::string &name) const;
  /// Opens a regular file, never another kind, and none for writing that runs with its owner's
  /// rights.
  int openFile(const Place &place, FileOpening opening) const;

private:
  int make(const Place &place) const;

  std::vector<Root> roots_;
};

/// Opens beneath a folder, and nowhere else, whatever links and `..` say.
int openBeneath(int folder, const std::string &path, uint64_t flags, uint64_t mode = 0);

} // namespace agentc

#endif
