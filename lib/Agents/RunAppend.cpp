// Adding a run's events to the journal, which may be unreachable for a while.

#include "Run.h"

namespace agentc::agents {

/// The time after which an unreachable journal is tried again.
static constexpr std::chrono::milliseconds retryTime{200};

/// True if the journal is unreachable for the moment; otherwise `error` is left as it is.
static bool takeAway(llvm::Error &error) {
  bool isAway = false;
  error = llvm::handleErrors(std::move(error), [&](std::unique_ptr<llvm::ErrorInfoBase> one) {
    isAway = one->convertToErrorCode() == std::errc::not_connected;
    return isAway ? llvm::Error::success() : llvm::Error(std::move(one));
  });
  return isAway;
}

bool AgentLoop::Run::append(llvm::StringRef kind, const Json &data, store::Durability durability,
                            store::RunStatus status, WhileAway whileAway) {
  if (isDropped_)
    return false;
  const store::RunEvent event{state_.last + 1, kind.str(), printJson(data, /*indented=*/false),
                              store::eventTime()};
  // Code resumes from the journal by itself, so nothing has to be kept for it.
  if (agent_.code)
    whileAway = WhileAway::Drop;
  if (awayTimer_ && whileAway == WhileAway::Keep)
    kept_.push_back({event, durability});
  if (awayTimer_)
    return false;
  return append(event, durability, status, whileAway);
}

bool AgentLoop::Run::append(const store::RunEvent &event, store::Durability durability,
                            store::RunStatus status, WhileAway whileAway) {
  llvm::Expected<bool> isNext =
      loop_.services_.journal.append(record_.id, event, durability, status);
  if (!isNext || !*isNext) {
    llvm::Error error = isNext ? llvm::createStringError(llvm::inconvertibleErrorCode(),
                                                         "the run is another process'")
                               : isNext.takeError();
    if (whileAway != WhileAway::Drop && takeAway(error)) {
      llvm::consumeError(std::move(error));
      if (whileAway == WhileAway::Keep)
        kept_.push_back({event, durability});
      awayTimer_ = loop_.services_.loop.after(retryTime, [this] { appendKept(); });
      return false;
    }
    drop();
    loop_.onFailure_(record_, std::move(error));
    loop_.forget(record_.id);
    return false;
  }
  state_.apply(event);
  loop_.observer_(record_, event);
  if (state_.isOver) {
    drop();
    loop_.forget(record_.id);
  }
  return true;
}

void AgentLoop::Run::appendKept() {
  const auto self = shared_from_this();
  const auto timer = std::move(awayTimer_);
  for (auto kept = std::exchange(kept_, {}); !kept.empty(); kept.pop_front()) {
    auto &[event, durability] = kept.front();
    event.sequence = state_.last + 1;
    if (append(event, durability, store::RunStatus::Running, WhileAway::Keep))
      continue;
    // The first of those that are left is in its place again.
    kept.pop_front();
    kept_.insert(kept_.end(), kept.begin(), kept.end());
    return;
  }
  loop_.checkIdle();
  stepSoon();
}

} // namespace agentc::agents
