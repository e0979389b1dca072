#include "Handlers.h"
#include "Runs/History.h"
#include "Runs/RunAnswers.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

using models::memberOf;
using models::textOf;

static constexpr unsigned mostRunsListed = 500;

std::optional<store::RunRecord> namedRun(App &app, const SharedCall &call) {
  std::optional<store::RunRecord> found =
      call->orMissing(app.runs().journal().find(call->key.tenant, call->parameters.front()),
                      "there is no such run");
  if (found) {
    call->agent = found->agent;
    call->conversation = found->conversation;
  }
  return found;
}

static Json describeRun(App &app, const store::RunRecord &run) {
  return {{"id", run.id},
          {"agent", run.agent},
          {"conversationId", run.conversation},
          {"status", app.runs().isHeld(run.id) ? "paused" : store::statusName(run.status).str()},
          {"created", timeText(run.created / 1000)},
          {"awaitsApproval", app.runs().awaitsApproval(run.id)},
          {"lastEvent", run.last}};
}

/// The same for a run in a list; `answerRun` reads more.
static Json describeListed(App &app, const store::RunRecord &run) {
  Json body = describeRun(app, run);
  if (!app.runs().nodes() || run.status != store::RunStatus::Running ||
      app.runs().isUnderWay(run.id))
    return body;
  // Another node's: its journal tells. A tenant has no more of these than `--tenant-calls`.
  llvm::Expected<agents::RunState> state = agents::readState(app.runs().journal(), run.id);
  if (!state) {
    llvm::consumeError(state.takeError());
    return body;
  }
  body["awaitsApproval"] = state->awaitsApproval();
  if (state->isPaused)
    body["status"] = "paused";
  return body;
}

void listRuns(App &app, const SharedCall &call) {
  const std::optional<std::string> conversation = call->query("conversationId");
  answerList(call, "runs",
             app.runs().journal().runs(call->key.tenant, conversation, mostRunsListed),
             [&app](const store::RunRecord &run) { return describeListed(app, run); });
}

/// The open questions for approval of a run.
static Json questionsOf(const agents::RunState &state) {
  Json list = Json::array();
  for (const agents::RunState::Call &each : state.calls) {
    if (each.stage != agents::RunState::Call::Stage::Asked)
      continue;
    Json question = each.question;
    question["approval"] = each.approval;
    list.push_back(std::move(question));
  }
  return list;
}

void answerRun(App &app, const SharedCall &call, const store::RunRecord &run) {
  Json body = describeRun(app, run);
  if (run.status == store::RunStatus::Running) {
    const std::optional<agents::RunState> state =
        call->orFail(agents::readState(app.runs().journal(), run.id));
    if (!state)
      return;
    body["awaitsApproval"] = state->awaitsApproval();
    if (state->isPaused)
      body["status"] = "paused";
    if (state->awaitsApproval())
      body["approvals"] = questionsOf(*state);
    return call->answer(200, body);
  }
  const std::optional<std::vector<store::RunEvent>> last =
      call->orFail(app.runs().journal().read(run.id, run.last - 1, 1));
  if (!last)
    return;
  if (!last->empty()) {
    body["end"] = parseJson(last->front().data).value_or(Json());
    body["durationMs"] = std::max<int64_t>(last->front().time - run.created, 0);
  }
  call->answer(200, body);
}

void showRun(App &app, const SharedCall &call) {
  if (std::optional<store::RunRecord> run = namedRun(app, call))
    answerRun(app, call, *run);
}

void followRun(App &app, const SharedCall &call) {
  const std::optional<store::RunRecord> run = namedRun(app, call);
  if (!run)
    return;
  const std::string view = call->query("view").value_or("journal");
  const std::string from = call->request.header("last-event-id")
                               .value_or(llvm::StringRef(call->query("after").value_or("0")))
                               .str();
  uint64_t after = 0;
  if ((view != "journal" && view != "chat") || !llvm::to_integer(from, after, 10))
    return call->refuse(400, "`view` is `journal` or `chat`; `after` and `Last-Event-ID` are the "
                             "number of an event");
  // This status tells clients of server-sent events not to reconnect.
  if (run->status != store::RunStatus::Running && after >= run->last)
    return call->answer({204, {}, ""});
  app.runs().follow(call, run->id, view == "chat" ? chatView(/*hasIds=*/true) : journalView(),
                    std::min(after, run->last));
}

/// The run that the path names, which has not ended; std::nullopt after refusing the call.
static std::optional<store::RunRecord> namedOpenRun(App &app, const SharedCall &call) {
  std::optional<store::RunRecord> run = namedRun(app, call);
  if (!run || run->status == store::RunStatus::Running)
    return run;
  call->refuse(409, "the run has ended");
  return std::nullopt;
}

void cancelRun(App &app, const SharedCall &call) {
  std::optional<store::RunRecord> run = namedOpenRun(app, call);
  if (!run)
    return;
  app.runs().ordered(
      call, *run, {{"what", "cancel"}, {"by", call->key.name}},
      [](const agents::RunState &state) { return state.isOver; },
      [&app, call] { showRun(app, call); });
}

void refuseUntilUnderWay(const SharedCall &call) {
  call->answer(503, refusal(503, "the run is not under way yet; it goes on soon").body,
               {{"retry-after", "1"}});
}

/// Holds a run or lets it go on; repeating it gives the same answer.
static void setHeld(App &app, const SharedCall &call, bool isHeld) {
  std::optional<store::RunRecord> run = namedOpenRun(app, call);
  if (!run)
    return;
  app.runs().ordered(
      call, *run, {{"what", isHeld ? "hold" : "release"}, {"by", call->key.name}},
      [isHeld](const agents::RunState &state) { return state.isOver || state.isPaused == isHeld; },
      [&app, call] { showRun(app, call); });
}

