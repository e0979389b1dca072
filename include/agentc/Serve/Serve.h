#ifndef AGENTC_SERVE_SERVE_H
#define AGENTC_SERVE_SERVE_H

#include "agentc/Support/Json.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <vector>

namespace agentc::serve {

/// The part of a node among those that share a state: it takes requests, runs, or both.
enum class Role { Both, Serve, Work };

struct Options {
  std::string state; ///< a folder, created if it does not exist
  std::string address = "127.0.0.1";
  uint16_t port = 8484;           ///< 0: one that is free
  std::vector<std::string> hosts; ///< names that clients may use in `Host`, besides the loopback's
  std::vector<std::string> origins;    ///< web origins that may send requests
  std::vector<std::string> registries; ///< `HOST[:PORT]`, whose packages clients may deploy
  unsigned sandboxes = 0;              ///< processes that hold calls; 0: one a processor
  unsigned tenantSandboxes = 0;        ///< most sandboxes of single tenants; 0: all are shared
  unsigned idlePackages = 16;          ///< kept loaded in each sandbox while they are idle
  unsigned waiting = 256;              ///< most calls under way in each sandbox
  unsigned tenantCalls = 128;          ///< calls of one tenant at once
  unsigned keyRate = 0;                ///< calls of one key a minute; 0: any number
  uint64_t warmBytes = 256 << 20;      ///< memory for prepared packages
  uint64_t uploadBytes = 32 << 20;
  uint64_t savedBytes = 1 << 30; ///< of assets and deliverables of one tenant
  std::string models;            ///< a file of models' settings; empty: no agent can be run
  std::string otlp;              ///< the URL of an OpenTelemetry collector; empty: none
  std::string redis; ///< the URL of the Redis that nodes share; empty: the state is the folder's
  std::string redisPassword; ///< used if the URL has none
  Role role = Role::Both;    ///< with Redis
  unsigned runs = 256;       ///< with Redis: most runs of this node that do not wait for a person
  std::chrono::milliseconds lease{10000}; ///< with Redis: after which a silent node loses its runs
  bool requireFull = true;                ///< refuse to start if a layer of the sandbox is missing
  std::chrono::milliseconds grace{10000}; ///< for calls to finish once the server is to stop
};
/// Reads the options that `agentc serve` hands to `agentc-serve`; missing ones have their
/// defaults.
llvm::Expected<Options> optionsFromJson(const Json &json);

/// Serves until SIGTERM or SIGINT. Calls `log` with a line of JSON for each request, and `say` with
/// the address once the server listens.
llvm::Error serve(const Options &options, llvm::raw_fd_ostream &log, llvm::raw_ostream &say);

/// Creates a key in a state, and returns its secret, which is not stored. No server may be using
/// the folder; servers that share a Redis may keep running. `json`: the server's options, and
/// `newKey` (a name), `tenant` and `scopes` (`read,run`).
llvm::Expected<std::string> makeKey(const Json &json);

} // namespace agentc::serve

#endif
