#include "agentc/Runtime/Broker.h"

#include "CallFrames.h"
#include "Guard.h"
#include "PackageProcess.h"
#include "SchemaCheck.h"
#include "Walls.h"

#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/EngineProgram.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

namespace agentc {

/// How long the zygote may take to copy itself, on a machine under load.
static constexpr std::chrono::milliseconds forkPatience(20000);

static llvm::Error machineFailed(const char *what) {
  return llvm::createStringError(std::error_code(errno, std::generic_category()), "%s", what);
}

/// Why a process that was to copy itself did not.
static std::string describeEnd(int status) {
  // by this code the dynamic linker ends what it cannot load
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    return "a library that it needs is not installed; on Debian and Ubuntu, `apt-get install "
           "libatomic1 libstdc++6` installs them";
  if (WIFEXITED(status))
    return "it ended with code " + std::to_string(WEXITSTATUS(status));
  return WTERMSIG(status) == SIGKILL ? "it was killed, or kept silent"
                                     : std::string("signal: ") + strsignal(WTERMSIG(status));
}

/// A process without V8 that lives for the sandbox's groups to end with this one.
static pid_t forkGuard(Channel channel) {
  int broker = getpid();
  pid_t pid = fork();
  if (pid == 0)
    guardGroups(std::move(channel), broker);
  return pid;
}

/// The zygote, the packages' processes and the calls. Everything it waits for is in one `poll`.
class Broker::Processes {
public:
  explicit Processes(SandboxOptions options) : options_(std::move(options)) {
    platform_.onEvent = options_.onEvent;
    platform_.onQuestion = options_.onQuestion;
  }
  llvm::Error start();
  llvm::Error keepSaved() {
    return options_.out.empty() ? llvm::Error::success() : platform_.keepIn(options_.out);
  }
  void submit(ToolRequest request, std::function<void(ToolReport)> done);
  void cancel(llvm::StringRef id);
  void answer(const QuestionAnswer &answer);
  void stopAsking();
  size_t pending() const { return calls_.size(); }
  llvm::Expected<bool> work(int descriptor);

private:
  /// Makes a process of the sandbox, to which the channel leads; its number, or -1.
  using Make = llvm::function_ref<pid_t(Channel)>;
  llvm::Error startProcess(GuestProcess &process, Make make);
  llvm::Error takeZygote(const StartedZygote &started);
  llvm::Error startZygote();
  llvm::Error startGuard();
  llvm::Expected<GuestProcess> forkZygote();
  llvm::Error assignCalls();
  llvm::Error assign(Call &call);
  void guard();
  std::shared_ptr<PackageProcess> find(const std::string &key) const;
  void advanceAll();
  void advance(Call &call);
  void settle(Call &call);
  llvm::Error answerEnded();
  void dropPackages();
  bool waitFor(int descriptor);

  SandboxOptions options_;
  Platform platform_;
  PackageKeys keys_;
  GuestProcess zygote_;
  /// If few calls are made, the first package gets the zygote itself, and this process does the
  /// rest of the zygote's work.
  GuestProcess guard_;
  bool isZygoteGiven_ = false;
  std::string guarded_; ///< the groups that the zygote, or the guard, was told of
  std::vector<std::shared_ptr<PackageProcess>> packages_;
  std::vector<std::unique_ptr<Call>> calls_; ///< in the order in which they came
  std::vector<pollfd> polled_;               ///< of the last wait
};

llvm::Error Broker::Processes::startProcess(GuestProcess &process, Make make) {
  Channel ours, theirs;
  if (!Channel::makePair(ours, theirs))
    return machineFailed("no channel for the sandbox");
  pid_t pid = make(std::move(theirs));
  if (pid < 0)
    return machineFailed("no process for the sandbox");
  process = GuestProcess(pid, std::move(ours));
  // Apart from the terminal's signals, which end the broker: it is they that clean up then.
  if (!process.lead())
    return machineFailed("no process group for the sandbox");
  return llvm::Error::success();
}

llvm::Error Broker::Processes::takeZygote(const StartedZygote &started) {
  std::optional<GuestProcess> process;
  if (fcntl(started.channel, F_SETFD, FD_CLOEXEC) == 0)
    process = GuestProcess::adopt(started.pid, Channel(started.channel));
  if (!process)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "what was given as the zygote is not a child of this process");
  zygote_ = std::move(*process);
  return llvm::Error::success();
}

