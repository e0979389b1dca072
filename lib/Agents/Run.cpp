#include "Run.h"

#include "RunCode.h"
#include "ToolResult.h"

#include "agentc/Models/Retry.h"

#include "llvm/ADT/STLExtras.h"

#include <chrono>
#include <random>

namespace agentc::agents {

using Call = RunState::Call;

/// Most calls that one answer may ask for.
static constexpr size_t mostCalls = 64;

void AgentLoop::Run::drop() {
  isDropped_ = true;
  question_ = nullptr;
  timer_ = nullptr;
  awayTimer_ = nullptr;
  kept_.clear();
  calls_.clear();
  if (code_)
    code_->drop();
  expiries_.clear();
}

void AgentLoop::Run::stepSoon() {
  loop_.services_.loop.post([weak = weak_from_this()] {
    if (const auto self = weak.lock())
      self->step();
  });
}

void AgentLoop::Run::step() {
  if (isDropped_ || awayTimer_ || loop_.isPaused_ || state_.isPaused)
    return;
  if (state_.hasOpenCalls())
    return takeCalls();
  if (state_.isAnswered)
    return complete();
  if (question_ || timer_)
    return;
  if (state_.rounds >= agent_.rounds)
    return fail("rounds_used_up", "the model has used up its " + std::to_string(agent_.rounds) +
                                      " rounds without an answer");
  if (state_.rounds >= agent_.warnAt && !state_.isWarned && !state_.calls.empty() &&
      !append(events::warned,
              {{"roundsLeft", agent_.rounds - state_.rounds},
               {"text", "There are " + std::to_string(agent_.rounds - state_.rounds) +
                            " rounds left. Come to an answer with what you have."}}))
    return;
  ask();
}

void AgentLoop::Run::ask() {
  const models::ModelSettings &settings = loop_.services_.settings;
  const models::ModelName &name = agent_.models[std::min(state_.model, agent_.models.size() - 1)];
  const auto provider = settings.providers.find(name.provider);
  if (provider == settings.providers.end())
    return fail("model_not_found", "there is no provider `" + name.provider + "` any more");
  if (!append(events::asked,
              {{"model", name.text()}, {"round", state_.rounds + 1}, {"of", agent_.rounds}},
              store::Durability::Process))
    return;
  models::ModelRequest request;
  request.model = name.model;
  request.system = agent_.instructions;
  if (!state_.system.empty())
    request.system += (request.system.empty() ? "" : "\n\n") + state_.system;
  request.messages = state_.messages;
  for (const LoopTool &tool : agent_.tools)
    request.tools.push_back(tool.definition);
  request.maxTokens = std::min(agent_.maxTokens.value_or(settings.maxTokens), settings.maxTokens);
  request.temperature = agent_.temperature;
  question_ = loop_.services_.models.ask(
      provider->second, settings.timeouts, request,
      [this](const std::vector<models::ModelDelta> &deltas) { takeDeltas(deltas); },
      [this](std::variant<models::ModelAnswer, models::ModelFailure> end) {
        // The run may end here, which destroys the question that calls this.
        const auto self = shared_from_this();
        const auto question = std::move(question_);
        if (const auto *answer = std::get_if<models::ModelAnswer>(&end))
          takeAnswer(*answer);
        else
          takeFailure(std::get<models::ModelFailure>(end));
      });
}

void AgentLoop::Run::takeDeltas(const std::vector<models::ModelDelta> &deltas) {
  const auto self = shared_from_this();
  for (const models::ModelDelta &delta : deltas)
    if (!append(delta.kind == models::ModelDelta::Kind::Text ? events::delta : events::thought,
                {{"text", delta.text}}, store::Durability::Process, store::RunStatus::Running,
                WhileAway::Keep) &&
        isDropped_)
      return;
}

Json AgentLoop::Run::answerData(const models::ModelAnswer &answer,
                                const models::ModelName &asked) const {
  Json data = {{"content", answer.content},
               {"stopReason", answer.stopReason},
               {"model", answer.model},
               {"usage", models::usageToJson(answer.usage)}};
  if (const auto cost = loop_.services_.settings.costOf(asked, answer.usage))
    data["cost"] = *cost;
  if (!answer.badInputs.empty())
    data["badInputs"] = answer.badInputs;
  return data;
}

void AgentLoop::Run::takeAnswer(const models::ModelAnswer &answer) {
  if (appendFact(
          events::answered,
          answerData(answer, agent_.models[std::min(state_.model, agent_.models.size() - 1)])))
    step();
}

std::optional<Json> AgentLoop::Run::retryAfter(const models::ModelFailure &failure,
                                               unsigned attempts, size_t place,
                                               llvm::ArrayRef<models::ModelName> models) const {
  static std::minstd_rand dice(std::random_device{}());
  const double chance = std::uniform_real_distribution<double>()(dice);
  const unsigned attempt = attempts + 1;
  std::optional<std::chrono::milliseconds> wait =
      models::waitBeforeRetry(loop_.services_.settings, failure, attempt, chance);
  Json data = {
      {"code", failure.code}, {"message", failure.message}, {"attempt", attempt}, {"place", place}};
  if (!wait) {
    if (place + 1 >= models.size())
      return std::nullopt;
    wait = std::chrono::milliseconds(0);
    data["attempt"] = 0;
    data["place"] = place + 1;
    data["model"] = models[place + 1].text();
  }
  data["waitMs"] = wait->count();
  return data;
}

void AgentLoop::Run::takeFailure(const models::ModelFailure &failure) {
  const std::optional<Json> again =
      retryAfter(failure, state_.attempts, state_.model, agent_.models);
  if (!again)
    return fail(failure.code, failure.message);
  if (!appendFact(events::retried, *again))
    return;
  const std::chrono::milliseconds wait((*again)["waitMs"].get<int64_t>());
  timer_ = loop_.services_.loop.after(wait, [this] {
    const auto timer = std::move(timer_);
    step();
  });
}

const LoopTool *AgentLoop::Run::findTool(llvm::StringRef name) const {
  if (agent_.code)
    return &*agent_.code;
  const auto found = llvm::find_if(
      agent_.tools, [&](const LoopTool &tool) { return tool.definition["name"] == name.str(); });
  return found == agent_.tools.end() ? nullptr : &*found;
}

void AgentLoop::Run::takeCalls() {
  const auto self = shared_from_this();
  // Ids are indices, so the list is cleared only once all have ended.
  std::vector<std::string> ids;
  for (const Call &call : state_.calls)
    ids.push_back(call.id);
  for (const std::string &id : ids) {
    if (isDropped_)
      return;
    auto call = llvm::find_if(state_.calls, [&](const Call &one) { return one.id == id; });
    if (call != state_.calls.end())
      takeCall(*call);
  }
}

void AgentLoop::Run::takeCall(Call &call) {
  switch (call.stage) {
  case Call::Stage::Waiting:
    return startCall(call, /*isRepeated=*/false);
  case Call::Stage::Asked:
    return awaitDecision(call);
  case Call::Stage::Decided:
    if (call.decision == decisions::approved)
      return startCall(call, /*isRepeated=*/false);
    return refuseCall(call, call.decision,
                      call.decision == decisions::expired
                          ? "nobody approved this call in time; it was not made"
                          : "a person has denied this call; it was not made" +
                                (call.reason.empty() ? "" : ": " + call.reason));
  case Call::Stage::Started:
  case Call::Stage::Ended:
    return;
  }
}

void AgentLoop::Run::startCall(Call &call, bool isRepeated) {
  const LoopTool *tool = findTool(call.tool);
  if (state_.calls.size() > mostCalls)
    return refuseCall(call, "refused",
                      "more than " + std::to_string(mostCalls) + " tools were asked for at once");
  if (!tool)
    return refuseCall(call, "refused", "there is no tool of that name");
  if (call.badInput)
    return refuseCall(call, "refused", "the arguments are not a JSON object");
  if (tool->needsApproval && call.approval == 0)
    return askForApproval(call, *tool);
  if (agent_.code) {
    code_ = std::make_shared<Code>(*this);
    return code_->start(isRepeated);
  }
  const std::string id = call.id;
  if (!append(events::callStarted, {{"id", id},
                                    {"tool", call.tool},
                                    {"input", call.input},
                                    {"changesNothing", tool->changesNothing},
                                    {"isRepeated", isRepeated}}))
    return;
  calls_[id] = agent_.host->call(
      static_cast<size_t>(tool - agent_.tools.data()), call.input,
      [this, id](const ToolReport &report) {
        const auto self = shared_from_this();
        const auto ended = std::move(calls_[id]);
        calls_.erase(id);
        endCall(id, report.outcome == Outcome::Ok ? "ok" : outcomeName(report.outcome),
                resultOf(id, report));
      });
}

void AgentLoop::Run::refuseCall(const Call &call, llvm::StringRef status, const std::string &why) {
  if (agent_.code)
    return fail(status, why);
  endCall(call.id, status, errorResult(call.id, why));
}

void AgentLoop::Run::endCall(const std::string &id, llvm::StringRef status, Json result) {
  const auto call = llvm::find_if(state_.calls, [&](const Call &one) { return one.id == id; });
  const std::string tool = call == state_.calls.end() ? "" : call->tool;
  if (!appendFact(
          events::callEnded,
          {{"id", id}, {"tool", tool}, {"status", status.str()}, {"result", std::move(result)}}))
    return;
  loop_.checkIdle();
  if (!state_.hasOpenCalls())
    stepSoon();
}

void AgentLoop::Run::end(llvm::StringRef kind, store::RunStatus status, Json data) {
  data["usage"] = models::usageToJson(state_.usage);
  if (state_.cost && state_.rounds > 0)
    data["cost"] = *state_.cost;
  if (!state_.signals.empty())
    data["signals"] = state_.signals;
  append(kind, data, store::Durability::Machine, status);
}

void AgentLoop::Run::complete() {
  if (!settleSignals(state_.text))
    return;
  end(events::completed, store::RunStatus::Completed,
      {{"content", state_.text},
       {"stopReason", state_.stopReason},
       {"rounds", state_.rounds},
       {"toolsUsed", state_.toolsUsed}});
}

void AgentLoop::Run::fail(llvm::StringRef code, llvm::StringRef message) {
  end(events::failed, store::RunStatus::Failed, {{"code", code.str()}, {"message", message.str()}});
}

void AgentLoop::Run::cancel(llvm::StringRef by) {
  end(events::cancelled, store::RunStatus::Cancelled, {{"by", by.str()}});
}

} // namespace agentc::agents
