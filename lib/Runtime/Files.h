#ifndef AGENTC_LIB_RUNTIME_FILES_H
#define AGENTC_LIB_RUNTIME_FILES_H

#include "Channel.h"
#include "GrantedFolders.h"

#include "agentc/Support/Json.h"
#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>

namespace agentc {

/// A tool's work on the folders and files that a person granted to the call. Writes into the report
/// what was done. Answers at once. The report must outlive it.
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
  struct Handle {
    int file;
    bool writes;
    std::string path;
    GrantedFolders::Root *root;
  };
  struct Asked;

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

  ToolReport &report_;
  GrantedFolders folders_;
  std::map<uint64_t, Handle> handles_;
  uint64_t lastHandle_ = 0, operations_ = 0, written_ = 0;
};

} // namespace agentc

#endif
