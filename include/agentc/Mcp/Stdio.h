#ifndef AGENTC_MCP_STDIO_H
#define AGENTC_MCP_STDIO_H

#include "agentc/ToolProtocol/ToolProcess.h"

namespace agentc {

/// Bytes of one message of a client; a longer line is refused, and skipped.
inline constexpr size_t maxMessageBytes = 16 << 20;

/// Serves one client on standard input and output until it closes either; calls that run then are
/// killed. `offered` is a descriptor of a file: an offer's line, and the lines of its images.
/// `sandbox` was started ahead, by the offer's flags.
llvm::Error serveStdio(int offered, ToolProcess sandbox);

} // namespace agentc

#endif
