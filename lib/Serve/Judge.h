#ifndef AGENTC_LIB_SERVE_JUDGE_H
#define AGENTC_LIB_SERVE_JUDGE_H

#include "PreparedPackages.h"

namespace agentc::serve {

/// A folder below the state that is removed with its last user.
class Workspace {
public:
  /// Creates `parent` if it does not exist.
  static llvm::Expected<std::shared_ptr<Workspace>> make(const std::string &parent);
  explicit Workspace(std::string path) : path_(std::move(path)) {}
  ~Workspace();
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;
  const std::string &path() const { return path_; }

private:
  std::string path_;
};

/// The bytes that a client sends to be judged.
struct Upload {
  std::string bytes;
  std::string name; ///< a source's file name; empty: an archive
};

/// True for a zip or gzip file, by the first bytes.
bool isArchive(llvm::StringRef bytes);

/// An upload that passed, as a sealed package.
struct Judged {
  std::string digest, name, version;
  std::string archive;  ///< its bytes
  std::string path;     ///< the same as a file, for as long as `workspace` is held
  std::string document; ///< schema agentc.inspect/1
  std::shared_ptr<Workspace> workspace;
};

/// Has an upload judged in registry trust, with its load test, and sealed; a package that is sealed
/// already is verified and stays as it is, with its signature. `done` is called from within the
/// loop: with a status of 422 and the diagnostics if it did not pass.
void judge(Children &children, const std::string &incoming, Upload upload,
           std::function<void(std::variant<Judged, Refusal>)> done);

} // namespace agentc::serve

#endif
