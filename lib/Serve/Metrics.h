#ifndef AGENTC_LIB_SERVE_METRICS_H
#define AGENTC_LIB_SERVE_METRICS_H

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>

namespace agentc::serve {

/// Executions of agents and tools, by tenant and agent.
class Metrics {
public:
  /// `agent` is a slug, the digest of a package that was called without an agent, or `code`.
  void addExecution(llvm::StringRef tenant, llvm::StringRef agent, double seconds, bool isSuccess,
                    uint64_t memoryBytes);

  /// The upper ends of a series' buckets, in seconds; the last bucket has none.
  static constexpr std::array<double, 11> bounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                    0.1,   0.25,   1,     5,    30};
  struct Series {
    std::array<uint64_t, bounds.size() + 1> buckets = {};
    double seconds = 0;
    uint64_t successes = 0, errors = 0, memory = 0;
  };
  using Tenants = std::map<std::string, std::map<std::string, Series>, std::less<>>;

  /// Series by tenant and agent.
  const Tenants &tenants() const { return tenants_; }
  /// A tenant's, in Prometheus' text format 0.0.4.
  std::string text(llvm::StringRef tenant) const;

private:
  /// Clients choose the names, so this many have series of their own and the rest share one.
  static constexpr size_t mostSeries = 1000;
  Tenants tenants_;
};

/// One line: `name{label="value"} number`.
std::string metricLine(llvm::StringRef name, llvm::StringRef labels, double value);

} // namespace agentc::serve

#endif
