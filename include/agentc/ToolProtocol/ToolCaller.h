#ifndef AGENTC_TOOLPROTOCOL_TOOLCALLER_H
#define AGENTC_TOOLPROTOCOL_TOOLCALLER_H

#include "agentc/ToolProtocol/ToolProcess.h"

#include <functional>

namespace agentc {

/// A way to make calls without waiting for them.
class ToolCaller {
public:
  using OnEvent = std::function<void(const CallEvent &)>;
  using OnReport = std::function<void(const ToolReport &)>;

  virtual ~ToolCaller() = default;

  /// Sends a request, which may wait for others to end; its own id is replaced. The functions are
  /// called later, not from within. Returns the call's number.
  virtual uint64_t call(ToolRequest request, OnEvent onEvent, OnReport onReport) = 0;
  /// Ends a call, which gets no report. Numbers of calls that have ended are passed over.
  virtual void cancel(uint64_t call) = 0;
};

} // namespace agentc

#endif
