#ifndef AGENTC_LIB_DRIVER_TERMINAL_COUNTEDSTATUS_H
#define AGENTC_LIB_DRIVER_TERMINAL_COUNTEDSTATUS_H

#include "agentc/Driver/Driver.h"

#include <atomic>

namespace agentc {

/// Says how many of some like things are done: `testing: 3 of 12 are done`. Any thread may call.
class CountedStatus {
public:
  CountedStatus(const DriverEnv &env, llvm::StringRef work, size_t all)
      : env_(env), work_(work), all_(all) {
    tell(0);
  }
  void oneIsDone() { tell(++done_); }

private:
  const DriverEnv &env_;
  std::string work_;
  size_t all_;
  std::atomic<size_t> done_ = 0;

  void tell(size_t done) {
    if (env_.status)
      env_.status(work_ + ": " + std::to_string(done) + " of " + std::to_string(all_) +
                  " are done");
  }
};

} // namespace agentc

#endif
