#include "Handlers.h"
#include "Keys.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

static Json describe(const store::Key &key) {
  return {{"id", key.id},
          {"name", key.name},
          {"tenant", key.tenant},
          {"scopes", store::scopeNames(key.scopes)},
          {"created", timeText(key.created)},
          {"revoked", key.isRevoked}};
}

/// A name of a key or tenant, as logs show it.
static bool isName(const Json &value) {
  const auto *text = value.get_ptr<const std::string *>();
  return text && isKeyName(*text);
}

void addKey(App &app, const SharedCall &call) {
  std::optional<Json> body = call->object();
  if (!body)
    return;
  const Json name = body->value("name", Json()), scopes = body->value("scopes", Json()),
             tenant = body->value("tenant", Json(call->key.tenant));
  std::string list;
  for (const Json &scope : scopes.is_array() ? scopes : Json::array())
    list += (list.empty() ? "" : ",") + (scope.is_string() ? scope.get<std::string>() : "?");
  const std::optional<unsigned> wanted = store::parseScopes(list);
  if (!isName(name) || !isName(tenant) || !wanted)
    return call->refuse(400,
                        "a key has a `name` of letters, digits and `-_.`, and `scopes`: some of `" +
                            llvm::join(store::scopeNames(store::AllScopes), "`, `") + "`");
  const bool isOther = tenant != Json(call->key.tenant);
  if (isOther && !call->may(store::ScopeOperate))
    return call->refuse(403, "keys of another tenant are made by a key with the scope `operate`");
  // Nobody gives what they have not, but whoever may make tenants.
  if ((*wanted & ~call->key.scopes) != 0 && !call->may(store::ScopeOperate))
    return call->refuse(403, "the key lacks scopes that the new one would have");
  NewKey made = newKey(tenant.get<std::string>(), name.get<std::string>(), *wanted);
  store::Actor actor = call->actor();
  actor.tenant = made.key.tenant;
  if (llvm::Error error = app.store().addKey(made.key, made.hash, actor))
    return call->fail(std::move(error));
  Json answer = describe(made.key);
  answer["secret"] = made.secret;
  call->answer(201, answer);
}

void listKeys(App &app, const SharedCall &call) {
  llvm::Expected<std::vector<store::Key>> found = app.store().keys(call->key.tenant);
  if (!found)
    return call->fail(found.takeError());
  Json list = Json::array();
  for (const store::Key &key : *found)
    list.push_back(describe(key));
  call->answer(200, {{"keys", std::move(list)}});
}

void revokeKey(App &app, const SharedCall &call) {
  llvm::Expected<bool> isThere = app.store().revokeKey(call->parameters.front(), call->actor());
  if (!isThere)
    return call->fail(isThere.takeError());
  app.forgetKeys();
  if (!*isThere)
    return call->refuse(404, "there is no such key");
  call->answer({204, {}, ""});
}

void showAudit(App &app, const SharedCall &call) {
  int64_t after = 0;
  if (auto text = call->query("after"); text && !llvm::to_integer(*text, after, 10))
    return call->refuse(400, "`after` is not an entry's number");
  llvm::Expected<std::vector<store::AuditEntry>> found =
      app.store().audit(call->key.tenant, after, /*most=*/500);
  if (!found)
    return call->fail(found.takeError());
  Json list = Json::array();
  for (const store::AuditEntry &entry : *found)
    list.push_back({{"id", entry.id},
                    {"time", timeText(entry.time)},
                    {"key", entry.key},
                    {"action", entry.action},
                    {"subject", entry.subject},
                    {"detail", entry.detail}});
  call->answer(200, {{"entries", std::move(list)}});
}

} // namespace agentc::serve
