#include "Watch.h"

#include "Walls.h"

#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

#include <csignal>
#include <cstring>
#include <sys/wait.h>

namespace agentc {

/// Beside its value a settled frame holds names of what was observed.
static constexpr uint64_t frameMargin = 2u << 20;

Watch::Watch(const ToolRequest &request, ToolReport &report, Platform &platform)
    : request_(request), report_(report), secrets_(request.grant),
      services_(request, report, platform), files_(request, report) {}

Watch::Next Watch::stop(Outcome outcome, std::string message) {
  report_.outcome = outcome;
  report_.error = ToolError{"Error", std::move(message), ""};
  return Next::Stopped;
}

Watch::Next Watch::log(llvm::StringRef payload) {
  auto [level, text] = payload.split('\0');
  const CallLimits &limits = request_.limits;
  uint64_t left = limits.logBytes - std::min(limits.logBytes, logBytes_);
  if (report_.logs.size() >= limits.logLines || text.size() > left)
    return stop(Outcome::OutputLimit, "more logs than " + std::to_string(limits.logLines) +
                                          " lines or " + std::to_string(limits.logBytes) +
                                          " bytes");
  logBytes_ += text.size();
  report_.logs.push_back({level.str(), text.str()});
  if (request_.streamLogs)
    services_.tellLog(report_.logs.back());
  return Next::GoOn;
}

static std::string textOf(const Json &json, const char *member) {
  auto it = json.find(member);
  return it != json.end() && it->is_string() ? *it->get_ptr<const std::string *>() : std::string();
}

Watch::Next Watch::hear(GuestProcess &process, llvm::StringRef payload) {
  std::optional<GuestMessage> message = decodeMessage(payload);
  if (!message)
    return stop(Outcome::Crashed, "the process broke the protocol");
  if (message->topic == Topic::Network)
    return tell(process, network_->hear(*message));
  if (message->topic == Topic::File) {
    std::optional<std::string> breach =
        files_.hear(*message, [&](const GuestMessage &answer) { post(process, encode(answer)); });
    return breach ? stop(Outcome::OutputLimit, std::move(*breach)) : checkUnheard();
  }
  std::optional<Services::End> end =
      services_.take(*message, report_.phase == "load",
                     [&](const GuestMessage &answer) { post(process, encode(answer)); });
  return end ? stop(end->outcome, end->message) : checkUnheard();
}

/// The most bytes of requested answers that a tool may leave unread.
static constexpr uint64_t mostUnheard = 16u << 20;

void Watch::post(GuestProcess &process, llvm::StringRef message) {
  unheard_ = process.channel().isPending() ? unheard_ + message.size() : 0;
  process.channel().post(FrameKind::Message, message);
}

Watch::Next Watch::checkUnheard() {
  return unheard_ > mostUnheard
             ? stop(Outcome::Crashed, "the process does not read the answers that it asked for")
             : Next::GoOn;
}

Watch::Next Watch::tell(GuestProcess &process, std::optional<Network::Breach> breach) {
  for (const std::string &message : network_->takeMessages())
    post(process, message);
  return breach ? stop(breach->outcome, std::move(breach->message)) : checkUnheard();
}

void Watch::answer(GuestProcess &process, const QuestionAnswer &answer) {
  services_.answer(answer, [&](const GuestMessage &message) { post(process, encode(message)); });
  process.channel().flush();
  keepTime();
}

void Watch::refuseQuestions(GuestProcess &process) {
  for (const uint32_t number : services_.openQuestions())
    answer(process,
           {request_.id, number, R"({"error":{"message":"nobody answers any more"}})", true});
}

/// Stops the clock while the client has a question: its time is not the tool's.
void Watch::keepTime() {
  if (services_.awaitsClient() == stopped_.has_value())
    return;
  const Clock::time_point now = Clock::now();
  if (!stopped_) {
    stopped_ = now;
    return;
  }
  const Clock::duration waited = now - *std::exchange(stopped_, std::nullopt);
  begin_ += waited;
  deadline_ += waited;
}

void Watch::noteCompileFailure(llvm::StringRef payload) {
  if (!report_.load)
    return;
  auto [path, rest] = payload.split('\0');
  auto [place, message] = rest.split('\0');
  auto [line, column] = place.split(':');
  for (LoadReport::Module &module : report_.load->modules)
    if (module.path == path) {
      module.compiled = false;
      module.message = message.str();
      (void)line.getAsInteger(10, module.line);
      (void)column.getAsInteger(10, module.column);
    }
}

void Watch::noteObserved(llvm::StringRef text) {
  std::optional<Json> json = parseJson(text);
  if (!json || !json->is_object())
    return;
  auto collect = [&](const char *member, std::vector<std::string> &target) {
    auto it = json->find(member);
    if (it == json->end() || !it->is_array())
      return;
    target.clear();
    for (const Json &name : *it)
      if (name.is_string() && target.size() < 1000)
        target.push_back(*name.get_ptr<const std::string *>());
  };
  collect("environment", report_.observed.environment);
  collect("modules", report_.observed.modules);
  collect("files", report_.observed.files);
}

Watch::Next Watch::settle(llvm::StringRef payload) {
  auto [word, rest] = payload.split('\0');
  auto [json, observed] = rest.split('\0');
  noteObserved(observed);
  std::optional<Outcome> outcome = outcomeFromName(word);
  // Limits and crashes are never the guest's to tell.
  if (!outcome || *outcome >= Outcome::TimeLimit)
    return stop(Outcome::Crashed, "the process broke the protocol");
  if (json.size() > request_.limits.resultBytes)
    return stop(Outcome::OutputLimit, "the result is longer than " +
                                          std::to_string(request_.limits.resultBytes) + " bytes");
  report_.outcome = *outcome;
  if (*outcome == Outcome::Ok) {
    value_ = json.str();
    return Next::Settled;
  }
  std::optional<Json> error = parseJson(json);
  if (!error || !error->is_object())
    return stop(Outcome::Crashed, "the process broke the protocol");
  report_.error =
      ToolError{textOf(*error, "name"), textOf(*error, "message"), textOf(*error, "stack")};
  if (report_.load)
    report_.load->lacking = textOf(*error, "lacking");
  return Next::Stopped;
}

Watch::Next Watch::obey(GuestProcess &process, Frame &frame) {
  // Requests and files are the tool's own; all else is for people and models.
  auto strike = [&] { secrets_.mask().strike(frame.payload); };
  switch (frame.kind) {
  case FrameKind::Log:
    strike();
    return log(frame.payload);
  case FrameKind::Message:
    if (std::optional<GuestMessage> message = decodeMessage(frame.payload);
        message && (message->topic == Topic::Service || message->topic == Topic::Event))
      strike();
    return hear(process, frame.payload);
  case FrameKind::Compile:
    noteCompileFailure(frame.payload);
    return Next::GoOn;
  case FrameKind::Settled:
    strike();
    return settle(frame.payload);
  default:
    return stop(Outcome::Crashed, "the process broke the protocol");
  }
}

void Watch::explainEnd(int status) {
  const CallLimits &limits = request_.limits;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) {
    if (limits.cpuMs >= limits.wallMs)
      stop(Outcome::TimeLimit, "ran longer than " + std::to_string(limits.wallMs) + " ms");
    else
      stop(Outcome::CpuLimit, "used more than " + std::to_string(limits.cpuMs) + " ms of CPU time");
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == exitMemoryLimit) {
    stop(Outcome::MemoryLimit,
         "used more than " + std::to_string(limits.memoryBytes) + " bytes of memory");
  } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS) {
    stop(Outcome::Crashed, "the process tried a system call that the sandbox does not allow");
  } else if (WIFSIGNALED(status)) {
    stop(Outcome::Crashed, std::string("the process ended by signal ") +
                               std::to_string(WTERMSIG(status)) + " (" +
                               strsignal(WTERMSIG(status)) + ")");
  } else {
    stop(Outcome::Crashed, "the process ended with status " + std::to_string(WEXITSTATUS(status)));
  }
}

