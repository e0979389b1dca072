#include "agentc/Calls/Grant.h"
#include "agentc/Calls/FileGrants.h"
#include "agentc/Net/HostPattern.h"

#include <set>

namespace agentc {

namespace {

/// True if an allowed host includes everything that an inferred host stands for.
bool covers(const HostPattern &allowed, const HostPattern &reached) {
  if (reached.subdomains)
    return allowed.subdomains && allowed.port == reached.port &&
           (allowed.host == reached.host ||
            llvm::StringRef(reached.host).ends_with("." + allowed.host));
  return matches(allowed, {"https", reached.host, reached.port.value_or(443)}) ||
         matches(allowed, {"http", reached.host, reached.port.value_or(80)});
}

bool isHostAllowed(const Manifest &manifest, llvm::StringRef host) {
  std::optional<HostPattern> reached = parseHostPattern(host);
  return reached && llvm::any_of(manifest.allowedHosts, [&](const ManifestWord &word) {
           std::optional<HostPattern> allowed = parseHostPattern(word.text);
           return allowed && covers(*allowed, *reached);
         });
}

bool isWord(llvm::ArrayRef<ManifestWord> words, llvm::StringRef text) {
  return llvm::any_of(words, [&](const ManifestWord &word) { return word.text == text; });
}

using Names = std::set<std::string>;

void addReached(const Manifest &manifest, const ToolAccess &access, Names &hosts,
                Names &environment, Names &modules) {
  for (const AccessItem &item : access.items) {
    if (item.kind == AccessKind::Host && isHostAllowed(manifest, item.name))
      hosts.insert(item.name);
    else if (item.kind == AccessKind::Env && isWord(manifest.allowedEnv, item.name))
      environment.insert(item.name);
    else if (item.kind == AccessKind::Module && isWord(manifest.allowedModules, item.name))
      modules.insert(item.name);
  }
}

bool reachesData(const ToolAccess &access) {
  return llvm::any_of(access.items, [](const AccessItem &item) {
    return item.kind == AccessKind::File && mayReachData(item.name);
  });
}

void addWords(llvm::ArrayRef<ManifestWord> words, Names &names) {
  for (const ManifestWord &word : words)
    names.insert(word.text);
}

} // namespace

void apply(const NetworkOptions &options, Grant &grant) {
  grant.privateAddresses = options.privateAddresses;
  grant.resolve = options.resolve;
  grant.authorities = options.authorities;
}

GrantDecision decideGrant(const DriverEnv &env, const Manifest &manifest, const ToolAccess *access,
                          const ToolAccess &topLevel, const RunOptions &options) {
  GrantDecision decision;
  bool isLost =
      !access || access->has(AccessKind::Unanalyzed) || topLevel.has(AccessKind::Unanalyzed);
  if (options.grantManifest)
    decision.basis = GrantBasis::Manifest;
  else if (isLost)
    decision.basis = GrantBasis::Unanalyzed;
  Names hosts(options.hosts.begin(), options.hosts.end());
  Names environment(options.environment.begin(), options.environment.end());
  Names modules(options.modules.begin(), options.modules.end());
  if (decision.basis == GrantBasis::Inferred) {
    addReached(manifest, *access, hosts, environment, modules);
    addReached(manifest, topLevel, hosts, environment, modules);
  } else {
    addWords(manifest.allowedHosts, hosts);
    addWords(manifest.allowedEnv, environment);
    addWords(manifest.allowedModules, modules);
  }
  apply(options.network, decision.grant);
  decision.grant.files = options.files;
  if (options.data && manifest.data &&
      (decision.basis != GrantBasis::Inferred || reachesData(*access) || reachesData(topLevel)))
    decision.grant.files.push_back(grantData(manifest, *options.data));
  decision.grant.hosts.assign(hosts.begin(), hosts.end());
  decision.grant.modules.assign(modules.begin(), modules.end());
  for (const std::string &name : environment)
    if (std::optional<std::string> value = env.variable(name))
      decision.grant.environment.push_back({name, std::move(*value)});
  return decision;
}

} // namespace agentc
