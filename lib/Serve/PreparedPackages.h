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
  size_t bytes = 0; ///< of memory, about

  /// The call of a tool, but for its input; without a name the entry's. Null if there is none.
  const ToolRequest *find(const std::optional<std::string> &tool) const;
};
using SharedPackage = std::shared_ptr<const PreparedPackage>;

/// Why something could not be done: a status, and JSON for the client.
struct Refusal {
  unsigned status;
  Json body;
};
Refusal refusal(unsigned status, llvm::StringRef message);
/// The answer where the environment failed, which tells a client no more than that its disk is
/// full; `why` is for the log.
Refusal failureOf(llvm::Error error, std::string &why);

class Workspace;
struct Upload;

/// An agent's settings, as far as a package is prepared by them.
struct PreparationSettings {
  std::vector<std::string> environment; ///< `NAME=VALUE` of what grants may read
  std::string config;                   ///< JSON text of an object; empty: the manifest's defaults
};

/// Packages by archive and settings, kept while memory allows, the last used longest. Whoever
/// asks for one that is being prepared waits for the same child.
class PreparedPackages {
public:
  using Done = std::function<void(std::variant<SharedPackage, Refusal>)>;

  /// `incoming`: a folder for code while it is judged.
  PreparedPackages(Children &children, std::string incoming, size_t mostBytes)
      : children_(children), incoming_(std::move(incoming)), mostBytes_(mostBytes) {}

  /// An archive by the digest of its bytes. Only where it is not prepared yet, `locate` finds its
  /// file. Calls `done` now or later.
  void get(llvm::StringRef file, PreparationSettings settings,
           llvm::function_ref<llvm::Expected<std::string>()> locate, Done done);

  /// The same of what comes with a call, which is judged first.
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
  /// An entry that must be made; null after `done` was called, or is waiting for another's.
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
