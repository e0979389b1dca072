#ifndef AGENTC_LIB_STORE_REDIS_KEYS_H
#define AGENTC_LIB_STORE_REDIS_KEYS_H

#include "llvm/ADT/Twine.h"

#include <string>

/// The names of all keys. Names of tenants and slugs have no colon; what may have one stands last.
namespace agentc::store::keys {

inline std::string named(const llvm::Twine &name) { return ("agentc:" + name).str(); }

inline std::string run(llvm::StringRef id) { return named("run:" + id); }
inline std::string events(llvm::StringRef run) { return named("events:" + run); }
inline std::string runsOf(llvm::StringRef tenant) { return named("runs:" + tenant); }
inline std::string conversation(llvm::StringRef tenant, llvm::StringRef id) {
  return named("conversation:" + tenant + ":" + id);
}
inline std::string unfinished() { return named("unfinished"); }
inline std::string unfinishedOf(llvm::StringRef tenant) { return named("unfinished:" + tenant); }
inline std::string ended() { return named("ended"); }
inline std::string queue() { return named("queue"); }
/// A hash of runs by the decisions in them. Scripts make its key by appending the text to the key
/// of the empty text; it has no space.
inline std::string decisions(llvm::StringRef tenant, llvm::StringRef alike) {
  return named("decisions:" + tenant + ":" + alike);
}
inline std::string session(llvm::StringRef id) { return named("session:" + id); }
inline std::string token(llvm::StringRef hash) { return named("token:" + hash); }
inline std::string orders(llvm::StringRef node) { return named("orders:" + node); }

inline std::string key(llvm::StringRef hash) { return named("key:" + hash); }
inline std::string keysOf(llvm::StringRef tenant) { return named("keys:" + tenant); }
inline std::string keyIds(llvm::StringRef tenant) { return named("key-ids:" + tenant); }
inline std::string packages(llvm::StringRef tenant) { return named("packages:" + tenant); }
inline std::string documents(llvm::StringRef tenant) { return named("documents:" + tenant); }
inline std::string archive(llvm::StringRef file) { return named("archive:" + file); }
inline std::string archiveUsers(llvm::StringRef file) { return named("archive-users:" + file); }
inline std::string agents(llvm::StringRef tenant) { return named("agents:" + tenant); }
inline std::string versions(llvm::StringRef tenant, llvm::StringRef slug) {
  return named("versions:" + tenant + ":" + slug);
}
inline std::string uses(llvm::StringRef tenant) { return named("uses:" + tenant); }
inline std::string audit(llvm::StringRef tenant) { return named("audit:" + tenant); }
inline std::string auditCount(llvm::StringRef tenant) { return named("audit-count:" + tenant); }

inline std::string saved(llvm::StringRef tenant) { return named("saved:" + tenant); }
inline std::string savedSizes(llvm::StringRef tenant) { return named("saved-sizes:" + tenant); }
inline std::string savedBytes(llvm::StringRef tenant) { return named("saved-bytes:" + tenant); }

inline std::string schedule(llvm::StringRef id) { return named("schedule:" + id); }
inline std::string schedulesOf(llvm::StringRef tenant) { return named("schedules:" + tenant); }
inline std::string due() { return named("due"); }

inline std::string knowledge(llvm::StringRef tenant, llvm::StringRef id) {
  return named("knowledge:" + tenant + ":" + id);
}
inline std::string knowledgeIds(llvm::StringRef tenant) { return named("knowledge-ids:" + tenant); }
/// Scripts make the key of a collection by appending its name to the key of the empty name.
inline std::string collection(llvm::StringRef tenant, llvm::StringRef name) {
  return named("collection:" + tenant + ":" + name);
}
inline std::string searchCounts(llvm::StringRef tenant) { return named("search-counts:" + tenant); }
inline std::string search(llvm::StringRef tenant, llvm::StringRef id) {
  return named("search:" + tenant + ":" + id);
}
inline std::string knowledgeCounts(llvm::StringRef tenant) {
  return named("knowledge-counts:" + tenant);
}
inline std::string knowledgeChanges(llvm::StringRef tenant) {
  return named("knowledge-changes:" + tenant);
}

/// The number of the format of the whole state.
inline std::string version() { return named("version"); }

/// The consumer group of the queue.
inline const std::string group = "nodes";

} // namespace agentc::store::keys

#endif