void Watch::begin(llvm::StringRef phase) {
  begin_ = Clock::now();
  deadline_ = begin_ + std::chrono::milliseconds(request_.limits.wallMs);
  report_.phase = phase.str();
  // Requests that the load began and nobody waited for do not belong to the call.
  network_.emplace(request_, report_, secrets_);
}

Watch::Clock::time_point Watch::deadline() const {
  std::optional<Clock::time_point> network = network_ ? network_->deadline() : std::nullopt;
  const Clock::time_point own = stopped_ ? Clock::time_point::max() : deadline_;
  return network ? std::min(*network, own) : own;
}

void Watch::addDescriptors(std::vector<pollfd> &descriptors) const {
  if (network_)
    network_->addDescriptors(descriptors);
}

/// Frames that are obeyed at once, so that a flood of them keeps neither the clock nor other calls
/// from being looked at.
static constexpr unsigned framesAtOnce = 256;

Watch::Next Watch::readFrames(GuestProcess &process, bool &gone) {
  Channel &channel = process.channel();
  isBehind_ = false;
  for (unsigned count = 0; count < framesAtOnce; ++count) {
    bool tooLong;
    std::optional<Frame> frame = channel.next(request_.limits.resultBytes + frameMargin, tooLong);
    if (!frame && !tooLong) {
      gone = !channel.fill();
      frame = channel.next(request_.limits.resultBytes + frameMargin, tooLong);
    }
    if (tooLong)
      return stop(Outcome::OutputLimit, "a message is longer than the result may be");
    if (!frame)
      return gone ? Next::Stopped : Next::GoOn;
    if (Next next = obey(process, *frame); next != Next::GoOn)
      return next;
  }
  isBehind_ = true;
  return Next::GoOn;
}

Watch::State Watch::advance(GuestProcess &process, llvm::ArrayRef<pollfd> polled) {
  bool gone = false;
  Next next = tell(process, network_->step(polled));
  // Frames that the other side sent before it went still count.
  process.channel().flush();
  if (!stopped_ && Clock::now() >= deadline_)
    next = stop(Outcome::TimeLimit,
                "ran longer than " + std::to_string(request_.limits.wallMs) + " ms");
  else if (next == Next::GoOn)
    next = readFrames(process, gone);
  keepTime();
  if (next == Next::GoOn) {
    process.channel().flush();
    return State::Running;
  }
  const Clock::time_point end = stopped_.value_or(Clock::now());
  report_.usage.wallMs += std::chrono::duration<double, std::milli>(end - begin_).count();
  if (next == Next::Settled)
    return State::Settled;
  int status = process.end(report_.usage);
  if (gone)
    explainEnd(status);
  return State::Ended;
}

} // namespace agentc
