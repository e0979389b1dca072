#include "Children.h"

#include "agentc/Support/ProcessStart.h"
#include "agentc/ToolProtocol/ToolProcess.h"

#include "llvm/ADT/STLExtras.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace agentc::serve {

std::string Children::Output::complaint(llvm::StringRef instead) const {
  llvm::StringRef why = llvm::StringRef(err).trim();
  why.consume_front("agentc: error: ");
  return (why.empty() ? instead : why.take_front(1000)).str();
}

/// Limits on the time and the output of one child.
static constexpr std::chrono::milliseconds patience(60000);
static constexpr size_t mostBytes = 256 << 20;

class Children::Child {
public:
  Child(Children &owner, Done done) : owner_(owner), done_(std::move(done)) {}
  ~Child() {
    // Watches end before what they watch.
    handleWatch_.reset();
    outWatch_.reset();
    errWatch_.reset();
    if (pid_ > 0) {
      kill(pid_, SIGKILL);
      takeStatus();
    }
    if (handle_ >= 0)
      close(handle_);
  }

  bool start(Job &job) {
    if (!out_.isOpen() || !err_.isOpen())
      return false;
    std::vector<std::string> words = {"agentc"};
    llvm::append_range(words, job.arguments);
    ProcessStart agentc(folderOfProgram() + "/agentc", std::move(words),
                        std::move(job.environment));
    agentc.handOnNothing(STDIN_FILENO);
    agentc.handOn(out_.in(), STDOUT_FILENO);
    agentc.handOn(err_.in(), STDERR_FILENO);
    agentc.setFolder(job.folder);
    if (agentc.spawn(pid_) != 0) {
      pid_ = -1;
      return false;
    }
    bound();
    handle_ = openProcess(pid_);
    if (handle_ < 0)
      return false;
    watch();
    return true;
  }

private:
  /// Limits that hold even for a child that a hostile archive has taken over.
  void bound() const {
    const rlimit cpu = {60, 60}, file = {1 << 30, 1 << 30};
    prlimit(pid_, RLIMIT_CPU, &cpu, nullptr);
    prlimit(pid_, RLIMIT_FSIZE, &file, nullptr);
  }

  void watch() {
    out_.closeIn();
    err_.closeIn();
    http::EventLoop &loop = owner_.loop_;
    outWatch_ = loop.watch(out_.out(), [this] { drain(out_, output_.out, *outWatch_); });
    errWatch_ = loop.watch(err_.out(), [this] { drain(err_, output_.err, *errWatch_); });
    handleWatch_ = loop.watch(handle_, [this] { finish(); });
    for (auto *one : {&outWatch_, &errWatch_, &handleWatch_})
      (*one)->await(POLLIN);
    timer_ = loop.after(patience, [this] { kill(pid_, SIGKILL); });
  }

  /// Reads what is there; false at the end.
  bool readAll(const Pipe &pipe, std::string &text) {
    char bytes[65536];
    for (;;) {
      const ssize_t size = read(pipe.out(), bytes, sizeof bytes);
      if (size < 0 && errno == EINTR)
        continue;
      if (size <= 0)
        return size < 0 && errno == EAGAIN;
      text.append(bytes, static_cast<size_t>(size));
      if (text.size() > mostBytes) {
        kill(pid_, SIGKILL);
        return false;
      }
    }
  }

  void drain(const Pipe &pipe, std::string &text, http::EventLoop::Watch &watch) {
    if (readAll(pipe, text))
      watch.await(POLLIN);
  }

  int takeStatus() { return awaitStatus(std::exchange(pid_, -1)); }

  void finish() {
    const int status = takeStatus();
    output_.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    readAll(out_, output_.out);
    readAll(err_, output_.err);
    Done done = std::move(done_);
    Output output = std::move(output_);
    owner_.end(this);
    done(std::move(output));
  }

  Children &owner_;
  Done done_;
  Output output_;
  Pipe out_{O_NONBLOCK}, err_{O_NONBLOCK};
  pid_t pid_ = -1;
  int handle_ = -1;
  std::unique_ptr<http::EventLoop::Watch> outWatch_, errWatch_, handleWatch_;
  std::unique_ptr<http::EventLoop::Timer> timer_;
};

Children::Children(http::EventLoop &loop, unsigned most, unsigned mostWaiting)
    : loop_(loop), most_(most), mostWaiting_(mostWaiting) {}
Children::~Children() = default;

bool Children::start(Job job, Done done) {
  auto child = std::make_unique<Child>(*this, done);
  if (!child->start(job))
    return false;
  running_.push_back(std::move(child));
  return true;
}

bool Children::run(Job job, Done done) {
  if (running_.size() < most_)
    return start(std::move(job), std::move(done));
  if (waiting_.size() >= mostWaiting_)
    return false;
  waiting_.emplace_back(std::move(job), std::move(done));
  return true;
}

void Children::end(Child *child) {
  // This runs within a function of its own watch, which must not be destroyed meanwhile.
  auto found = llvm::find_if(running_, [&](const auto &one) { return one.get() == child; });
  std::shared_ptr<Child> ended = std::move(*found);
  running_.erase(found);
  loop_.post([ended] {});
  while (!waiting_.empty() && running_.size() < most_) {
    auto [job, done] = std::move(waiting_.front());
    waiting_.pop_front();
    if (!start(std::move(job), done))
      done(Output());
  }
}

} // namespace agentc::serve
