// A run between its steps: recovery after a crash, holding and releasing, and the signals of its
// answer.

#include "Run.h"
#include "RunCode.h"

#include "agentc/Agents/Signals.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc::agents {

using Call = RunState::Call;

void AgentLoop::Run::recover() {
  // If that fails, its state is read again.
  if (!append(events::resumed, Json::object(), store::Durability::Machine,
              store::RunStatus::Running, WhileAway::Drop))
    return;
  if (state_.isPaused)
    hasInterrupted_ = true;
  else
    settleInterrupted();
}

void AgentLoop::Run::settleInterrupted() {
  std::vector<std::string> interrupted;
  for (const Call &call : state_.calls)
    if (call.stage == Call::Stage::Started)
      interrupted.push_back(call.id);
  for (const std::string &id : interrupted) {
    Call &call = *llvm::find_if(state_.calls, [&](const Call &one) { return one.id == id; });
    const LoopTool *tool = findTool(call.tool);
    if (tool && tool->changesNothing)
      startCall(call, /*isRepeated=*/true);
    else
      refuseCall(call, "interrupted",
                 "the server stopped during this call, which may have taken effect; it is not "
                 "repeated");
    if (isDropped_)
      return;
  }
  stepSoon();
}

bool AgentLoop::Run::settleSignals(llvm::StringRef answer) {
  std::vector<std::string> types;
  for (const auto &[type, agent] : agent_.signals)
    types.push_back(type);
  const std::vector<Signal> signals = parseSignals(answer, types);
  for (size_t i = state_.signals.size(); i < signals.size(); ++i)
    if (!append(events::signalled, {{"type", signals[i].type}, {"data", signals[i].data}}))
      return false;
  for (size_t i = 0; i < state_.signals.size(); ++i) {
    const auto agent = agent_.signals.find(state_.signals[i].value("type", ""));
    if (agent == agent_.signals.end() || agent->second.empty() || state_.delegated.count(i))
      continue;
    Json data = agent_.host->delegate(record_, i, agent->second, state_.signals[i]);
    data["signal"] = i;
    if (!append(events::delegated, data))
      return false;
  }
  return true;
}

bool AgentLoop::Run::hold(llvm::StringRef by) {
  return !state_.isPaused && append(events::paused, {{"by", by.str()}});
}

bool AgentLoop::Run::release(llvm::StringRef by) {
  const auto self = shared_from_this();
  if (!state_.isPaused || !append(events::unpaused, {{"by", by.str()}}))
    return false;
  if (std::exchange(hasInterrupted_, false))
    settleInterrupted();
  else if (code_)
    code_->release();
  stepSoon();
  return true;
}

} // namespace agentc::agents
