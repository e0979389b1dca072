#include "Children.h"

#include "agentc/ToolProtocol/ToolProcess.h"

#include "llvm/ADT/STLExtras.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
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

/// The two ends of a pipe, which child processes do not inherit.
struct Pipe {
  int ends[2] = {-1, -1};
  bool open() { return pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0; }
  ~Pipe() {
    for (int end : ends)
      if (end >= 0)
        close(end);
  }
};

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
    if (!out_.open() || !err_.open())
      return false;
    const std::string program = folderOfProgram() + "/agentc";
    std::vector<char *> arguments = {const_cast<char *>("agentc")}, environment;
    for (std::string &argument : job.arguments)
      arguments.push_back(argument.data());
    for (std::string &variable : job.environment)
      environment.push_back(variable.data());
    arguments.push_back(nullptr);
    environment.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out_.ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err_.ends[1], STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, job.folder.c_str());
    const int code = posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments.data(),
                                 environment.data());
    posix_spawn_file_actions_destroy(&actions);
    if (code != 0) {
      pid_ = -1;
      return false;
    }
    bound();
    handle_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
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
    close(std::exchange(out_.ends[1], -1));
    close(std::exchange(err_.ends[1], -1));
    http::EventLoop &loop = owner_.loop_;
    outWatch_ = loop.watch(out_.ends[0], [this] { drain(out_, output_.out, *outWatch_); });
    errWatch_ = loop.watch(err_.ends[0], [this] { drain(err_, output_.err, *errWatch_); });
    handleWatch_ = loop.watch(handle_, [this] { finish(); });
    for (auto *one : {&outWatch_, &errWatch_, &handleWatch_})
      (*one)->await(POLLIN);
    timer_ = loop.after(patience, [this] { kill(pid_, SIGKILL); });
  }

  /// Reads what is there; false at the end.
  bool readAll(const Pipe &pipe, std::string &text) {
    char bytes[65536];
    for (;;) {
      const ssize_t size = read(pipe.ends[0], bytes, sizeof bytes);
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

  int takeStatus() {
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR)
      continue;
    pid_ = -1;
    return status;
  }

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
  Pipe out_, err_;
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
