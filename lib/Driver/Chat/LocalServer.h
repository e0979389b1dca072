#ifndef AGENTC_LIB_DRIVER_CHAT_LOCALSERVER_H
#define AGENTC_LIB_DRIVER_CHAT_LOCALSERVER_H

#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace agentc {

/// An `agentc serve` of one's own on a port that is free, which ends with this object, and with the
/// process at the latest.
class LocalServer {
public:
  struct Options {
    std::string state; ///< empty: a temporary folder, removed at the end
    std::string models;
    bool allowsLesserSandbox = false;
  };
  static llvm::Expected<std::unique_ptr<LocalServer>> start(const Options &options);
  ~LocalServer();

  const std::string &url() const { return url_; }
  const std::string &key() const { return key_; } ///< with all rights

private:
  LocalServer() = default;
  llvm::Error launch(const Options &options);
  /// Reads what the server says until it listens.
  llvm::Error awaitListening(int said);

  std::string folder_; ///< the temporary one
  std::string url_, key_;
  int process_ = -1;
};

} // namespace agentc

#endif
