#include "agentc/Store/Records.h"

namespace agentc::store {

static constexpr std::pair<llvm::StringLiteral, Scope> names[] = {
    {"read", ScopeRead},       {"run", ScopeRun},     {"deploy", ScopeDeploy},
    {"approve", ScopeApprove}, {"admin", ScopeAdmin}, {"operate", ScopeOperate}};

std::vector<std::string> scopeNames(unsigned scopes) {
  std::vector<std::string> found;
  for (const auto &[name, scope] : names)
    if (scopes & scope)
      found.push_back(name.str());
  return found;
}

std::optional<unsigned> parseScopes(llvm::StringRef text) {
  unsigned scopes = 0;
  while (!text.empty()) {
    const auto [first, rest] = text.split(',');
    unsigned found = 0;
    for (const auto &[name, scope] : names)
      found |= name == first ? scope : 0u;
    if (!found)
      return std::nullopt;
    scopes |= found;
    text = rest;
  }
  return scopes ? std::optional(scopes) : std::nullopt;
}

} // namespace agentc::store