void pauseRun(App &app, const SharedCall &call) { setHeld(app, call, true); }
void resumeRun(App &app, const SharedCall &call) { setHeld(app, call, false); }

/// The fault of the earlier messages that a client sends.
static std::optional<std::string> faultOf(const Json &history) {
  const auto isBlock = [](const Json &block) { return !textOf(block, "type").empty(); };
  const auto isMessage = [&](const Json &message) {
    const llvm::StringRef role = textOf(message, "role");
    const Json *content = memberOf(message, "content");
    if ((role != "user" && role != "assistant") || !content)
      return false;
    return content->is_string() ||
           (content->is_array() && !content->empty() && llvm::all_of(*content, isBlock));
  };
  if (history.is_array() && llvm::all_of(history, isMessage))
    return std::nullopt;
  return "`chatHistory` is not a list of messages with `role` (`user`, `assistant`) and `content`";
}

/// The names of the tools that a client lets a model use; it may send whole definitions.
static std::optional<Json> readTools(const Json &tools) {
  Json names = Json::array();
  if (!tools.is_array())
    return std::nullopt;
  for (const Json &tool : tools) {
    const Json name = tool.is_string() ? tool : Json(textOf(tool, "name").str());
    if (name == "")
      return std::nullopt;
    names.push_back(name);
  }
  return names;
}

/// The first event of a chat's run; std::nullopt after refusing the call.
static std::optional<Json> readChat(const SharedCall &call, const Json &body) {
  Json start = Json::object();
  const Json *message = memberOf(body, "message"), *history = memberOf(body, "chatHistory"),
             *tools = memberOf(body, "tools");
  std::optional<std::string> fault;
  if (!message || !message->is_string() || message->get_ref<const std::string &>().empty())
    fault = "`message` is not a text";
  else if (history && !history->is_null())
    fault = faultOf(*history);
  if (fault) {
    call->refuse(400, *fault);
    return std::nullopt;
  }
  start["message"] = *message;
  if (history && history->is_array())
    start["history"] = *history;
  if (const llvm::StringRef system = textOf(body, "systemPrompt"); !system.empty())
    start["system"] = system.str();
  if (tools && !tools->is_null()) {
    std::optional<Json> names = readTools(*tools);
    if (!names) {
      call->refuse(400, "`tools` is not a list of tools' names or definitions");
      return std::nullopt;
    }
    start["tools"] = std::move(*names);
  }
  for (const char *member : {"agentName", "userId"})
    if (const llvm::StringRef text = textOf(body, member); !text.empty())
      start[member] = text.str();
  return start;
}

void makeRun(App &app, const SharedCall &call, const ResolvedAgent &agent, Json start,
             std::function<void(std::variant<agents::LoopAgent, Refusal>, const Json &)> then) {
  start["version"] = agent.agent.current.number;
  start["package"] = agent.package.digest;
  store::RunRecord run;
  run.tenant = call->key.tenant;
  run.agent = call->agent;
  run.conversation = call->conversation;
  // A client that sends a history, even an empty one, keeps the history itself.
  if (!run.conversation.empty() && !start.contains("history")) {
    const std::optional<HistoryRules> rules =
        readHistoryRules(agent.settings.value("history", Json::object()));
    llvm::Expected<Json> history =
        historyOf(app.runs().journal(), run, rules.value_or(HistoryRules()));
    if (!history)
      return then(refusal(503, llvm::toString(history.takeError())), start);
    start["history"] = std::move(*history);
  }
  loopAgentOf(app, run, start, [start, then](std::variant<agents::LoopAgent, Refusal> made) {
    then(std::move(made), start);
  });
}

void beginRun(App &app, const SharedCall &call, llvm::StringRef slug, Json start,
              std::function<void(std::string)> then) {
  const std::optional<ResolvedAgent> agent = resolveAgent(app, call, slug);
  if (!agent)
    return;
  makeRun(app, call, *agent, std::move(start),
          [&app, call, then](std::variant<agents::LoopAgent, Refusal> made, const Json &start) {
            if (auto *refused = std::get_if<Refusal>(&made))
              return call->refuse(*refused);
            if (const auto id =
                    app.runs().begin(call, start, std::get<agents::LoopAgent>(std::move(made))))
              then(*id);
          });
}

void chat(App &app, const SharedCall &call) {
  const std::optional<Json> body = call->object();
  if (!body)
    return;
  std::optional<Json> start = readChat(call, *body);
  if (!start)
    return;
  call->user = textOf(*body, "userId").str();
  call->conversation = textOf(*body, "conversationId").str();
  beginRun(app, call, textOf(*body, "agentId"), std::move(*start), [&app, call](const auto &id) {
    app.runs().follow(call, id, chatView(/*hasIds=*/false));
  });
}

void addRun(App &app, const SharedCall &call) {
  const std::optional<Json> body = call->object();
  if (!body)
    return;
  const Json *input = memberOf(*body, "input");
  const std::optional<Json> start =
      readChat(call, input && input->is_string() ? Json({{"message", *input}})
                                                 : (input ? *input : Json::object()));
  if (!start)
    return;
  call->conversation = textOf(*body, "conversationId").str();
  if (body->contains("at") || body->contains("cron"))
    return addSchedule(app, call, *body, *start);
  beginRun(app, call, textOf(*body, "agent"), *start, [&app, call](const std::string &id) {
    if (const auto run = call->orMissing(app.runs().journal().find(call->key.tenant, id),
                                         "there is no such run"))
      call->answer(201, describeRun(app, *run), {{"location", "/api/runs/" + id}});
  });
}

} // namespace agentc::serve
