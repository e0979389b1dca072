#include "agentc/Access/InferenceMiss.h"

namespace agentc {

namespace {

/// An inferred host may name a port, which the sandbox doesn't note.
bool isSame(AccessKind kind, llvm::StringRef inferred, llvm::StringRef observed) {
  if (kind != AccessKind::Host || inferred == observed)
    return inferred == observed;
  auto [host, port] = inferred.rsplit(':');
  return !port.contains(']') && host == observed;
}

} // namespace

std::vector<AccessItem> missedByInference(const ToolAccess &tool, const ToolAccess &topLevel,
                                          const ObservedAccess &observed) {
  std::vector<AccessItem> missed;
  if (tool.has(AccessKind::Unanalyzed) || topLevel.has(AccessKind::Unanalyzed))
    return missed;
  auto compare = [&](AccessKind kind, const std::vector<std::string> &names) {
    for (const std::string &name : names) {
      bool isInferred = false;
      for (const ToolAccess *access : {&tool, &topLevel})
        for (const AccessItem &item : access->items)
          isInferred |= item.kind == kind && isSame(kind, item.name, name);
      if (!isInferred)
        missed.push_back({kind, name, {}});
    }
  };
  compare(AccessKind::Host, observed.hosts);
  compare(AccessKind::Env, observed.environment);
  compare(AccessKind::Module, observed.modules);
  return missed;
}

} // namespace agentc
