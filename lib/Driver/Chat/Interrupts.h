#ifndef AGENTC_LIB_DRIVER_CHAT_INTERRUPTS_H
#define AGENTC_LIB_DRIVER_CHAT_INTERRUPTS_H

#include <csignal>

namespace agentc {

/// While one lives, Ctrl-C (SIGINT) ends waiting calls of the system and is counted, and ends the
/// process no more. One at a time.
class Interrupts {
public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts &) = delete;

  static unsigned count();
  /// Waits until a descriptor can be read or has ended. False if the count is not, or no longer,
  /// what the caller has seen.
  static bool waitForInput(int descriptor, unsigned seen);
  /// Ends the process as SIGINT would have.
  [[noreturn]] static void die();

private:
  struct sigaction before_ = {};
};

} // namespace agentc

#endif
