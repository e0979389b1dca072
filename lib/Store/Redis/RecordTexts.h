#ifndef AGENTC_LIB_STORE_REDIS_RECORDTEXTS_H
#define AGENTC_LIB_STORE_REDIS_RECORDTEXTS_H

#include "agentc/Store/Records.h"
#include "agentc/Store/Schedules.h"

#include "llvm/Support/Error.h"

/// Records as JSON texts, as Redis keeps them. A malformed text is an error; members of a newer
/// agentc are ignored, and kept when a text is replaced.
namespace agentc::store {

std::string printKey(const Key &key, llvm::StringRef known = "");
llvm::Expected<Key> parseKey(llvm::StringRef text);

std::string printPackage(const PackageRecord &package);
llvm::Expected<PackageRecord> parsePackage(llvm::StringRef text);

std::string printVersion(const AgentVersion &version);
llvm::Expected<AgentVersion> parseVersion(llvm::StringRef text);

/// An entry without its id, which is derived from the id in the stream.
std::string printAudit(const AuditEntry &entry);
llvm::Expected<AuditEntry> parseAudit(llvm::StringRef text);

std::string printSaved(const SavedFile &file);
llvm::Expected<SavedFile> parseSaved(llvm::StringRef text);

std::string printSchedule(const Schedule &schedule, llvm::StringRef known = "");
llvm::Expected<Schedule> parseSchedule(llvm::StringRef text);

} // namespace agentc::store

#endif
