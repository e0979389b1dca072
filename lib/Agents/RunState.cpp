#include "agentc/Agents/RunState.h"

#include "agentc/Models/Members.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc::agents {

using Call = RunState::Call;

bool endsRun(const store::RunEvent &event) {
  return event.kind == events::completed || event.kind == events::failed ||
         event.kind == events::cancelled;
}

static RunState::Call *findCall(std::vector<Call> &calls, const Json &data) {
  const std::string id = data.value("id", "");
  auto found = llvm::find_if(calls, [&](const Call &call) { return call.id == id; });
  return found == calls.end() ? nullptr : &*found;
}

bool RunState::hasOpenCalls() const {
  return llvm::any_of(calls, [](const Call &call) { return call.stage != Call::Stage::Ended; });
}

bool RunState::awaitsApproval() const {
  return llvm::any_of(calls, [](const Call &call) { return call.stage == Call::Stage::Asked; });
}

bool RunState::asks(uint64_t approval) const {
  return llvm::any_of(calls, [&](const Call &call) {
    return call.stage == Call::Stage::Asked && call.approval == approval;
  });
}

void RunState::start(const Json &data) {
  history = messages = data.value("history", Json::array());
  messages.push_back({{"role", "user"}, {"content", data.value("message", Json(""))}});
  system = data.value("system", "");
  user = data.value("userId", "");
  isCode = data.value("isCode", false);
  if (!isCode)
    return;
  Call call;
  call.id = codeCall;
  call.tool = codeName;
  call.input = data.value("input", Json::object());
  calls.push_back(std::move(call));
}

void RunState::countAnswer(const Json &data) {
  ++rounds;
  usage += models::usageFromJson(data.value("usage", Json::object()));
  const auto answerCost = data.find("cost");
  if (cost && answerCost != data.end() && answerCost->is_number())
    *cost += answerCost->get<double>();
  else
    cost = std::nullopt;
}

void RunState::applyCode(llvm::StringRef kind, const Json &data) {
  const uint64_t number = models::countOf(data, "question");
  CodeQuestion *question =
      number > 0 && number <= questions.size() ? &questions[number - 1] : nullptr;
  if (kind == events::codeStarted) {
    calls.front().stage = Call::Stage::Started;
  } else if (kind == events::asked && data.contains("request")) {
    questions.push_back({number, data["request"], std::nullopt});
  } else if (kind == events::retried && question) {
    question->attempts = data.value("attempt", 0u);
    question->model = data.value("place", size_t(0));
  } else if ((kind == events::answered || kind == events::unanswered) && question) {
    question->answer = data;
    if (kind == events::answered)
      countAnswer(data);
  } else if (kind == events::remembered) {
    appends.push_back(data.value("messages", Json::array()));
  } else if (kind == events::searched) {
    searches.push_back(data);
  } else if (kind == events::callStarted || kind == events::callEnded) {
    ++codeCalls;
    if (const std::string tool = data.value("tool", ""); !llvm::is_contained(toolsUsed, tool))
      toolsUsed.push_back(tool);
  }
}

void RunState::answer(const Json &data) {
  const Json content = data.value("content", Json::array()),
             badInputs = data.value("badInputs", Json::object());
  countAnswer(data);
  attempts = 0;
  stopReason = data.value("stopReason", "");
  calls.clear();
  text.clear();
  for (const Json &block : content) {
    if (models::textOf(block, "type") == "text")
      text += models::textOf(block, "text");
    if (models::textOf(block, "type") != "tool_use")
      continue;
    Call call;
    call.id = models::textOf(block, "id").str();
    call.tool = models::textOf(block, "name").str();
    call.input = block.value("input", Json::object());
    if (auto bad = badInputs.find(call.id); bad != badInputs.end())
      call.badInput = bad->get<std::string>();
    calls.push_back(std::move(call));
  }
  isAnswered = calls.empty() && stopReason != "pause_turn";
  // The APIs refuse a message without content.
  if (!content.empty())
    messages.push_back({{"role", "assistant"}, {"content", content}});
}

void RunState::endCall(const Json &data) {
  Call *call = findCall(calls, data);
  if (!call)
    return;
  call->stage = Call::Stage::Ended;
  call->result = data.value("result", Json::object());
  if (!llvm::is_contained(toolsUsed, call->tool))
    toolsUsed.push_back(call->tool);
  if (hasOpenCalls())
    return;
  // Together, and in the order in which they were asked for.
  Json results = Json::array();
  for (const Call &each : calls)
    results.push_back(each.result);
  messages.push_back({{"role", "user"}, {"content", std::move(results)}});
}

void RunState::ask(uint64_t sequence, const Json &data) {
  Call *call = findCall(calls, data);
  if (!call)
    return;
  call->stage = Call::Stage::Asked;
  call->approval = sequence;
  call->question = data;
}

void RunState::decide(const Json &data) {
  const std::string decision = data.value("decision", "");
  decided[data.value("approval", uint64_t(0))] = decision;
  Call *call = findCall(calls, data);
  if (!call)
    return;
  call->stage = Call::Stage::Decided;
  call->decision = decision;
  call->reason = data.value("reason", "");
}

void RunState::apply(const store::RunEvent &event) {
  last = event.sequence;
  const llvm::StringRef kind = event.kind;
  if (kind == events::delta || kind == events::thought)
    return;
  const Json data = parseJson(event.data).value_or(Json::object());
  if (kind == events::approvalAsked) {
    ask(event.sequence, data);
  } else if (kind == events::approvalGiven) {
    decide(data);
  } else if (kind == events::started) {
    start(data);
  } else if (kind == events::signalled) {
    signals.push_back({{"type", data.value("type", "")}, {"data", data.value("data", Json())}});
  } else if (kind == events::delegated) {
    delegated.insert(data.value("signal", size_t(0)));
  } else if (kind == events::paused || kind == events::unpaused) {
    isPaused = kind == events::paused;
  } else if (isCode && !endsRun(event)) {
    applyCode(kind, data);
  } else if (kind == events::answered) {
    answer(data);
  } else if (kind == events::retried) {
    attempts = data.value("attempt", 0u);
    model = data.value("place", size_t(0));
  } else if (kind == events::callStarted) {
    if (Call *call = findCall(calls, data))
      call->stage = Call::Stage::Started;
  } else if (kind == events::callEnded) {
    endCall(data);
  } else if (kind == events::warned) {
    isWarned = true;
    messages.back()["content"].push_back({{"type", "text"}, {"text", data.value("text", "")}});
  } else {
    isOver = endsRun(event);
  }
}

llvm::Expected<RunState> readState(store::Journal &journal, llvm::StringRef run) {
  static constexpr unsigned batch = 1000;
  RunState state;
  while (true) {
    llvm::Expected<std::vector<store::RunEvent>> events = journal.read(run, state.last, batch);
    if (!events)
      return events.takeError();
    for (const store::RunEvent &event : *events)
      state.apply(event);
    if (events->size() < batch)
      return state;
  }
}

} // namespace agentc::agents
