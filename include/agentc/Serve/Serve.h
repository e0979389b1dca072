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
  std::string state; ///< a folder, made if it is missing
  std::string address = "127.0.0.1";
  uint16_t port = 8484;                ///< 0: one that is free
  std::vector<std::string> hosts;      ///< names by which clients may ask, beside the loopback's
  std::vector<std::string> origins;    ///< of web pages that may ask
  std::vector<std::string> registries; ///< `HOST[:PORT]`, whose packages clients may deploy
  unsigned sandboxes = 0;              ///< processes that hold calls; 0: one a processor
  unsigned tenantSandboxes = 0;        ///< tenants that have one of their own at once; 0: none has
  unsigned idlePackages = 16;          ///< in each, kept loaded though none of their calls runs
  unsigned waiting = 256;              ///< calls under way in each, beyond which it is full
  unsigned tenantCalls = 128;          ///< calls of one tenant at once
  unsigned keyRate = 0;                ///< calls of one key a minute; 0: any number
  uint64_t warmBytes = 256 << 20;      ///< of prepared packages that are kept
  uint64_t uploadBytes = 32 << 20;
  uint64_t savedBytes = 1 << 30; ///< of assets and deliverables of one tenant
  std::string models;            ///< a file of models' settings; empty: no agent can be run
  std::string otlp;              ///< the URL of an OpenTelemetry collector; empty: none
  std::string redis; ///< the URL of the Redis that nodes share; empty: the state is the folder's
  std::string redisPassword; ///< where the URL has none
  Role role = Role::Both;    ///< with Redis
  unsigned runs = 256;       ///< with Redis: runs at once of this node that wait for nobody
  std::chrono::milliseconds lease{10000}; ///< with Redis: of a run, after which another node has it
  bool requireFull = true; ///< refuse to start where a wall of the sandbox is missing
  std::chrono::milliseconds grace{10000}; ///< for what runs when the server is told to stop
};
/// The options that `agentc serve` hands to `agentc-serve`; those that are missing have their
/// defaults.
llvm::Expected<Options> optionsFromJson(const Json &json);

/// Serves until SIGTERM or SIGINT. `log` gets a line of JSON for each request, `say` the address
/// once it listens.
llvm::Error serve(const Options &options, llvm::raw_fd_ostream &log, llvm::raw_ostream &say);

/// Makes a key in a state, and returns its secret, which is kept nowhere. No server may use the
/// folder; those that share a Redis may go on. `json`: the server's options, and `newKey` (a name),
/// `tenant` and `scopes` (`read,run`).
llvm::Expected<std::string> makeKey(const Json &json);

} // namespace agentc::serve

#endif