llvm::Error Broker::Processes::startZygote() {
  if (std::optional<StartedZygote> started = std::exchange(options_.zygote, std::nullopt))
    return takeZygote(*started);
  if (llvm::Error error = findEngine())
    return error;
  return startProcess(zygote_, [this](Channel channel) {
    pid_t pid = -1;
    errno = EngineProgram(channel.descriptor(), {options_.jitless, options_.fewCalls}).start(pid);
    return errno == 0 ? pid : -1;
  });
}

llvm::Error Broker::Processes::start() {
  if (llvm::Error error = startZygote())
    return error;
  return options_.fewCalls && guard_.running() ? llvm::Error::success() : startGuard();
}

llvm::Error Broker::Processes::startGuard() {
  if (options_.fewCalls)
    if (llvm::Error error = startProcess(guard_, forkGuard))
      return error;
  guarded_.clear();
  guard();
  return llvm::Error::success();
}

llvm::Expected<GuestProcess> Broker::Processes::forkZygote() {
  std::string why;
  for (int failedStarts = 0; failedStarts < 2;) {
    // One that was there may have been killed since, which says nothing of those to come.
    bool isNew = !zygote_.running();
    if (isNew)
      if (llvm::Error error = start())
        return error;
    // It runs nothing of a guest, so it may be waited for.
    if (options_.fewCalls && !std::exchange(isZygoteGiven_, true)) {
      if (zygote_.become(forkPatience))
        return std::exchange(zygote_, GuestProcess());
    } else if (std::optional<GuestProcess> child = zygote_.takeCopy(forkPatience)) {
      if (child->lead())
        return std::move(*child);
    }
    Usage ignored;
    why = describeEnd(zygote_.end(ignored));
    zygote_ = GuestProcess();
    failedStarts += isNew;
  }
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "the sandbox's first process does not start; " + why);
}

void Broker::Processes::submit(ToolRequest request, std::function<void(ToolReport)> done) {
  auto call = std::make_unique<Call>(std::move(request), platform_);
  call->report.id = call->request.id;
  call->done = std::move(done);
  if (std::optional<std::string> mistake = findMistake(call->request)) {
    call->report.outcome = Outcome::InvalidInput;
    call->report.error = ToolError{"Error", *mistake, ""};
    call->state = Call::State::Ended;
  } else {
    call->key = keys_.keyOf(call->request);
  }
  calls_.push_back(std::move(call));
}

void Broker::Processes::cancel(llvm::StringRef id) {
  for (const auto &call : calls_) {
    if (call->request.id != id || call->state == Call::State::Ended)
      continue;
    if (call->state != Call::State::Waiting)
      call->package->cancel(*call);
    call->state = Call::State::Ended;
    call->done = nullptr;
  }
}

void Broker::Processes::answer(const QuestionAnswer &answer) {
  for (const auto &call : calls_)
    if (call->request.id == answer.call && call->state == Call::State::Running)
      call->watch.answer(call->process, answer);
}

void Broker::Processes::stopAsking() {
  platform_.onQuestion = nullptr;
  for (const auto &call : calls_)
    if (call->state == Call::State::Running)
      call->watch.refuseQuestions(call->process);
}

/// Tells the zygote which groups it has to kill when this process goes: calls do not die with it by
/// themselves.
void Broker::Processes::guard() {
  std::set<pid_t> groups;
  for (const auto &package : packages_)
    groups.insert(package->group());
  for (const auto &call : calls_)
    if (call->package)
      groups.insert(call->package->group());
  std::string list;
  for (pid_t group : groups)
    list += std::to_string(group) + ' ';
  if (list == guarded_)
    return;
  guarded_ = std::move(list);
  (options_.fewCalls ? guard_ : zygote_).channel().send(FrameKind::Guard, guarded_);
}

