#include "agentc/Calls/Grant.h"
#include "agentc/Calls/FileGrants.h"
#include "agentc/Net/HostPattern.h"
#include "agentc/Support/Text.h"

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

using NameSet = std::set<std::string>;

void addReached(const Manifest &manifest, const ToolAccess &access, NameSet &hosts,
                NameSet &environment, NameSet &modules) {
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

void addWords(llvm::ArrayRef<ManifestWord> words, NameSet &names) {
  for (const ManifestWord &word : words)
    names.insert(word.text);
}

std::vector<std::string> textsOf(llvm::ArrayRef<ManifestWord> words) {
  std::vector<std::string> texts;
  for (const ManifestWord &word : words)
    texts.push_back(word.text);
  return texts;
}

void addSecret(const ManifestSecret &secret, std::optional<std::string> value, Grant &grant) {
  // A value that cannot be one has been refused where a person gave it.
  if (value && !findSecretFault(*value))
    grant.secrets.push_back(
        {secret.name.text, std::move(*value), textsOf(secret.hosts), textsOf(secret.headers)});
}

} // namespace

std::optional<std::string> valueOfSecret(const DriverEnv &env, const ManifestSecret &secret,
                                         const RunOptions &options) {
  auto found = options.secrets.find(secret.name.text);
  return found == options.secrets.end() ? env.variable(secret.name.text)
                                        : std::optional(found->second);
}

llvm::Error checkSecretNames(const RunOptions &options, llvm::ArrayRef<ManifestSecrets> manifests) {
  for (const auto &[name, value] : options.secrets)
    if (llvm::none_of(manifests, [&, &key = name](const ManifestSecrets &secrets) {
          return findSecret(secrets, key);
        }))
      return usageError("`--secret` names `" + escapeForTerminal(name) +
                        "`, and `secrets` of the manifest does not");
  return llvm::Error::success();
}

llvm::Error checkSecrets(const DriverEnv &env, const ManifestSecrets &secrets,
                         const RunOptions &options) {
  for (const ManifestSecret &secret : secrets)
    if (std::optional<std::string> value = valueOfSecret(env, secret, options))
      if (std::optional<std::string> fault = findSecretFault(*value))
        return usageError("the secret `" + secret.name.text + "` " + *fault);
  return llvm::Error::success();
}

void apply(const NetworkOptions &options, Grant &grant) {
  grant.privateAddresses = options.privateAddresses;
  grant.resolve = options.resolve;
  grant.authorities = options.authorities;
}

GrantDecision decideGrant(const DriverEnv &env, const Manifest &manifest,
                          const ManifestSecrets &secrets, const ToolAccess *access,
                          const ToolAccess &topLevel, const RunOptions &options) {
  GrantDecision decision;
  bool isLost =
      !access || access->has(AccessKind::Unanalyzed) || topLevel.has(AccessKind::Unanalyzed);
  if (options.grantManifest)
    decision.basis = GrantBasis::Manifest;
  else if (isLost)
    decision.basis = GrantBasis::Unanalyzed;
  NameSet hosts(options.hosts.begin(), options.hosts.end());
  NameSet environment(options.environment.begin(), options.environment.end());
  NameSet modules(options.modules.begin(), options.modules.end());
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
    if (const ManifestSecret *secret = findSecret(secrets, name))
      addSecret(*secret, valueOfSecret(env, *secret, options), decision.grant);
    else if (std::optional<std::string> value = env.variable(name))
      decision.grant.environment.push_back({name, std::move(*value)});
  return decision;
}

} // namespace agentc
