#include "Runs/Runs.h"

#include "Handlers.h"
#include "Runs/CodeAgents.h"
#include "Runs/RunAnswers.h"

#include "agentc/Models/Members.h"
#include "agentc/Support/Digest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc::serve {

llvm::Expected<std::unique_ptr<Runs>>
Runs::open(App &app, std::optional<models::ModelSettings> settings, store::SharedState state) {
  std::unique_ptr<Runs> runs(new Runs(app));
  runs->journal_ = std::move(state.journal);
  runs->scheduler_ = std::make_unique<Scheduler>(app, std::move(state.schedules));
  if (state.nodes)
    runs->nodes_ = std::make_unique<NodeRuns>(app, std::move(state.nodes));
  llvm::Expected<std::unique_ptr<KnowledgeBase>> knowledge =
      KnowledgeBase::open(app, std::move(state.knowledge), settings);
  if (!knowledge)
    return knowledge.takeError();
  runs->knowledge_ = std::move(*knowledge);
  runs->settings_ = std::move(settings);
  if (!runs->settings_)
    return runs;
  llvm::Expected<std::unique_ptr<models::ModelClient>> client =
      models::ModelClient::create(app.loop());
  if (!client)
    return client.takeError();
  runs->models_ = std::move(*client);
  runs->loop_ = std::make_unique<agents::AgentLoop>(
      agents::AgentLoop::Services{app.loop(), *runs->journal_, *runs->models_, *runs->settings_},
      [runs = runs.get()](const auto &run, const auto &event) { runs->observe(run, event); },
      [runs = runs.get()](const store::RunRecord &run, llvm::Error error) {
        runs->retry(run, "run stopped: ", std::move(error));
      });
  return runs;
}

std::optional<std::string> Runs::begin(const SharedCall &call, const Json &start,
                                       agents::LoopAgent agent) {
  if (app_.isStopping()) {
    call->refuse(503, "the server is stopping");
    return std::nullopt;
  }
  const std::optional<bool> isFullNow = call->orFail(isFull(call->key.tenant));
  if (!isFullNow)
    return std::nullopt;
  if (*isFullNow) {
    call->answer(429, refusal(429, "the tenant has as many runs under way as it may").body,
                 {{"retry-after", "1"}});
    return std::nullopt;
  }
  store::RunRecord run;
  run.id = "run_" + randomHex(16);
  run.tenant = call->key.tenant;
  run.agent = call->agent;
  run.conversation = call->conversation;
  run.created = store::eventTime();
  const std::string id = run.id;
  Json told = start;
  if (agent.code)
    told["input"] = codeInput(run, start);
  else if (const Json *context = models::memberOf(start, "context"))
    told["system"] =
        models::textOf(start, "system").str() + (start.contains("system") ? "\n\n" : "") +
        "About the customer and the channel, as data:\n" + printJson(*context, /*indented=*/false);
  if (nodes_ && agent.code)
    told["isCode"] = true;
  llvm::Error error = nodes_ ? journal_->begin(run, agents::firstEvent(told, run.created))
                             : loop_->begin(run, told, std::move(agent));
  if (error) {
    call->fail(std::move(error));
    return std::nullopt;
  }
  noteStart(app_, run, told);
  if (nodes_)
    nodes_->takeSoon();
  return id;
}

void Runs::follow(const SharedCall &call, const std::string &run, std::unique_ptr<RunView> view,
                  uint64_t after) {
  auto stream = std::make_shared<RunStream>(app_, call, run, std::move(view), after);
  streams_[run].push_back(stream);
  if (nodes_)
    nodes_->nodes().follow(run, after);
  stream->begin();
}

void Runs::forget(const RunStream &stream) {
  for (auto each = streams_.begin(); each != streams_.end(); ++each) {
    auto &list = each->second;
    const auto found = llvm::find_if(list, [&](const auto &one) { return one.get() == &stream; });
    if (found == list.end())
      continue;
    // The caller may be the stream itself.
    app_.loop().post([kept = *found] {});
    list.erase(found);
    if (list.empty()) {
      if (nodes_)
        nodes_->nodes().unfollow(each->first);
      streams_.erase(each);
    }
    return;
  }
}

void Runs::observe(const store::RunRecord &run, const store::RunEvent &event) {
  if (event.kind == agents::events::started || event.kind == agents::events::resumed)
    running_[run.tenant].insert(run.id);
  if (agents::endsRun(event)) {
    running_[run.tenant].erase(run.id);
    if (nodes_)
      nodes_->forget(run.id);
    note(run, event);
  }
  tell(run.id, event);
}

void Runs::tell(llvm::StringRef run, const store::RunEvent &event) {
  const auto found = streams_.find(run.str());
  if (found == streams_.end())
    return;
  // Streams that end remove themselves from the list.
  const std::vector<std::shared_ptr<RunStream>> list = found->second;
  for (const std::shared_ptr<RunStream> &stream : list)
    stream->take(event);
}

