#include "Runs/Orders.h"

#include "Runs/RunAnswers.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// An order that is not followed within this time is refused, so that its client asks again.
static constexpr milliseconds longest{5000}, betweenLooks{20};

void Orders::add(const SharedCall &call, Json order,
                 std::function<bool(const agents::RunState &)> isDone, std::function<void()> then) {
  orders_.push_back({call, std::move(order), std::move(isDone), std::move(then),
                     steady_clock::now() + longest, "", nullptr});
  look(std::prev(orders_.end()));
}

llvm::Expected<bool> Orders::isFollowed(Order &order) {
  Runs &runs = app_.runs();
  if (runs.follow(order.order))
    return true;
  const llvm::StringRef run = models::textOf(order.order, "run");
  if (NodeRuns *nodes = runs.nodes()) {
    // The node that was sent the order may be lost, and the run taken by another.
    llvm::Expected<std::string> told = nodes->nodes().order(
        run, printJson(order.order, /*indented=*/false), /*unless=*/order.told);
    if (!told)
      return told.takeError();
    order.told = std::move(*told);
  }
  llvm::Expected<agents::RunState> state = agents::readState(runs.journal(), run);
  if (!state)
    return state.takeError();
  return order.isDone(*state);
}

void Orders::look(std::list<Order>::iterator order) {
  llvm::Expected<bool> done = isFollowed(*order);
  if (done && !*done && steady_clock::now() < order->until) {
    order->timer = app_.loop().after(betweenLooks, [this, order] {
      const auto timer = std::move(order->timer);
      look(order);
    });
    return;
  }
  const Order kept = std::move(*order);
  orders_.erase(order);
  if (!done)
    kept.call->fail(done.takeError());
  else if (*done)
    kept.then();
  else
    refuseUntilUnderWay(kept.call);
}

} // namespace agentc::serve
