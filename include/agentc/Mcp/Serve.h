#ifndef AGENTC_MCP_SERVE_H
#define AGENTC_MCP_SERVE_H

#include "agentc/ToolProtocol/ToolProcess.h"

#include <functional>

namespace agentc {

/// Bytes of one message of a client; a longer one is refused.
inline constexpr size_t maxMessageBytes = 16 << 20;

/// Called with the URL of a server once it takes requests.
using OnServing = std::function<void(const std::string &url)>;

/// Serves what is offered, where the offer says: one client on standard input and output until it
/// closes either, or any number over HTTP until a signal. Calls that run at the end are killed.
/// `offered` is a descriptor of a file: an offer's line, and the lines of its images. `sandbox` was
/// started ahead, by the offer's flags.
llvm::Error serveOffer(int offered, ToolProcess sandbox, const OnServing &onServing);

} // namespace agentc

#endif
