#include "Runs/Scheduler.h"

#include "Handlers.h"
#include "Runs/Cron.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"
#include "agentc/Support/Digest.h"

namespace agentc::serve {

/// Bounded, because the clock may be set meanwhile.
static constexpr int64_t longestWait = 60000;
/// A run that begins later than this counts as missed, and is begun nevertheless.
static constexpr int64_t lateness = 60000;
/// Between tries of one that was refused: as long as it is late already, within these.
static constexpr int64_t leastPause = 1000, mostPause = 60000;
/// Most missed times that are counted.
static constexpr uint64_t mostMissed = 100000;

void Scheduler::note(const store::Schedule &schedule, llvm::StringRef why) {
  app_.log({{"level", "error"},
            {"message", "scheduled run not begun: " + why.str()},
            {"scheduleId", schedule.id},
            {"agentId", schedule.agent},
            {"companyId", schedule.tenant}});
}

bool Scheduler::putOff(store::Schedule schedule, int64_t due, int64_t now, llvm::StringRef why) {
  const std::string told = (why + "; it is tried again").str();
  if (schedule.lastError != told)
    note(schedule, told);
  schedule.lastError = told;
  schedule.due = due;
  schedule.next = now + std::clamp(now - due, leastPause, mostPause);
  llvm::Error error = schedules_->update(schedule);
  if (!error)
    return true;
  note(schedule, llvm::toString(std::move(error)));
  return false;
}

bool Scheduler::begin(store::Schedule schedule, int64_t now) {
  const int64_t due = schedule.due ? schedule.due : schedule.next;
  const std::optional<Cron> cron = Cron::parse(schedule.cron);
  const store::Schedule tried = schedule;
  uint64_t missed = now - due > lateness;
  schedule.due = 0;
  schedule.next = INT64_MAX;
  if (cron) {
    int64_t next = cron->after(due / 1000);
    for (; next * 1000 <= now && missed < mostMissed; next = cron->after(next))
      missed += missed > 0;
    schedule.next = std::max(next, cron->after(now / 1000)) * 1000;
  }
  store::RunRecord run;
  run.id = "run_" + sha256Hex(schedule.id + "/" + std::to_string(due)).substr(0, 32);
  run.tenant = schedule.tenant;
  run.agent = schedule.agent;
  run.conversation = schedule.conversation;
  Json start = parseJson(schedule.start).value_or(Json::object());
  start["schedule"] = {{"id", schedule.id}, {"due", timeText(due / 1000)}, {"missed", missed}};
  const Json begun = app_.runs().beginLater(std::move(run), std::move(start));
  // It may have begun nevertheless; the next look will show.
  if (begun.value("isTransient", false))
    return putOff(tried, due, now, models::textOf(begun, "error"));
  schedule.lastError = models::textOf(begun, "error").str();
  if (schedule.lastError.empty())
    schedule.lastRun = models::textOf(begun, "run").str();
  else
    note(schedule, schedule.lastError);
  schedule.missed += missed;
  llvm::Error error = schedules_->update(schedule);
  if (error)
    note(schedule, llvm::toString(std::move(error)));
  return true;
}

void Scheduler::work() {
  timer_ = nullptr;
  if (app_.isStopping())
    return;
  // Other nodes add schedules, too.
  const int64_t longestWait = app_.runs().nodes() ? 1000 : serve::longestWait;
  int64_t wait = longestWait;
  // A few at a time, so that no request has to wait.
  for (unsigned i = 0; i < 100; ++i) {
    llvm::Expected<std::optional<store::Schedule>> first = schedules_->first();
    if (!first) {
      // Logged once for each outage.
      const std::string why = llvm::toString(first.takeError());
      if (!std::exchange(isAway_, true))
        app_.log({{"level", "error"}, {"message", "schedules cannot be read: " + why}});
      break;
    }
    isAway_ = false;
    const int64_t now = store::eventTime();
    if (!*first || (*first)->next > now) {
      wait = *first ? std::min((*first)->next - now, longestWait) : longestWait;
      break;
    }
    if (!begin(std::move(**first), now))
      break;
    wait = 1;
  }
  timer_ = app_.loop().after(std::chrono::milliseconds(wait), [this] {
    const auto timer = std::move(timer_);
    work();
  });
}

} // namespace agentc::serve
