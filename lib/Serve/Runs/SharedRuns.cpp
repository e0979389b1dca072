// The part of `Runs` for states that nodes share.

#include "App.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

using models::textOf;

/// Nodes lost in a row with a run after which it is given up.
static constexpr unsigned mostFalls = 10;

void Runs::take(const store::TakenRun &taken) {
  const store::RunRecord &run = taken.record;
  if (taken.falls < mostFalls)
    return resume(run);
  llvm::Expected<agents::RunState> state = agents::readState(*journal_, run.id);
  if (!state)
    return retry(run, "run not resumed: ", state.takeError());
  // Runs that wait for a person do nothing that could crash a node.
  if (state->awaitsApproval() || state->isPaused)
    return resume(run);
  if (llvm::Error error = loop_->abandon(
          run, "nodes_lost",
          std::to_string(taken.falls) + " nodes were lost, one after the other, while they had the "
                                        "run, and nothing of it ended in between"))
    retry(run, "run not ended: ", std::move(error));
}

llvm::Expected<bool> Runs::isFull(llvm::StringRef tenant) {
  const uint64_t most = app_.options().tenantCalls;
  if (!nodes_)
    return running_[tenant.str()].size() >= most;
  llvm::Expected<uint64_t> running = nodes_->nodes().underWay(tenant);
  if (!running)
    return running.takeError();
  return *running >= most;
}

void Runs::beginSoon(const store::RunRecord &run) {
  if (nodes_)
    return nodes_->takeSoon();
  running_[run.tenant].insert(run.id);
  app_.loop().post([this, run] { resume(run); });
}

void Runs::lose(llvm::StringRef run) {
  later_.erase(run.str());
  for (auto &[tenant, runs] : running_)
    runs.erase(run.str());
  if (nodes_)
    nodes_->forget(run);
  if (loop_)
    loop_->lose(run);
  const auto found = streams_.find(run.str());
  if (found == streams_.end())
    return;
  // The other node has written something meanwhile.
  const std::vector<std::shared_ptr<RunStream>> list = found->second;
  for (const std::shared_ptr<RunStream> &stream : list)
    stream->pump();
}

void Runs::giveBack() {
  if (nodes_)
    nodes_->giveBack();
}

bool Runs::follow(const Json &order) {
  const llvm::StringRef run = textOf(order, "run"), what = textOf(order, "what"),
                        by = textOf(order, "by");
  if (!loop_ || !loop_->runs(run))
    return false;
  if (what == "cancel")
    loop_->cancel(run, by);
  else if (what == "hold" && !loop_->isHeld(run))
    loop_->hold(run, by);
  else if (what == "release" && loop_->isHeld(run))
    loop_->release(run, by);
  else if (what == "decide")
    return loop_->decide(run, models::countOf(order, "approval"),
                         {textOf(order, "decision").str(), by.str(), textOf(order, "reason").str(),
                          order.value("isAutomatic", false)});
  return true;
}

void Runs::ordered(const SharedCall &call, const store::RunRecord &run, const Json &order,
                   std::function<bool(const agents::RunState &)> isDone,
                   std::function<void()> then) {
  Json named = order;
  named["run"] = run.id;
  orders_.add(call, std::move(named), std::move(isDone), std::move(then));
}

} // namespace agentc::serve