std::shared_ptr<PackageProcess> Broker::Processes::find(const std::string &key) const {
  for (const auto &package : packages_)
    if (package->key() == key && !package->isGone())
      return package;
  return nullptr;
}

llvm::Error Broker::Processes::assign(Call &call) {
  bool isLoad = call.request.mode == ToolRequest::Mode::Load;
  if (!isLoad)
    if (std::shared_ptr<PackageProcess> package = find(call.key)) {
      if (package->isLoading())
        return llvm::Error::success();
      call.package = package;
      package->start(call);
      // Its process may turn out to be gone.
      return call.state == Call::State::Waiting ? assign(call) : llvm::Error::success();
    }
  if (++call.attempts > 2) {
    call.report.outcome = Outcome::Crashed;
    call.report.error = ToolError{"Error", "the package's process does not start the call", ""};
    call.state = Call::State::Ended;
    return llvm::Error::success();
  }
  llvm::Expected<GuestProcess> process = forkZygote();
  if (!process)
    return process.takeError();
  // A package that is loaded only for its report is not shared with other calls.
  call.package = std::make_shared<PackageProcess>(std::move(*process), isLoad ? "" : call.key);
  packages_.push_back(call.package);
  guard();
  call.package->load(call);
  return llvm::Error::success();
}

llvm::Error Broker::Processes::assignCalls() {
  bool isGuarded = true;
  for (GuestProcess *process : {&zygote_, &guard_})
    if (process->running() && process->hasEnded()) {
      isGuarded = options_.fewCalls && process == &zygote_ && isGuarded;
      *process = GuestProcess();
    }
  if (!isGuarded) {
    llvm::erase_if(packages_, [](const auto &package) { return package->isIdle(); });
    // Calls that go on need one that kills them when this process goes, and so will those to come.
    if (options_.fewCalls || !packages_.empty())
      if (llvm::Error error = options_.fewCalls ? startGuard() : start())
        return error;
  }
  size_t active = llvm::count_if(calls_, [](const auto &call) {
    return call->state != Call::State::Waiting && call->state != Call::State::Ended;
  });
  for (const auto &call : calls_) {
    if (active >= options_.calls)
      break;
    if (call->state != Call::State::Waiting)
      continue;
    if (llvm::Error error = assign(*call))
      return error;
    active += call->state != Call::State::Waiting;
  }
  return llvm::Error::success();
}

void Broker::Processes::settle(Call &call) {
  std::string value = call.watch.takeValue();
  // The answer comes first; nobody listens to the process any more, and it is killed after that.
  if (call.request.isMeasured && !call.process.measure(call.report.usage))
    call.process.end(call.report.usage);
  // A depth that readers of the report refuse is the tool's mistake, not theirs.
  JsonError error;
  std::optional<std::string> fault;
  if (std::optional<Json> nested = parseJson("[[" + value + "]]", &error))
    fault = findInvalidResult(call.request, (*nested)[0][0]);
  else
    fault = "the result is not plain JSON: " + error.message;
  if (fault) {
    call.report.outcome = Outcome::InvalidResult;
    call.report.error = ToolError{"Error", *fault, ""};
  } else {
    call.report.result = std::move(value);
  }
}

void Broker::Processes::advance(Call &call) {
  Watch::State state = call.watch.advance(call.process, polled_);
  if (state == Watch::State::Running)
    return;
  if (state == Watch::State::Settled)
    settle(call);
  call.package->release(std::exchange(call.process, GuestProcess()));
  call.state = Call::State::Ended;
}

void Broker::Processes::advanceAll() {
  for (const auto &package : packages_)
    package->advance(polled_);
  for (const auto &call : calls_)
    if (call->state == Call::State::Running)
      advance(*call);
}

