#include "RecentCalls.h"

#include "Handlers.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace agentc::serve {

static double millisecondsSince(std::chrono::steady_clock::time_point since) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - since)
      .count();
}

void RecentCalls::end(Entry &entry, llvm::StringRef outcome) {
  entry.milliseconds = millisecondsSince(entry.since);
  entry.outcome = outcome.str();
}

std::shared_ptr<RecentCalls::Entry> RecentCalls::begin(llvm::StringRef tenant, Entry entry) {
  Tenant &calls = tenants_[tenant.str()];
  auto *made = new Entry(std::move(entry));
  calls.running.push_back(made);
  auto place = std::prev(calls.running.end());
  return {made, [&calls, place](Entry *ended) {
            if (ended->outcome.empty())
              end(*ended, "cancelled");
            calls.running.erase(place);
            calls.ended.push_front(std::move(*ended));
            if (calls.ended.size() > mostEnded)
              calls.ended.pop_back();
            delete ended;
          }};
}

static Json describeCall(const RecentCalls::Entry &entry) {
  const bool hasEnded = !entry.outcome.empty();
  const double time = hasEnded ? entry.milliseconds : millisecondsSince(entry.since);
  Json described = {{"id", entry.id},
                    {"agent", entry.agent},
                    {"tools", entry.tools},
                    {"state", hasEnded ? "ended" : "running"},
                    {"begun", timeText(std::chrono::system_clock::to_time_t(entry.begun))},
                    {"milliseconds", std::round(time * 1000) / 1000}};
  if (hasEnded)
    described["outcome"] = entry.outcome;
  if (!entry.user.empty())
    described["user"] = entry.user;
  return described;
}

Json RecentCalls::list(llvm::StringRef tenant) const {
  Json calls = Json::array();
  auto found = tenants_.find(tenant);
  if (found == tenants_.end())
    return calls;
  for (const Entry *entry : found->second.running)
    calls.push_back(describeCall(*entry));
  for (const Entry &entry : found->second.ended)
    calls.push_back(describeCall(entry));
  return calls;
}

} // namespace agentc::serve