void Runs::note(const store::RunRecord &run, const store::RunEvent &event) {
  const Json data = parseJson(event.data).value_or(Json::object());
  const models::ModelUsage usage = models::usageFromJson(data.value("usage", Json::object()));
  app_.log({{"level", event.kind == agents::events::failed ? "error" : "info"},
            {"message", "run ended"},
            {"outcome", event.kind},
            {"code", models::textOf(data, "code").str()},
            {"agentId", run.agent},
            {"companyId", run.tenant},
            {"conversationId", run.conversation},
            {"requestId", run.id},
            {"runId", run.id},
            {"duration", event.time - run.created},
            {"cost", data.value("cost", Json())},
            {"tokensUsed", usage.input + usage.output + usage.cacheRead + usage.cacheWritten},
            {"toolsUsed", data.value("toolsUsed", Json::array())},
            {"shouldEscalate", metadataOf(data).value("shouldEscalate", Json(false))}});
}

void Runs::removeOld() {
  // A few at a time, so that no request has to wait.
  static constexpr unsigned batch = 100;
  const int64_t kept = int64_t(settings_->keepRuns) * 86400000;
  llvm::Expected<unsigned> removed = journal_->removeEnded(store::eventTime() - kept, batch);
  if (!removed)
    app_.log({{"level", "error"}, {"message", llvm::toString(removed.takeError())}});
  const bool isMore = removed && *removed == batch;
  removal_ = app_.loop().after(isMore ? std::chrono::milliseconds(100) : std::chrono::hours(1),
                               [this] { removeOld(); });
}

void Runs::resumeAll() {
  if (settings_ && settings_->keepRuns)
    removeOld();
  if (nodes_) {
    const bool works = loop_ && app_.options().role != Role::Serve;
    nodes_->begin(works);
    if (works)
      schedule();
    return;
  }
  llvm::Expected<std::vector<store::RunRecord>> unfinished = journal_->unfinished();
  if (!unfinished)
    return app_.log({{"level", "error"}, {"message", llvm::toString(unfinished.takeError())}});
  if (!loop_ && !unfinished->empty())
    return app_.log({{"level", "warn"},
                     {"message", "there are runs to go on with, but no models (`--models`)"},
                     {"runs", unfinished->size()}});
  for (const store::RunRecord &run : *unfinished)
    resume(run);
  // Without models none of them could go on.
  if (loop_)
    schedule();
}

void Runs::retry(const store::RunRecord &run, llvm::StringRef what, llvm::Error error) {
  app_.log({{"level", "error"},
            {"message", what.str() + llvm::toString(std::move(error))},
            {"runId", run.id},
            {"companyId", run.tenant}});
  // Redis recovers sooner than a full disk.
  resumeLater(run, nodes_ ? std::chrono::seconds(1) : std::chrono::seconds(5));
}

void Runs::resumeLater(const store::RunRecord &run, std::chrono::milliseconds time) {
  later_[run.id] = app_.loop().after(time, [this, run] { resume(run); });
}

void Runs::resume(const store::RunRecord &run) {
  later_.erase(run.id);
  if (nodes_ && !nodes_->nodes().owns(run.id))
    return lose(run.id);
  const auto fail = [this, run](llvm::Error error) {
    retry(run, "run not resumed: ", std::move(error));
  };
  llvm::Expected<std::vector<store::RunEvent>> first = journal_->read(run.id, 0, 1);
  if (!first)
    return fail(first.takeError());
  const Json start = first->empty() ? Json() : parseJson(first->front().data).value_or(Json());
  loopAgentOf(app_, run, start,
              [this, run, fail](std::variant<agents::LoopAgent, Refusal> &&agent) {
                if (auto *made = std::get_if<agents::LoopAgent>(&agent)) {
                  if (llvm::Error error = loop_->resume(run, std::move(*made)))
                    return fail(std::move(error));
                  running_[run.tenant].insert(run.id);
                  return;
                }
                const Refusal &refused = std::get<Refusal>(agent);
                if (refused.status == 503)
                  return resumeLater(run, std::chrono::seconds(1));
                if (llvm::Error error =
                        loop_->abandon(run, "not_resumable", models::textOf(refused.body, "error")))
                  fail(std::move(error));
              });
}

void Runs::pause(std::function<void()> onIdle) {
  scheduler_->stop();
  if (nodes_)
    nodes_->stop();
  const auto endStreams = [this, onIdle = std::move(onIdle)] {
    giveBack();
    // Their clients reconnect with the number of the last event that they got.
    while (!streams_.empty())
      streams_.begin()->second.front()->end();
    onIdle();
  };
  if (loop_)
    loop_->pause(endStreams);
  else
    endStreams();
}

} // namespace agentc::serve
