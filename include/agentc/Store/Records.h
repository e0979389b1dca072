#ifndef AGENTC_STORE_RECORDS_H
#define AGENTC_STORE_RECORDS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agentc::store {

/// The rights of a key, as bits.
enum Scope : unsigned {
  ScopeRead = 1,     ///< see packages, agents and what they reach
  ScopeRun = 2,      ///< call tools
  ScopeDeploy = 4,   ///< upload packages, deploy agents that reach no more than before
  ScopeApprove = 8,  ///< let an agent reach more than before
  ScopeAdmin = 16,   ///< make and revoke keys of the tenant, and read its audit log
  ScopeOperate = 32, ///< make keys of any tenant, and see what the server as a whole does
  AllScopes = 63,    ///< that keys have
  ScopeSession = 64  ///< of a session's own token: speak in that session
};
/// `read`, `run` … in the order of their bits.
std::vector<std::string> scopeNames(unsigned scopes);
/// The scopes of `read,run`; std::nullopt if a name is unknown, or there is none.
std::optional<unsigned> parseScopes(llvm::StringRef names);

/// A key without its secret, of which only a hash is kept.
struct Key {
  std::string id, tenant, name;
  unsigned scopes = 0;
  int64_t created = 0; ///< seconds since 1970
  bool isRevoked = false;
};

/// A sealed package of a tenant.
struct PackageRecord {
  std::string digest; ///< of what is sealed, `sha256:…`
  std::string file;   ///< SHA-256 of the archive's bytes, in hexadecimal
  std::string name, version;
  uint64_t size = 0; ///< of the archive
  int64_t created = 0;
  std::string createdBy; ///< a key's id
};

/// One state of an agent. Versions are never changed; a rollback is a new one.
struct AgentVersion {
  unsigned number = 0;  ///< from 1
  std::string package;  ///< digest
  std::string settings; ///< JSON text of an object
  int64_t created = 0;
  std::string createdBy;
  std::string approval; ///< JSON text: who let it reach more, why and until when; or empty
};

struct Agent {
  std::string slug;
  AgentVersion current;
};

/// An asset or deliverable that a call of a tenant saved.
struct SavedFile {
  std::string id;             ///< `asset_…` or `deliverable_…`, made of the content
  std::string file;           ///< its path in the tenant's folder
  std::string filename, mime; ///< as the tool said
  std::string agent;
  uint64_t size = 0;
  int64_t created = 0; ///< seconds since 1970
};

struct AuditEntry {
  int64_t id = 0, time = 0;
  std::string key, action, subject, detail;
};

/// The author of a change, for the audit log.
struct Actor {
  std::string tenant, key;
};

} // namespace agentc::store

#endif
