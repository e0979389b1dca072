#include "Metrics.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace agentc::serve {

void Metrics::addExecution(llvm::StringRef tenant, llvm::StringRef agent, double seconds,
                           bool isSuccess, uint64_t memoryBytes) {
  std::map<std::string, Series> &agents = tenants_[tenant.str()];
  const bool isRoom = agents.size() < mostSeries || agents.count(agent.str());
  Series &series = agents[isRoom ? agent.str() : "other"];
  size_t bucket = 0;
  while (bucket < bounds.size() && seconds > bounds[bucket])
    ++bucket;
  ++series.buckets[bucket];
  series.seconds += seconds;
  ++(isSuccess ? series.successes : series.errors);
  series.memory = memoryBytes;
}

std::string metricLine(llvm::StringRef name, llvm::StringRef labels, double value) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << name;
  if (!labels.empty())
    out << '{' << labels << '}';
  // Whole numbers of any size are written as such.
  out << ' ' << llvm::format("%.15g", value) << '\n';
  return text;
}

static std::string labelled(llvm::StringRef agent) {
  std::string text = "agent=\"";
  for (char c : agent) {
    if (c == '"' || c == '\\')
      text += '\\';
    text += c == '\n' ? ' ' : c;
  }
  return text + "\"";
}

std::string Metrics::text(llvm::StringRef tenant) const {
  auto found = tenants_.find(tenant);
  static const std::map<std::string, Series> none;
  const std::map<std::string, Series> &agents = found == tenants_.end() ? none : found->second;
  std::string text = "# HELP agent_execution_duration_seconds Time to process a call.\n"
                     "# TYPE agent_execution_duration_seconds histogram\n";
  for (const auto &[agent, series] : agents) {
    uint64_t count = 0;
    for (size_t i = 0; i <= bounds.size(); ++i) {
      count += series.buckets[i];
      std::string bound = "+Inf";
      if (i < bounds.size()) {
        bound.clear();
        llvm::raw_string_ostream(bound) << llvm::format("%g", bounds[i]);
      }
      text += metricLine("agent_execution_duration_seconds_bucket",
                         labelled(agent) + ",le=\"" + bound + "\"", double(count));
    }
    text += metricLine("agent_execution_duration_seconds_sum", labelled(agent), series.seconds);
    text += metricLine("agent_execution_duration_seconds_count", labelled(agent), double(count));
  }
  const auto add = [&](llvm::StringRef name, llvm::StringRef type, llvm::StringRef help,
                       uint64_t Series::*member) {
    text += ("# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n").str();
    for (const auto &[agent, series] : agents)
      text += metricLine(name, labelled(agent), double(series.*member));
  };
  add("agent_execution_success", "counter", "Calls that succeeded.", &Series::successes);
  add("agent_execution_error", "counter", "Calls that failed.", &Series::errors);
  add("agent_memory_usage_bytes", "gauge", "Resident memory of the last call.", &Series::memory);
  return text;
}

} // namespace agentc::serve
