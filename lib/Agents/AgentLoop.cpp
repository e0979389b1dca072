#include "agentc/Agents/AgentLoop.h"

#include "Run.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc::agents {

ToolHost::~ToolHost() = default;
ToolHost::Call::~Call() = default;
void ToolHost::Call::answer(uint32_t, const Json &) {}
std::unique_ptr<ToolHost::Call> ToolHost::callCode(const Json &, CodeListener) { return nullptr; }
Json ToolHost::delegate(const store::RunRecord &, size_t, llvm::StringRef, const Json &) {
  return {{"error", "no runs of other agents can be begun here"}};
}

void ToolHost::search(const Json &, std::function<void(Passages)> then) { then(Json::array()); }

AgentLoop::AgentLoop(Services services, Observer observer, OnFailure onFailure)
    : services_(services), observer_(std::move(observer)), onFailure_(std::move(onFailure)) {}

AgentLoop::~AgentLoop() {
  // Calls and questions must be destroyed before what answers them.
  for (auto &[id, run] : runs_)
    run->drop();
}

void AgentLoop::forget(llvm::StringRef run) {
  // The caller may be the run itself.
  if (auto found = runs_.find(run); found != runs_.end()) {
    services_.loop.post([kept = found->second] {});
    runs_.erase(found);
  }
  checkIdle();
}

void AgentLoop::checkIdle() {
  if (onIdle_ && llvm::none_of(runs_, [](const auto &one) { return one.second->isCalling(); }))
    services_.loop.post(std::exchange(onIdle_, nullptr));
}

void AgentLoop::pause(std::function<void()> onIdle) {
  isPaused_ = true;
  onIdle_ = std::move(onIdle);
  checkIdle();
}

store::RunEvent firstEvent(const Json &start, int64_t time) {
  return {1, events::started.str(), printJson(start, /*indented=*/false), time};
}

llvm::Error AgentLoop::begin(store::RunRecord run, const Json &start, LoopAgent agent) {
  Json told = start;
  if (agent.code)
    told["isCode"] = true;
  const store::RunEvent first = firstEvent(told, run.created);
  if (llvm::Error error = services_.journal.begin(run, first))
    return error;
  const std::string id = run.id;
  auto made = std::make_shared<Run>(*this, std::move(run), std::move(agent));
  made->state().apply(first);
  runs_[id] = made;
  observer_(made->record(), first);
  made->stepSoon();
  return llvm::Error::success();
}

llvm::Error AgentLoop::resume(store::RunRecord run, LoopAgent agent) {
  llvm::Expected<RunState> state = readState(services_.journal, run.id);
  if (!state)
    return state.takeError();
  const std::string id = run.id;
  auto made = std::make_shared<Run>(*this, std::move(run), std::move(agent));
  made->state() = std::move(*state);
  runs_[id] = made;
  // A run that has only begun has nothing to recover.
  if (made->state().last > 1)
    made->recover();
  else
    made->stepSoon();
  return llvm::Error::success();
}

llvm::Error AgentLoop::abandon(store::RunRecord run, llvm::StringRef code,
                               llvm::StringRef message) {
  llvm::Expected<RunState> state = readState(services_.journal, run.id);
  if (!state)
    return state.takeError();
  auto made = std::make_shared<Run>(*this, std::move(run), LoopAgent());
  made->state() = std::move(*state);
  made->fail(code, message);
  return llvm::Error::success();
}

void AgentLoop::lose(llvm::StringRef run) {
  if (const std::shared_ptr<Run> found = find(run)) {
    found->drop();
    forget(run);
  }
}

std::shared_ptr<AgentLoop::Run> AgentLoop::find(llvm::StringRef run) const {
  const auto found = runs_.find(run);
  return found == runs_.end() ? nullptr : found->second;
}

bool AgentLoop::cancel(llvm::StringRef run, llvm::StringRef by) {
  const std::shared_ptr<Run> found = find(run);
  if (found)
    found->cancel(by);
  return found != nullptr;
}

bool AgentLoop::hold(llvm::StringRef run, llvm::StringRef by) {
  const std::shared_ptr<Run> found = find(run);
  return found && found->hold(by);
}

bool AgentLoop::release(llvm::StringRef run, llvm::StringRef by) {
  const std::shared_ptr<Run> found = find(run);
  return found && found->release(by);
}

bool AgentLoop::isHeld(llvm::StringRef run) const {
  const std::shared_ptr<Run> found = find(run);
  return found && found->state().isPaused;
}

bool AgentLoop::decide(llvm::StringRef run, uint64_t approval, const Decision &decision) {
  const std::shared_ptr<Run> found = find(run);
  return found && found->decide(approval, decision);
}

bool AgentLoop::awaitsApproval(llvm::StringRef run) const {
  const std::shared_ptr<Run> found = find(run);
  return found && found->state().awaitsApproval();
}

} // namespace agentc::agents
