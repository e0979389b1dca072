#include "EarlierDecisions.h"
#include "Run.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc::agents {

void AgentLoop::Run::askForApproval(const RunState::Call &call, const LoopTool &tool) {
  const std::string id = call.id;
  Json question = {{"id", id},
                   {"tool", call.tool},
                   {"input", call.input},
                   {"reaches", tool.reach},
                   {"message", "Agent requests to call `" + call.tool + "`" +
                                   (tool.reach.empty() ? "" : ", which can reach " + tool.reach)},
                   {"expires", store::eventTime() + agent_.approvalTime.count()}};
  question.update(describeEarlier(loop_.services_.journal, record_.tenant,
                                  likenessOf(record_, agent_, state_, call)));
  if (append(events::approvalAsked, question))
    awaitDecision(*llvm::find_if(state_.calls, [&](const auto &one) { return one.id == id; }));
}

void AgentLoop::Run::awaitDecision(const RunState::Call &call) {
  std::unique_ptr<http::EventLoop::Timer> &timer = expiries_[call.approval];
  if (timer)
    return;
  const int64_t left = call.question.value("expires", int64_t(0)) - store::eventTime();
  timer = loop_.services_.loop.after(
      std::chrono::milliseconds(std::max<int64_t>(left, 0)),
      [this, approval = call.approval] { decide(approval, {decisions::expired.str(), "", ""}); });
}

bool AgentLoop::Run::decide(uint64_t approval, const Decision &decision) {
  const auto self = shared_from_this();
  const auto call = llvm::find_if(state_.calls, [&](const RunState::Call &one) {
    return one.approval == approval && one.stage == RunState::Call::Stage::Asked;
  });
  if (isDropped_ || call == state_.calls.end())
    return false;
  // The caller may be the timer itself.
  const auto timer = std::move(expiries_[approval]);
  expiries_.erase(approval);
  Json data = {{"approval", approval},
               {"id", call->id},
               {"tool", call->tool},
               {"decision", decision.word},
               {"by", decision.by}};
  if (!decision.reason.empty())
    data["reason"] = decision.reason;
  if (decision.isAutomatic) {
    data["isAutomatic"] = true;
  } else if (decision.word != decisions::expired) {
    const CallLikeness likeness = likenessOf(record_, agent_, state_, *call);
    data["alike"] = {likeness.same, likeness.alike};
  }
  if (!append(events::approvalGiven, data))
    return false;
  stepSoon();
  return true;
}

} // namespace agentc::agents
