#include "SecretWalk.h"
#include "UrlBeginnings.h"

#include "agentc/Flow/UseKind.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

/// Adds the known hosts of a request; false if it may go to others, except by an environment
/// variable.
bool SecretWalk::addHosts(llvm::ArrayRef<RequestTarget> targets, const Value *url) {
  std::set<std::string> hosts;
  bool isOpen = false;
  for (const RequestTarget &target : targets) {
    isOpen |= target.host.empty();
    if (!target.host.empty() && target.scheme != "https")
      return false;
    if (!target.host.empty())
      hosts.insert(target.host);
  }
  UrlBeginnings beginnings(program_, values_);
  if (isOpen && (!url || !beginnings.add(*url, true)))
    return false;
  hosts.insert(beginnings.hosts.begin(), beginnings.hosts.end());
  found_.hosts.insert(hosts.begin(), hosts.end());
  return !hosts.empty();
}

/// The header, in lower case, at `keys` in the options of a request; empty if its name is not
/// known.
std::optional<std::string> SecretWalk::headerAt(const Keys *keys) const {
  if (!keys || !keys->next)
    return std::nullopt;
  llvm::StringRef part = keys->next->key;
  if (keys->key == "auth" && !keys->next->next && (part == "password" || part == "username"))
    return "authorization";
  if (keys->key == "headers" && keys->next->next && keys->next->key == "common")
    part = keys->next->next->key;
  else if (keys->next->next && !keys->next->key.empty())
    return std::nullopt;
  return keys->key == "headers" ? std::optional(part.lower()) : std::nullopt;
}

void SecretWalk::addHeader(llvm::StringRef header, const Node &node) {
  if (!header.empty())
    found_.names.insert(header.str());
  else if (headerNames_.empty())
    lose(node);
  found_.names.insert(headerNames_.begin(), headerNames_.end());
}

/// True for functions that make requests.
bool SecretWalk::sendTo(const Node &call, llvm::StringRef path, const Keys *keys,
                        const Node &node) {
  if (path.ends_with(".Request") || path == "global:Request"_api)
    return false; // which is sent elsewhere
  std::optional<std::string> header = headerAt(keys);
  if (path == "module:axios.create"_api) {
    if (!header || !sendByInstance(call))
      lose(node);
    else
      addHeader(*header, node);
    return true;
  }
  for (const ApiUse &use : uses_.all()) {
    if (use.call != &call || use.path != path)
      continue;
    const std::vector<RequestTarget> targets = requestTargets(values_, use);
    if (targets.empty())
      return false;
    const Value *url = use.arguments.empty() ? nullptr : use.arguments[0];
    if (!header || !addHosts(targets, url))
      lose(node);
    else
      addHeader(*header, node);
    return true;
  }
  return false;
}

/// The requests of an axios instance, by its base URL and by each of its uses.
bool SecretWalk::sendByInstance(const Node &creation) {
  bool isAny = false, isKnown = true;
  for (const ApiUse &use : uses_.all()) {
    if (use.kind != UseKind::Call || !use.path.starts_with("module:axios.create()"_api))
      continue;
    bool isOwn = false;
    forEachAlternative(values_.of(*use.node), [&](const Value &value) {
      const auto *api = llvm::dyn_cast<ApiValue>(&value);
      const ResultValue *made = api ? api->receiver : llvm::dyn_cast<ResultValue>(&value);
      isOwn |= !made || made->origin == &creation;
    });
    const std::vector<RequestTarget> targets =
        isOwn ? requestTargets(values_, use) : std::vector<RequestTarget>();
    if (targets.empty())
      continue;
    isAny = true;
    isKnown &= addHosts(targets, use.arguments.empty() ? nullptr : use.arguments[0]);
  }
  if (isAny || partsOf(creation).arguments.empty())
    return isAny && isKnown;
  // nothing of it is seen but what it is made with
  const Value &base = values_.member(values_.of(*partsOf(creation).arguments[0]), "baseURL");
  for (const TextShape &shape : textShapes(values_, base)) {
    llvm::StringRef rest = shape.beginning();
    if (!rest.consume_front("https://") || (!shape.isComplete() && !rest.contains('/')))
      return false;
    found_.hosts.insert(rest.take_until([](char c) { return c == '/'; }).lower());
  }
  return !found_.hosts.empty();
}

/// True for clients that are known to put the secret into a header.
bool SecretWalk::giveToClient(const Node &call, llvm::StringRef constructor, size_t index,
                              const Keys *keys, const Node &node) {
  const KnownClient *client = knownClient(constructor);
  if (!client)
    return false;
  const bool isKey = client->option.empty() ? !keys && index == 0
                                            : keys && !keys->next && keys->key == client->option;
  const Value *options = nullptr;
  const size_t at = client->option.empty() ? 1 : 0;
  NodeList arguments = partsOf(call).arguments;
  if (at < arguments.size())
    options = &values_.of(*arguments[at]);
  bool isElsewhere = false;
  if (options)
    forEachAlternative(*options, [&](const Value &value) {
      const auto *object = llvm::dyn_cast<ObjectValue>(&value);
      isElsewhere |= !object || object->open;
      for (llvm::StringRef option : client->elsewhere)
        isElsewhere |= object && object->find(option);
    });
  if (!isKey || isElsewhere) {
    lose(node);
    return true;
  }
  found_.names.insert(client->header.str());
  for (llvm::StringRef host : client->hosts)
    found_.hosts.insert(host.str());
  return true;
}

} // namespace agentc
