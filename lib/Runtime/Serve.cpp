#include "Serve.h"

#include "Engine.h"
#include "Walls.h"

#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace agentc {

namespace {

class Process {
public:
  Process(Channel channel, int broker) : channel_(std::move(channel)), broker_(broker) {
    closeDescriptorsBut(channel_.descriptor());
    dieWithParent(broker_);
    refusePrivileges();
    setenv("TZ", "UTC", 1);
    engine_.emplace();
    engine_->setChannel(&channel_);
    memoryInUse_ = privateMemory();
    shutFileSystem();
  }

  [[noreturn]] void run() {
    while (std::optional<Frame> frame = channel_.receive())
      obey(*frame);
    _exit(0);
  }

private:
  void obey(const Frame &frame);
  void fork();
  void addModule(llvm::StringRef payload);

  Channel channel_;
  int broker_;
  std::optional<Engine> engine_;
  ProcessLimits limits_;
  uint64_t memoryInUse_ = 0;
};

void Process::fork() {
  Channel other(channel_.takePassed());
  if (other.descriptor() < 0)
    _exit(1);
  int child = forkSibling();
  if (child != 0) {
    if (!channel_.send(FrameKind::Forked, std::to_string(child)))
      _exit(1);
    return;
  }
  dieWithParent(broker_);
  std::swap(channel_, other);
  engine_->forgetRandomness();
}

void Process::addModule(llvm::StringRef payload) {
  auto [path, rest] = payload.split('\0');
  if (!rest.empty())
    engine_->modules().addText(path, static_cast<ModuleFormat>(rest.front()), rest.drop_front());
}

void Process::obey(const Frame &frame) {
  switch (frame.kind) {
  case FrameKind::Fork:
    return fork();
  case FrameKind::Limits:
    if (frame.payload.size() != sizeof limits_)
      _exit(1);
    memcpy(&limits_, frame.payload.data(), sizeof limits_);
    engine_->setMemoryLimit(limits_.memoryBytes);
    return limitResources(limits_, memoryInUse_);
  case FrameKind::Module:
    return addModule(frame.payload);
  case FrameKind::CompileAll:
    limitCpu(limits_.cpuMs);
    return engine_->compileAll();
  case FrameKind::Load:
    limitCpu(limits_.cpuMs);
    engine_->load(frame.payload);
    return limitCpu(0);
  case FrameKind::Call:
    limitCpu(limits_.cpuMs);
    engine_->call(frame.payload);
    _exit(0);
  default:
    return;
  }
}

} // namespace

void serve(Channel channel, int broker) {
  // Never destroyed: a process of the sandbox ends by _exit or by a signal.
  auto *process = new Process(std::move(channel), broker);
  process->run();
}

} // namespace agentc
