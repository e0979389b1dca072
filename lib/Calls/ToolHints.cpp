#include "agentc/Calls/ToolHints.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

static bool mayWrite(const ToolAccess &access) {
  return llvm::any_of(access.items, [](const AccessItem &item) {
    return item.kind == AccessKind::File && llvm::StringRef(item.name).starts_with("writes ") &&
           item.name != "writes scratch";
  });
}

Json provenHints(const PreparedCall &call, const ToolAccess &topLevel) {
  const Grant &grant = call.grant.grant;
  auto isLost = [](const ToolAccess &access) {
    return access.has(AccessKind::Unanalyzed) || access.has(AccessKind::CodeGeneration);
  };
  const ToolAccess *access = call.access ? &*call.access : nullptr;
  const bool mayDoAnything = !access || isLost(*access) || isLost(topLevel);
  const bool asks = !grant.hosts.empty() && (mayDoAnything || access->has(AccessKind::Host) ||
                                             topLevel.has(AccessKind::Host));
  const bool isWritable =
      llvm::any_of(grant.files, [](const FileGrant &file) { return file.writes; });
  const bool writes = isWritable && (mayDoAnything || mayWrite(*access) || mayWrite(topLevel));
  const bool changes = asks || writes;
  return {{"readOnlyHint", !changes}, {"destructiveHint", changes}, {"openWorldHint", asks}};
}

std::string reachInWords(const PreparedCall &call) {
  const Grant &grant = call.grant.grant;
  std::vector<std::string> places = grant.hosts;
  for (const FileGrant &file : grant.files)
    places.push_back(file.path + (file.writes ? " (to write)" : " (to read)"));
  return llvm::join(places, ", ");
}

} // namespace agentc
