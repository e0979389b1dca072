#ifndef AGENTC_LIB_SERVE_RECENTCALLS_H
#define AGENTC_LIB_SERVE_RECENTCALLS_H

#include "agentc/Support/Json.h"

#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace agentc::serve {

/// Calls that are under way, and the last that ended, by tenant.
class RecentCalls {
public:
  struct Entry {
    std::string id, agent, user;
    std::vector<std::string> tools;
    std::chrono::system_clock::time_point begun = std::chrono::system_clock::now();
    std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
    double milliseconds = 0; ///< once it has ended
    std::string outcome;     ///< empty while it is under way
  };

  /// Records the beginning of a call. It ends by `end`, or without an outcome when the last copy of
  /// the returned handle is destroyed.
  std::shared_ptr<Entry> begin(llvm::StringRef tenant, Entry entry);
  static void end(Entry &entry, llvm::StringRef outcome);

  /// A tenant's calls: those under way first, then the ended ones, newest first.
  Json list(llvm::StringRef tenant) const;

private:
  static constexpr size_t mostEnded = 100;
  struct Tenant {
    std::list<Entry *> running;
    std::deque<Entry> ended; ///< the newest first
  };
  std::map<std::string, Tenant, std::less<>> tenants_;
};

} // namespace agentc::serve

#endif
