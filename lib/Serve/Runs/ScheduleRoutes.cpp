#include "Handlers.h"
#include "Runs/Cron.h"
#include "Runs/RunAnswers.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"
#include "agentc/Support/Digest.h"

#include "llvm/ADT/StringExtras.h"

#include <ctime>

namespace agentc::serve {

using models::textOf;

static constexpr size_t mostSchedules = 1000; ///< of a tenant

static Json describeSchedule(const store::Schedule &schedule) {
  Json body = {{"id", schedule.id},
               {"agent", schedule.agent},
               {"conversationId", schedule.conversation},
               {"input", parseJson(schedule.start).value_or(Json())},
               {"created", timeText(schedule.created / 1000)},
               {"missed", schedule.missed}};
  if (!schedule.cron.empty())
    body["cron"] = schedule.cron;
  if (schedule.next != INT64_MAX)
    body["next"] = timeText(schedule.next / 1000);
  if (!schedule.lastRun.empty())
    body["lastRun"] = schedule.lastRun;
  if (!schedule.lastError.empty())
    body["lastError"] = schedule.lastError;
  return body;
}

/// Seconds since 1970 of a UTC time in the form of RFC 3339.
static std::optional<int64_t> readTime(llvm::StringRef text) {
  std::tm parts = {};
  const std::string copy = text.str();
  const char *end = strptime(copy.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (!end)
    return std::nullopt;
  llvm::StringRef rest = end;
  if (rest.consume_front("."))
    rest = rest.drop_while(llvm::isDigit);
  return rest == "Z" || rest == "+00:00" ? std::optional<int64_t>(timegm(&parts)) : std::nullopt;
}

/// The time of the first run, by `at` or `cron`; std::nullopt after refusing the call.
static std::optional<int64_t> readDue(const SharedCall &call, const Json &body) {
  const int64_t now = store::eventTime();
  if (body.contains("at") == body.contains("cron")) {
    call->refuse(400, "a run is begun by `at` or by `cron`, not by both");
    return std::nullopt;
  }
  if (body.contains("at")) {
    const std::optional<int64_t> time = readTime(textOf(body, "at"));
    if (time && *time * 1000 + 999 >= now)
      return *time * 1000;
    call->refuse(400, time ? "the time `at` has passed"
                           : "`at` is not a time in UTC, such as 2027-01-31T08:00:00Z");
    return std::nullopt;
  }
  const std::optional<Cron> cron = Cron::parse(textOf(body, "cron"));
  if (cron)
    return cron->after(now / 1000) * 1000;
  call->refuse(400, "`cron` has five fields: minute, hour, day of the month, month, day of the "
                    "week, of a time that comes");
  return std::nullopt;
}

void addSchedule(App &app, const SharedCall &call, const Json &body, const Json &start) {
  if (!app.runs().settings())
    return call->refuse(503, "the server has no models; `agentc serve --models FILE` names them");
  const std::optional<int64_t> due = readDue(call, body);
  if (!due || !resolveAgent(app, call, textOf(body, "agent")))
    return;
  const auto known = call->orFail(app.runs().schedules().list(call->key.tenant));
  if (!known)
    return;
  if (known->size() >= mostSchedules)
    return call->refuse(429, "the tenant has as many schedules as it may");
  store::Schedule schedule;
  schedule.id = "schedule_" + randomHex(16);
  schedule.tenant = call->key.tenant;
  schedule.agent = call->agent;
  schedule.conversation = call->conversation;
  schedule.cron = textOf(body, "cron").str();
  schedule.start = printJson(start, /*indented=*/false);
  schedule.next = *due;
  schedule.created = store::eventTime();
  if (llvm::Error error = app.runs().schedules().add(schedule))
    return call->fail(std::move(error));
  app.runs().schedule();
  call->answer(201, describeSchedule(schedule), {{"location", "/api/schedules/" + schedule.id}});
}

void listSchedules(App &app, const SharedCall &call) {
  answerList(call, "schedules", app.runs().schedules().list(call->key.tenant), describeSchedule);
}

void removeSchedule(App &app, const SharedCall &call) {
  const std::optional<bool> removed =
      call->orFail(app.runs().schedules().remove(call->key.tenant, call->parameters.front()));
  if (!removed)
    return;
  if (!*removed)
    return call->refuse(404, "there is no such schedule");
  call->answer({204, {}, ""});
}

} // namespace agentc::serve
