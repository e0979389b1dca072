#include "Interrupts.h"

#include <cstdlib>

namespace agentc {

static volatile std::sig_atomic_t interrupts = 0;

Interrupts::Interrupts() {
  interrupts = 0;
  // Without SA_RESTART, so that waiting for a line ends, too.
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupts = interrupts + 1; };
  sigaction(SIGINT, &action, &before_);
}

Interrupts::~Interrupts() { sigaction(SIGINT, &before_, nullptr); }

unsigned Interrupts::count() { return static_cast<unsigned>(interrupts); }

void Interrupts::die() {
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);
  std::abort();
}

} // namespace agentc
