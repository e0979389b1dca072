#include "Interrupts.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace agentc {

static volatile std::sig_atomic_t interrupts = 0;
/// Readable after a signal: one that came just before a wait would not end that.
static int wake = -1;

static void onInterrupt(int) {
  const int before = errno;
  interrupts = interrupts + 1;
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake, &one, sizeof one);
  errno = before;
}

Interrupts::Interrupts() {
  interrupts = 0;
  wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  // Without SA_RESTART, so that waiting for a line ends, too.
  struct sigaction action = {};
  action.sa_handler = onInterrupt;
  sigaction(SIGINT, &action, &before_);
}

Interrupts::~Interrupts() {
  sigaction(SIGINT, &before_, nullptr);
  ::close(wake);
}

unsigned Interrupts::count() { return static_cast<unsigned>(interrupts); }

bool Interrupts::waitForInput(int descriptor, unsigned seen) {
  pollfd waited[] = {{descriptor, POLLIN, 0}, {wake, POLLIN, 0}};
  while (count() == seen && waited[0].revents == 0) {
    ::poll(waited, 2, -1);
    uint64_t signals; // those that were seen elsewhere
    [[maybe_unused]] const ssize_t drained = ::read(wake, &signals, sizeof signals);
  }
  return count() == seen;
}

void Interrupts::die() {
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);
  std::abort();
}

} // namespace agentc
