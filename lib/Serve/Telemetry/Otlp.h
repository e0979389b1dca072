#ifndef AGENTC_LIB_SERVE_TELEMETRY_OTLP_H
#define AGENTC_LIB_SERVE_TELEMETRY_OTLP_H

#include "Metrics.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <vector>

// The bodies of OTLP/HTTP in its JSON encoding, OpenTelemetry protocol 1.
namespace agentc::serve {

/// A trace that a request is part of, in lower-case hexadecimal.
struct TraceParent {
  std::string trace, span;
};
/// Reads a `traceparent` by W3C Trace Context; std::nullopt if it is malformed.
std::optional<TraceParent> readTraceParent(llvm::StringRef header);

/// One request to the server, from its head to the end of its answer.
struct Span {
  std::string trace, id, parent; ///< in hexadecimal; `parent` may be empty
  std::string method, route;
  std::string request, tenant, agent, outcome; ///< empty ones are left out
  std::vector<std::string> tools;
  unsigned status = 0;
  uint64_t begun = 0, ended = 0; ///< ns since 1970
};

/// A body for `/v1/traces`.
std::string otlpTraces(llvm::ArrayRef<Span> spans);
/// A body for `/v1/metrics`: all series, which count from `begun` on; times in ns since 1970.
std::string otlpMetrics(const Metrics &metrics, uint64_t begun, uint64_t now);

} // namespace agentc::serve

#endif
