#ifndef AGENTC_LIB_STORE_REDIS_RECORDTEXTS_H
#define AGENTC_LIB_STORE_REDIS_RECORDTEXTS_H

#include "agentc/Store/Records.h"
#include "agentc/Store/Schedules.h"

#include "llvm/Support/Error.h"

/// Records as texts of JSON, as Redis keeps them. A text that is not one is an error; members of a
/// newer agentc are passed over, and kept in a text that replaces a known one.
namespace agentc::store {

std::string printKey(const Key &key, llvm::StringRef known = "");
llvm::Expected<Key> parseKey(llvm::StringRef text);

std::string printPackage(const PackageRecord &package);
llvm::Expected<PackageRecord> parsePackage(llvm::StringRef text);

std::string printVersion(const AgentVersion &version);
llvm::Expected<AgentVersion> parseVersion(llvm::StringRef text);

/// An entry without its id, which its stream's id is made of.
std::string printAudit(const AuditEntry &entry);
llvm::Expected<AuditEntry> parseAudit(llvm::StringRef text);

std::string printSaved(const SavedFile &file);
llvm::Expected<SavedFile> parseSaved(llvm::StringRef text);

std::string printSchedule(const Schedule &schedule, llvm::StringRef known = "");
llvm::Expected<Schedule> parseSchedule(llvm::StringRef text);

} // namespace agentc::store

#endif
