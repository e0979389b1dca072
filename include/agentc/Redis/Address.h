#ifndef AGENTC_REDIS_ADDRESS_H
#define AGENTC_REDIS_ADDRESS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace agentc::redis {

/// The place of a Redis server, with what opens it.
struct Address {
  std::string host; ///< a name or an IP address; empty with a socket
  uint16_t port = 6379;
  std::string socket; ///< the path of a Unix socket, if it is one
  std::string user, password;
  unsigned database = 0;

  /// For messages: without the password.
  std::string text() const;
};

/// Reads `redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]` as the Redis project has it registered,
/// or `unix://[:PASSWORD@]/PATH`. User and password may be percent-encoded. Messages do not repeat
/// the password.
llvm::Expected<Address> parseAddress(llvm::StringRef url);

} // namespace agentc::redis

#endif
