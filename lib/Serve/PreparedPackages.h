#ifndef AGENTC_LIB_SERVE_PREPAREDPACKAGES_H
#define AGENTC_LIB_SERVE_PREPAREDPACKAGES_H

#include "Brokers.h"
#include "Children.h"

#include "agentc/Mcp/Offer.h"

#include <map>
#include <variant>

namespace agentc::serve {

/// A package whose calls can be made: read, judged, with its grants decided.
struct PreparedPackage {
  std::shared_ptr<const SentImage> image;
  Offer offer;
  size_t bytes = 0; ///< estimated memory

  /// The call of a tool, but for its input; without a name the entry's. Null if there is none.
  const ToolRequest *find(const std::optional<std::string> &tool) const;
};
using SharedPackage = std::shared_ptr<const PreparedPackage>;

/// The reason of a failure: a status, and JSON for the client.
struct Refusal {
  unsigned status;
  Json body;
};
Refusal refusal(unsigned status, llvm::StringRef message);
/// The answer if the environment failed. It tells a client nothing but that a disk is full; `why`
/// is for the log.
Refusal failureOf(llvm::Error error, std::string &why);

class Workspace;
struct Upload;

/// The part of an agent's settings that a package is prepared by.
struct PreparationSettings {
  std::vector<std::string> environment; ///< `NAME=VALUE` of what grants may read
  std::string config;                   ///< JSON text of an object; empty: the manifest's defaults
};

/// Packages by archive and settings, a cache with a limit on memory that drops the least recently
/// used. Requests for a package that is being prepared wait for the same child.
class PreparedPackages {
public:
  using Done = std::function<void(std::variant<SharedPackage, Refusal>)>;

  /// `incoming`: a folder for code that is being judged.
  PreparedPackages(Children &children, std::string incoming, size_t mostBytes)
      : children_(children), incoming_(std::move(incoming)), mostBytes_(mostBytes) {}

  /// Prepares an archive, named by the digest of its bytes; `locate` finds its file if it is not
  /// prepared yet. Calls `done` now or later.
  void get(llvm::StringRef file, PreparationSettings settings,
           llvm::function_ref<llvm::Expected<std::string>()> locate, Done done);

  /// The same for code that comes with a call, which is judged first.
  void get(Upload upload, Done done);

  struct Counts {
    uint64_t hits = 0, misses = 0;
    size_t packages = 0, bytes = 0;
  };
  Counts counts() const;

private:
  struct Entry {
    SharedPackage package; ///< null while it is being prepared
    std::vector<Done> waiting;
    uint64_t lastUse = 0;
  };
  /// An entry to be made; null if `done` was called, or waits for an entry that is being made.
  Entry *add(const std::string &key, Done done);
  void prepare(const std::string &key, llvm::StringRef archive, PreparationSettings settings,
               std::shared_ptr<Workspace> workspace);
  void finish(const std::string &key, Children::Output output);
  void finish(const std::string &key, const Refusal &refusal);
  void makeRoom();

  Children &children_;
  std::string incoming_;
  size_t mostBytes_, bytes_ = 0;
  std::map<std::string, Entry> entries_;
  uint64_t uses_ = 0, hits_ = 0, misses_ = 0;
};

} // namespace agentc::serve

#endif
