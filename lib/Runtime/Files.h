#ifndef AGENTC_LIB_RUNTIME_FILES_H
#define AGENTC_LIB_RUNTIME_FILES_H

#include "Channel.h"
#include "FolderBound.h"

#include "agentc/Support/Json.h"
#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>

namespace agentc {

/// The folders and files of the host that a person granted to a call. Every path of the guest is
/// resolved by the kernel beneath one of them (openat2), so that neither `..` nor a link leads out;
/// only regular files are opened, and none that runs with its owner's rights is changed. Writes
/// into the report what was done. Answers at once. The request and the report must outlive it.
///
/// The tool's questions, as JSON; each has one answer, `{"code":…}` (an errno's name) where it
/// failed:
///   {"do":"open","path":…,"writes":…,"creates":…,"exclusive":…,"truncates":…} → {"handle":…}
///   {"do":"read","handle":…,"at":…,"length":…} → bytes
///   {"do":"write","handle":…,"at":…}, with bytes → {}; {"do":"resize","handle":…,"size":…} → {}
///   {"do":"sync","handle":…} → {}, when what was written is on the disk
///   {"do":"facts","handle":…} or with "path" → {"isFolder":…,"size":…,"mtimeMs":…,"number":…,
///    "isWritable":…}
///   {"do":"close","handle":…} → {}
///   {"do":"list","path":…} → {"names":[[name,isFolder]…]}
///   {"do":"mkdir"|"rmdir"|"unlink","path":…} → {}; {"do":"rename","path":…,"dest":…} → {}
///   {"do":"utime","path":…,"ms":…} → {}
class Files {
public:
  Files(const ToolRequest &request, ToolReport &report);
  ~Files();
  Files(const Files &) = delete;
  Files &operator=(const Files &) = delete;

  using Reply = llvm::function_ref<void(const GuestMessage &)>;
  /// Why the call ends, if it does.
  std::optional<std::string> hear(const GuestMessage &message, Reply reply);

private:
  struct Root {
    std::string path; ///< as the guest names it
    std::string only; ///< the one file's name in `folder`, if no folder was granted
    int folder = -1;
    bool writes = false;
    int counted = -1; ///< the folder again, as `bound` reads it
    FolderBound bound = {};
  };
  struct Handle {
    int file;
    bool writes;
    std::string path;
    Root *root;
  };
  /// The place that a path of the guest leads to: below a root.
  struct Place {
    Root *root = nullptr;
    std::string rest;

    FolderBound *bound() const { return root ? &root->bound : nullptr; }
  };
  struct Asked;

  Place placeOf(const std::string &path);
  int openAt(const Place &place, uint64_t flags) const;
  int openParent(const Place &place, std::string &name) const;
  int openFile(const Place &place, const Asked &asked);

  Json answer(Asked &asked, std::string &bytes);
  Json open(Asked &asked);
  Json read(Asked &asked, std::string &bytes);
  Json write(Asked &asked);
  Json resize(Asked &asked);
  Json sync(Asked &asked);
  Json facts(Asked &asked);
  Json close(Asked &asked);
  Json list(Asked &asked);
  Json change(Asked &asked);
  Json rename(Asked &asked);
  bool spend(uint64_t bytes);
  void note(const Asked &asked, const std::string &code);

  const ToolRequest &request_;
  ToolReport &report_;
  std::vector<Root> roots_;
  std::map<uint64_t, Handle> handles_;
  uint64_t lastHandle_ = 0, operations_ = 0, written_ = 0;
};

} // namespace agentc

#endif
