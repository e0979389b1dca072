#ifndef AGENTC_LIB_SERVE_EVENTSTREAM_H
#define AGENTC_LIB_SERVE_EVENTSTREAM_H

#include "Call.h"

namespace agentc::serve {

/// The answer of a call as server-sent events (WHATWG HTML, "Server-sent events"): those of the
/// call as they come, then `done` with its result, or `error`.
class EventStream {
public:
  explicit EventStream(SharedCall call) : call_(std::move(call)) {}

  void begin();
  /// `data`: JSON text without an end of line.
  void write(llvm::StringRef name, llvm::StringRef data);
  void end(const ToolReport &report);

private:
  SharedCall call_;
};

} // namespace agentc::serve

#endif
