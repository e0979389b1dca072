// The beginning of runs, above all of those that no request has asked for: runs of signals and of
// schedules.

#include "Handlers.h"
#include "Runs/CodeAgents.h"
#include "Runs/PackageHost.h"
#include "Runs/RunAnswers.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"
#include "agentc/Support/Digest.h"

namespace agentc::serve {

using models::textOf;

/// Longest chain of runs that begin one another by signals.
static constexpr unsigned mostDepth = 5;

/// An error of the environment, after which a retry may succeed.
static Json failed(llvm::Error error) {
  return {{"error", llvm::toString(std::move(error))}, {"isTransient", true}};
}

void noteStart(App &app, const store::RunRecord &run, const Json &start) {
  const Json *context = models::memberOf(start, "context");
  app.log({{"level", "info"},
           {"message", "run started"},
           {"agentId", run.agent},
           {"companyId", run.tenant},
           {"conversationId", run.conversation},
           {"requestId", run.id},
           {"runId", run.id},
           {"channel", context ? models::textOf(*context, "channel").str() : ""}});
}

Json Runs::beginLater(store::RunRecord run, Json start) {
  llvm::Expected<std::optional<store::RunRecord>> known = journal_->find(run.tenant, run.id);
  if (!known)
    return failed(known.takeError());
  if (*known)
    return {{"agent", (*known)->agent}, {"run", run.id}};
  llvm::Expected<std::optional<store::Agent>> agent = app_.store().findAgent(run.tenant, run.agent);
  if (!agent)
    return failed(agent.takeError());
  const store::AgentVersion *version = *agent ? &(*agent)->current : nullptr;
  const Json settings = version ? parseJson(version->settings).value_or(Json()) : Json();
  if (!version || settings.value("status", "active") != "active")
    return {{"error", "there is no active agent `" + run.agent + "`"}};
  llvm::Expected<bool> isFullNow = isFull(run.tenant);
  if (!isFullNow)
    return failed(isFullNow.takeError());
  if (*isFullNow)
    return {{"error", "the tenant has as many runs under way as it may"}, {"isTransient", true}};
  start["version"] = version->number;
  start["package"] = version->package;
  run.created = store::eventTime();
  if (llvm::Error error = completeStart(app_, run, start))
    return failed(std::move(error));
  if (llvm::Error error = journal_->begin(run, agents::firstEvent(start, run.created)))
    return failed(std::move(error));
  noteStart(app_, run, start);
  beginSoon(run);
  return {{"agent", run.agent}, {"run", run.id}};
}

/// The text that tells an agent of the signal which began its run.
static std::string messageOf(const Json &signal) {
  const Json data = signal.value("data", Json());
  return textOf(signal, "type").str() + (data.is_null() ? ""
                                         : data.is_string()
                                             ? ": " + data.get<std::string>()
                                             : "\n" + printJson(data, /*indented=*/true));
}

Json PackageHost::delegate(const store::RunRecord &run, size_t signal, llvm::StringRef agent,
                           const Json &data) {
  llvm::Expected<std::vector<store::RunEvent>> first =
      app_.runs().journal().read(run.id, /*after=*/0, /*most=*/1);
  if (!first)
    return failed(first.takeError());
  const Json start =
      first->empty() ? Json::object() : parseJson(first->front().data).value_or(Json::object());
  const uint64_t depth = models::countOf(start, "depth") + 1;
  if (depth > mostDepth)
    return {{"error", "signals have begun " + std::to_string(mostDepth) + " runs in a row"}};
  store::RunRecord begun;
  // After a crash, the id is the same again.
  begun.id = "run_" + sha256Hex(run.id + "/" + std::to_string(signal)).substr(0, 32);
  begun.tenant = run.tenant;
  begun.agent = agent.str();
  Json told = {
      {"message", messageOf(data)}, {"signal", data}, {"parent", run.id}, {"depth", depth}};
  if (const llvm::StringRef user = textOf(start, "userId"); !user.empty())
    told["userId"] = user.str();
  Json answer = app_.runs().beginLater(std::move(begun), std::move(told));
  answer.erase("isTransient");
  return answer;
}

} // namespace agentc::serve
