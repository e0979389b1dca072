#ifndef AGENTC_ACCESS_REACHEDCODE_H
#define AGENTC_ACCESS_REACHEDCODE_H

#include "agentc/Config/Config.h"
#include "agentc/Flow/CodeFlow.h"

#include "llvm/ADT/DenseMap.h"

namespace agentc {

/// The value of the stage `reach`: functions, classes and modules whose code an entry point
/// reaches: a tool, a handler, or the load of the entry; of a bundle without tools and handlers all
/// that its modules mention.
class ReachedCode {
public:
  /// A tool or handler; handlers of agents first, both in the configuration's order.
  struct Entry {
    std::string id; ///< of the ToolDefinition or AgentDefinition
    bool agent = false;
  };

  llvm::ArrayRef<Entry> entries() const { return entries_; }
  /// True if an entry point, or loading the bundle, reaches the code around a node.
  bool contains(const ast::Node &node) const;
  /// The first tool or handler that reaches it; null if only loading does, or nothing.
  const Entry *firstTo(const ast::Node &node) const;

private:
  friend ReachedCode reach(const CodeFlow &flow, const AgentConfig &config);

  std::vector<Entry> entries_;
  /// With the index of the first entry, or the number of entries for what only loading reaches.
  llvm::DenseMap<const ast::Node *, size_t> code_;
};

ReachedCode reach(const CodeFlow &flow, const AgentConfig &config);

} // namespace agentc

#endif
