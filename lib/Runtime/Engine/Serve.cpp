#include "Serve.h"

#include "Engine.h"
#include "Guard.h"
#include "LargePages.h"
#include "Walls.h"

#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <unistd.h>

namespace agentc {

namespace {

class Process {
public:
  Process(Channel channel, int broker, const EngineOptions &options)
      : channel_(std::move(channel)), broker_(broker), rehearsesCopies_(options.fewCalls) {
    closeDescriptorsBut(channel_.descriptor());
    // The file may be the caller's alone.
    const v8::StartupData *snapshot = Snapshot::find(options.jitless);
    resetSignals();
    if (dropUser(broker_))
      limitProcesses();
    setenv("TZ", "UTC", 1);
    if (!options.fewCalls)
      useLargePages();
    engine_.emplace(options.jitless, snapshot);
    engine_->setChannel(&channel_);
    memoryInUse_ = privateMemory();
    shutFileSystem();
  }

  [[noreturn]] void run() {
    while (std::optional<Frame> frame = channel_.receive())
      obey(*frame);
    leave();
  }

private:
  enum class Kind { Zygote, Package, Call };

  void obey(const Frame &frame);
  [[noreturn]] void leave() { endWith(guarded_); }
  void becomePackage();
  void fork(llvm::StringRef rehearsal);
  void becomeCall();
  void enterPackage(llvm::StringRef payload);
  void addModule(llvm::StringRef payload);
  void guard(llvm::StringRef groups);

  Channel channel_;
  int broker_;
  /// There is time for that, and memory, if calls are few.
  bool rehearsesCopies_;
  std::string rehearsal_; ///< the last one
  Kind kind_ = Kind::Zygote;
  std::optional<Engine> engine_;
  ProcessLimits limits_;
  uint64_t memoryInUse_ = 0;
  bool filtered_ = false;
  std::vector<int> guarded_;
};

void Process::fork(llvm::StringRef rehearsal) {
  Channel other(channel_.takePassed());
  if (other.descriptor() < 0)
    _exit(1);
  // Anything that V8 makes for the first call is made here once, not again for each call.
  if (!rehearsal.empty()) {
    rehearsal_ = rehearsal.str();
    engine_->warm(rehearsal);
  }
  int child = forkSibling();
  if (child != 0) {
    if (!channel_.send(FrameKind::Forked, std::to_string(child)))
      leave();
    return;
  }
  channel_ = std::move(other);
  other = Channel();
  guarded_.clear();
  engine_->forgetRandomness();
  if (kind_ == Kind::Zygote) {
    kind_ = Kind::Package;
    return dieWithParent(broker_);
  }
  becomeCall();
}

void Process::becomeCall() {
  kind_ = Kind::Call;
  limitCpu(limits_.cpuMs);
  if (filtered_)
    enterLevel(Level::Call, {});
  // A copy has to be given pages for what it writes, and find those of its code. If it is not
  // called at once, it does so before somebody waits for it; the few milliseconds come out of the
  // call's limit, since this level sets no timer.
  constexpr int idleMs = 1;
  pollfd one = {channel_.descriptor(), POLLIN, 0};
  if (rehearsesCopies_ && !rehearsal_.empty() && poll(&one, 1, idleMs) == 0)
    (void)engine_->rehearse(rehearsal_);
}

void Process::becomePackage() {
  if (kind_ != Kind::Zygote)
    _exit(1);
  kind_ = Kind::Package;
  guarded_.clear();
  dieWithParent(broker_);
  if (!channel_.send(FrameKind::Forked, ""))
    leave();
}

void Process::enterPackage(llvm::StringRef payload) {
  if (kind_ != Kind::Package || payload.size() != sizeof limits_)
    _exit(1);
  memcpy(&limits_, payload.data(), sizeof limits_);
  engine_->setMemoryLimit(limits_.memoryBytes);
  limitResources(limits_, memoryInUse_);
  MemoryMeter::isLimitedByKernel = memoryInUse_ > 0;
  shutSignals();
  filtered_ = enterLevel(Level::Package, engine_->codeRange());
}

void Process::guard(llvm::StringRef groups) {
  if (kind_ != Kind::Zygote)
    _exit(1);
  guarded_ = readGroups(groups);
}

void Process::addModule(llvm::StringRef payload) {
  auto [path, rest] = payload.split('\0');
  if (!rest.empty())
    engine_->modules().addText(path, static_cast<ModuleFormat>(rest.front()), rest.drop_front());
}

void Process::obey(const Frame &frame) {
  switch (frame.kind) {
  case FrameKind::Fork:
    return fork(frame.payload);
  case FrameKind::Become:
    return becomePackage();
  case FrameKind::Guard:
    return guard(frame.payload);
  case FrameKind::Limits:
    return enterPackage(frame.payload);
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
    engine_->call(frame.payload);
    // The broker measures and kills.
    (void)channel_.receive();
    _exit(0);
  default:
    return;
  }
}

} // namespace

void serve(Channel channel, int broker, const EngineOptions &options) {
  // Never destroyed: a process of the sandbox ends by _exit or by a signal.
  auto *process = new Process(std::move(channel), broker, options);
  process->run();
}

} // namespace agentc