llvm::Error Broker::Processes::answerEnded() {
  // An answer may submit more.
  for (size_t i = 0; i < calls_.size();) {
    if (calls_[i]->state != Call::State::Ended) {
      ++i;
      continue;
    }
    std::unique_ptr<Call> call = std::move(calls_[i]);
    calls_.erase(calls_.begin() + static_cast<ptrdiff_t>(i));
    call->package.reset();
    if (!call->done) // cancelled
      continue;
    call->watch.services().finish();
    if (llvm::Error error = call->watch.services().takeFailure()) {
      if (options_.fewCalls)
        return error;
      // Others' calls are no part of it.
      llvm::errs() << "agentc-tool-run: error: " << llvm::toString(std::move(error)) << '\n';
      call->report.outcome = Outcome::Crashed;
      call->report.error = {"Error", "the machine could not keep or read what the call needed", ""};
    }
    call->done(std::move(call->report));
  }
  return llvm::Error::success();
}

void Broker::Processes::dropPackages() {
  // One that is gone lives on as long as calls run in its group.
  llvm::erase_if(packages_, [](const auto &package) { return package->isGone(); });
  std::vector<Watch::Clock::time_point> uses;
  for (const auto &package : packages_)
    if (package->isIdle())
      uses.push_back(package->lastUse());
  if (uses.size() <= options_.idlePackages)
    return;
  llvm::sort(uses, std::greater<>());
  Watch::Clock::time_point oldest = uses[options_.idlePackages - 1];
  llvm::erase_if(packages_, [oldest](const auto &package) {
    return package->isIdle() && package->lastUse() < oldest;
  });
}

/// Waits for any process, for a deadline, or for the descriptor; says whether that can be read.
bool Broker::Processes::waitFor(int descriptor) {
  std::vector<pollfd> &all = polled_;
  all = {{descriptor, POLLIN, 0}};
  for (GuestProcess *process : {&zygote_, &guard_})
    if (process->running())
      all.push_back({process->channel().descriptor(), POLLIN, 0});
  Watch::Clock::time_point deadline = Watch::Clock::time_point::max();
  bool isBehind = false;
  auto add = [&](Channel &channel, Watch::Clock::time_point until, bool behind) {
    if (channel.descriptor() >= 0)
      all.push_back({channel.descriptor(),
                     static_cast<short>(channel.isPending() ? POLLIN | POLLOUT : POLLIN), 0});
    deadline = std::min(deadline, until);
    isBehind |= behind;
  };
  for (const auto &package : packages_) {
    add(package->channel(), package->deadline(), package->isBehind());
    package->addDescriptors(all);
  }
  for (const auto &call : calls_)
    if (call->state == Call::State::Running) {
      add(call->process.channel(), call->watch.deadline(), call->watch.isBehind());
      call->watch.addDescriptors(all);
    }
  int64_t timeout = -1;
  if (isBehind)
    timeout = 0;
  else if (deadline != Watch::Clock::time_point::max())
    timeout = std::max<int64_t>(
        0, std::chrono::ceil<std::chrono::milliseconds>(deadline - Watch::Clock::now()).count());
  poll(all.data(), all.size(), static_cast<int>(std::min<int64_t>(timeout, INT_MAX)));
  return all[0].revents != 0;
}

llvm::Expected<bool> Broker::Processes::work(int descriptor) {
  for (;;) {
    if (llvm::Error error = assignCalls())
      return error;
    size_t before = calls_.size();
    if (llvm::Error error = answerEnded())
      return error;
    for (const auto &package : packages_)
      package->bury();
    dropPackages();
    guard();
    if (calls_.size() != before || (calls_.empty() && descriptor < 0))
      return false;
    if (waitFor(descriptor))
      return true;
    advanceAll();
  }
}

Broker::Broker(SandboxOptions options)
    : processes_(std::make_unique<Processes>(std::move(options))) {}
Broker::~Broker() = default;
llvm::Error Broker::start() {
  if (llvm::Error error = processes_->keepSaved())
    return error;
  return processes_->start();
}
void Broker::submit(ToolRequest request, std::function<void(ToolReport)> done) {
  processes_->submit(std::move(request), std::move(done));
}
void Broker::cancel(llvm::StringRef id) { processes_->cancel(id); }
void Broker::answer(const QuestionAnswer &answer) { processes_->answer(answer); }
void Broker::stopAsking() { processes_->stopAsking(); }
size_t Broker::pending() const { return processes_->pending(); }
llvm::Expected<bool> Broker::work(int descriptor) { return processes_->work(descriptor); }

} // namespace agentc
