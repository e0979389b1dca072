#include "Runs/NodeRuns.h"

#include "App.h"
#include "Runs/Runs.h"

#include <nlohmann/json.hpp>

#include <poll.h>

namespace agentc::serve {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// Most runs taken at a time, so that other nodes get some as well.
static constexpr unsigned takenAtOnce = 4;

NodeRuns::NodeRuns(App &app, std::unique_ptr<store::Nodes> nodes)
    : app_(app), beat_(std::min(app.options().lease / 6, milliseconds(500))),
      nodes_(std::move(nodes)) {}

void NodeRuns::begin(bool works) {
  works_ = works;
  news_ = app_.loop().watch(nodes_->newsDescriptor(), [this] { hear(); });
  news_->await(POLLIN);
  tick();
}

void NodeRuns::note(llvm::StringRef what, llvm::Error error) {
  // Logged once for each outage.
  if (!std::exchange(isAway_, true))
    app_.log({{"level", "error"}, {"message", what.str() + llvm::toString(std::move(error))}});
  else
    llvm::consumeError(std::move(error));
}

void NodeRuns::tick() {
  if (steady_clock::now() - renewed_ >= app_.options().lease / 3)
    renew();
  take();
  timer_ = app_.loop().after(beat_, [this] {
    const auto timer = std::move(timer_);
    tick();
  });
}

size_t NodeRuns::busy() const {
  size_t count = 0;
  for (const std::string &run : taken_)
    count += !app_.runs().isHeld(run) && !app_.runs().awaitsApproval(run);
  return count;
}

void NodeRuns::takeSoon() {
  if (!works_ || std::exchange(isTaking_, true))
    return;
  app_.loop().post([this] {
    isTaking_ = false;
    take();
  });
}

void NodeRuns::take() {
  const size_t most = app_.options().runs, now = works_ ? busy() : most;
  if (now >= most)
    return;
  llvm::Expected<std::vector<store::TakenRun>> runs =
      nodes_->take(static_cast<unsigned>(std::min<size_t>(takenAtOnce, most - now)));
  if (!runs)
    return note("no runs can be taken: ", runs.takeError());
  isAway_ = false;
  for (const store::TakenRun &run : *runs) {
    app_.runs().lose(run.record.id);
    taken_.insert(run.record.id);
    app_.runs().take(run);
  }
  if (!runs->empty())
    takeSoon();
}

void NodeRuns::renew() {
  llvm::Expected<std::vector<std::string>> lost = nodes_->renew();
  if (!lost)
    return note("leases are not renewed: ", lost.takeError());
  renewed_ = steady_clock::now();
  for (const std::string &run : *lost) {
    app_.log({{"level", "warn"}, {"message", "another node has the run now"}, {"runId", run}});
    app_.runs().lose(run);
  }
}

void NodeRuns::giveBack() {
  stop();
  timer_ = nullptr;
  news_ = nullptr;
  for (const std::string &run : std::exchange(taken_, {}))
    if (llvm::Error error = nodes_->giveBack(run))
      note("runs are not given back: ", std::move(error));
  nodes_->leave();
}

void NodeRuns::hear() {
  news_->await(POLLIN);
  store::News news = nodes_->takeNews();
  for (const auto &[run, event] : news.events)
    app_.runs().tell(run, event);
  for (const std::string &order : news.orders)
    app_.runs().follow(parseJson(order).value_or(Json()));
  if (news.hasWork)
    takeSoon();
}

} // namespace agentc::serve
