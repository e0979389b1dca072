#include "Keys.h"

#include "State.h"

#include "agentc/Serve/Serve.h"
#include "agentc/Store/Store.h"
#include "agentc/Support/Digest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

#include <ctime>

namespace agentc::serve {

bool isKeyName(llvm::StringRef name) {
  return !name.empty() && name.size() <= 64 && llvm::all_of(name, [](char c) {
    return llvm::isAlnum(c) || c == '-' || c == '_' || c == '.';
  });
}

NewKey newKey(std::string tenant, std::string name, unsigned scopes) {
  NewKey made;
  made.secret = "agentc_" + randomHex(32);
  made.hash = sha256Hex(made.secret);
  // Part of the hash, which reveals nothing about the secret.
  made.key = {made.hash.substr(0, 16), std::move(tenant),
              std::move(name),         scopes,
              std::time(nullptr),      false};
  return made;
}

llvm::Expected<std::string> makeKey(const Json &json) {
  llvm::Expected<Options> options = optionsFromJson(json);
  if (!options)
    return options.takeError();
  const std::string tenant = json.value("tenant", ""), name = json.value("newKey", ""),
                    scopes = json.value("scopes", "");
  const std::optional<unsigned> rights = store::parseScopes(scopes);
  if (!rights)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "scopes are some of " +
                                       llvm::join(store::scopeNames(store::AllScopes), ", "));
  if (!isKeyName(tenant) || !isKeyName(name))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "names of keys and tenants have letters, digits and `-_.`");
  llvm::Expected<store::SharedState> opened = openState(*options);
  if (!opened)
    return opened.takeError();
  const NewKey made = newKey(tenant, name, *rights);
  if (llvm::Error error = opened->store->addKey(made.key, made.hash, {tenant, "command-line"}))
    return error;
  return made.secret;
}

} // namespace agentc::serve
