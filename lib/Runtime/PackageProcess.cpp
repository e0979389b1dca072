#include "PackageProcess.h"

#include "CallFrames.h"

namespace agentc {

/// How long a process may take to copy itself, on a machine under load.
static constexpr std::chrono::milliseconds packageForkPatience(20000);

PackageProcess::Clock::time_point PackageProcess::deadline() const {
  return state_ == State::Loading ? loader_->watch.deadline() : forkDeadline_;
}

void PackageProcess::load(Call &call) {
  loader_ = &call;
  call.state = Call::State::Loading;
  if (call.request.mode == ToolRequest::Mode::Load) {
    call.report.load.emplace();
    for (const ImageModule &module : call.request.image->modules)
      call.report.load->modules.push_back({module.path, true, "", 0, 0});
  }
  call.watch.begin("load");
  placeholders_ = call.watch.secrets().makePlaceholders();
  postLoad(process_.channel(), call.request, placeholders_);
}

void PackageProcess::finishLoad(Watch::State state) {
  Call &call = *loader_;
  loader_ = nullptr;
  if (state == Watch::State::Ended) {
    state_ = State::Gone;
    call.state = Call::State::Ended;
    return;
  }
  if (call.request.mode == ToolRequest::Mode::Load) {
    readLoadReport(call.watch.takeValue(), *call.report.load);
    process_.end(call.report.usage);
    state_ = State::Gone;
    call.state = Call::State::Ended;
    return;
  }
  state_ = State::Ready;
  start(call);
}

void PackageProcess::start(Call &call) {
  lastUse_ = Clock::now();
  if (call.request.mode == ToolRequest::Mode::Prepare) {
    call.report.outcome = Outcome::Ok;
    call.report.result = "null";
    call.state = Call::State::Ended;
    if (!spare_.running())
      askForSpare(call.request);
    return;
  }
  call.state = Call::State::Forking;
  // A spare one may have been waiting for long.
  if (spare_.running() && spare_.hasEnded()) {
    call.state = Call::State::Waiting;
    return fail();
  }
  if (spare_.running())
    return run(call, std::exchange(spare_, GuestProcess()));
  waiting_.push_back(&call);
  // A package's process that V8 no longer holds may keep silent.
  std::chrono::milliseconds wall(std::max<uint64_t>(call.request.limits.wallMs, 1000));
  if (forkDeadline_ == Clock::time_point::max())
    forkDeadline_ = Clock::now() + std::min(packageForkPatience, wall);
  process_.askForCopy("");
}

void PackageProcess::run(Call &call, GuestProcess process) {
  ++calls_;
  call.process = std::move(process);
  isMeasured_ = call.request.isMeasured;
  if (isMeasured_)
    call.process.beginUse();
  call.state = Call::State::Running;
  call.report.usage = Usage();
  call.watch.begin("call");
  call.watch.secrets().accept(placeholders_);
  postCall(call.process.channel(), call.request, call.watch.secrets().makePlaceholders());
  // Who calls twice will call again: the next call's process gets ready meanwhile.
  if (++started_ > 1 || !waiting_.empty())
    askForSpare(call.request);
}

void PackageProcess::askForSpare(const ToolRequest &like) {
  // It goes further the second time.
  const bool rehearses = waiting_.empty() && rehearsals_ < 2;
  rehearsals_ += rehearses;
  process_.askForCopy(rehearses ? rehearsalOf(like) : "");
}

void PackageProcess::takeCopy() {
  GuestProcess copy;
  switch (process_.pollCopy(copy)) {
  case GuestProcess::Copying::Waits:
    if (Clock::now() >= forkDeadline_)
      fail();
    return;
  case GuestProcess::Copying::Failed:
    return fail();
  case GuestProcess::Copying::Made:
    break;
  }
  forkDeadline_ = Clock::time_point::max();
  if (waiting_.empty()) {
    spare_ = std::move(copy);
    if (isMeasured_)
      spare_.prepareToMeasure();
    return;
  }
  Call &call = *waiting_.front();
  waiting_.pop_front();
  if (!waiting_.empty())
    forkDeadline_ = Clock::now() + packageForkPatience;
  run(call, std::move(copy));
}

void PackageProcess::fail() {
  state_ = State::Gone;
  spare_ = GuestProcess();
  for (Call *call : waiting_)
    call->state = Call::State::Waiting;
  waiting_.clear();
}

void PackageProcess::advance(llvm::ArrayRef<pollfd> polled) {
  if (state_ == State::Loading) {
    Watch::State state = loader_->watch.advance(process_, polled);
    if (state != Watch::State::Running)
      finishLoad(state);
  } else if (state_ == State::Ready && process_.isCopying()) {
    takeCopy();
  } else if (state_ == State::Ready && process_.hasEnded()) {
    fail();
  }
}

void PackageProcess::cancel(Call &call) {
  if (call.state == Call::State::Loading) {
    Usage ignored;
    process_.end(ignored);
    loader_ = nullptr;
    return fail();
  }
  if (call.state == Call::State::Forking)
    llvm::erase(waiting_, &call);
  else
    release(std::exchange(call.process, GuestProcess()));
}

void PackageProcess::release(GuestProcess ended) {
  --calls_;
  lastUse_ = Clock::now();
  if (ended.running())
    released_.push_back(std::move(ended));
}

void PackageProcess::bury() {
  if (released_.empty())
    return;
  killed_.clear();
  for (GuestProcess &process : released_)
    process.stop();
  killed_.swap(released_);
}

} // namespace agentc
