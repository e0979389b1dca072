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

Watch::Watch(const ToolRequest &request, ToolReport &report) : request_(request), report_(report) {
  for (const std::string &host : request.grant.hosts)
    if (std::optional<HostPattern> pattern = parseHostPattern(host))
      hosts_.push_back(*pattern);
}

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
  return Next::GoOn;
}

static std::string textOf(const Json &json, const char *member) {
  auto it = json.find(member);
  return it != json.end() && it->is_string() ? *it->get_ptr<const std::string *>() : std::string();
}

Watch::Next Watch::hear(GuestProcess &process, llvm::StringRef payload) {
  std::optional<GuestMessage> message = decodeMessage(payload);
  if (!message || message->topic != Topic::Network)
    return stop(Outcome::Crashed, "the process broke the protocol");
  return decide(process, *message);
}

Watch::Next Watch::decide(GuestProcess &process, const GuestMessage &asked) {
  std::optional<Json> json = parseJson(asked.json);
  if (!json || !json->is_object())
    return stop(Outcome::Crashed, "the process broke the protocol");
  if (report_.requests.size() >= request_.limits.requests)
    return stop(Outcome::OutputLimit,
                "more than " + std::to_string(request_.limits.requests) + " requests");
  NetworkRequest request{textOf(*json, "method"), textOf(*json, "url"), "", "denied"};
  std::string message = "Host not allowed: ";
  if (std::optional<UrlOrigin> origin = parseUrlOrigin(request.url)) {
    request.host = origin->host;
    // Few and short answers fit in the channel though the process doesn't read them.
    message += llvm::StringRef(origin->host).substr(0, 256);
    for (const HostPattern &pattern : hosts_)
      if (matches(pattern, *origin)) {
        request.outcome = "unavailable";
        message = "the network is provided only by a later version of the sandbox";
      }
    auto &seen = report_.observed.hosts;
    if (seen.size() < 1000 && std::find(seen.begin(), seen.end(), request.host) == seen.end())
      seen.push_back(request.host);
  } else {
    message += "the address is no plain http or https URL";
  }
  std::string reply = printJson({{"refused", request.outcome == "denied"}, {"message", message}},
                                /*indented=*/false);
  report_.requests.push_back(std::move(request));
  process.channel().post(FrameKind::Message, encode({Topic::Network, asked.number, reply, {}}));
  return Next::GoOn;
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

Watch::Next Watch::obey(GuestProcess &process, const Frame &frame) {
  switch (frame.kind) {
  case FrameKind::Log:
    return log(frame.payload);
  case FrameKind::Message:
    return hear(process, frame.payload);
  case FrameKind::Compile:
    noteCompileFailure(frame.payload);
    return Next::GoOn;
  case FrameKind::Settled:
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

Watch::State Watch::advance(GuestProcess &process) {
  bool gone = false;
  Next next = Next::GoOn;
  // Where the other side is gone, what it sent before counts.
  process.channel().flush();
  if (Clock::now() >= deadline_)
    next = stop(Outcome::TimeLimit,
                "ran longer than " + std::to_string(request_.limits.wallMs) + " ms");
  else
    next = readFrames(process, gone);
  if (next == Next::GoOn)
    return State::Running;
  report_.usage.wallMs += std::chrono::duration<double, std::milli>(Clock::now() - begin_).count();
  if (next == Next::Settled)
    return State::Settled;
  int status = process.end(report_.usage);
  if (gone)
    explainEnd(status);
  return State::Ended;
}

} // namespace agentc
