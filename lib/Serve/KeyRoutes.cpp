#include "Handlers.h"
#include "Keys.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

static Json describeKey(const store::Key &key) {
  return {{"id", key.id},
          {"name", key.name},
          {"tenant", key.tenant},
          {"scopes", store::scopeNames(key.scopes)},
          {"created", timeText(key.created)},
          {"revoked", key.isRevoked}};
}

static Json describeEntry(const store::AuditEntry &entry) {
  return {{"id", entry.id},         {"time", timeText(entry.time)}, {"key", entry.key},
          {"action", entry.action}, {"subject", entry.subject},     {"detail", entry.detail}};
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
  // Keys grant only scopes that their maker has, unless the maker may create tenants.
  if ((*wanted & ~call->key.scopes) != 0 && !call->may(store::ScopeOperate))
    return call->refuse(403, "the key lacks scopes that the new one would have");
  NewKey made = newKey(tenant.get<std::string>(), name.get<std::string>(), *wanted);
  store::Actor actor = call->actor();
  actor.tenant = made.key.tenant;
  if (llvm::Error error = app.store().addKey(made.key, made.hash, actor))
    return call->fail(std::move(error));
  Json answer = describeKey(made.key);
  answer["secret"] = made.secret;
  call->answer(201, answer);
}

void listKeys(App &app, const SharedCall &call) {
  answerList(call, "keys", app.store().keys(call->key.tenant), describeKey);
}

void revokeKey(App &app, const SharedCall &call) {
  const std::optional<bool> isThere =
      call->orFail(app.store().revokeKey(call->parameters.front(), call->actor()));
  if (!isThere)
    return;
  app.forgetKeys();
  if (!*isThere)
    return call->refuse(404, "there is no such key");
  call->answer({204, {}, ""});
}

void showAudit(App &app, const SharedCall &call) {
  int64_t after = 0;
  if (auto text = call->query("after"); text && !llvm::to_integer(*text, after, 10))
    return call->refuse(400, "`after` is not an entry's number");
  answerList(call, "entries", app.store().audit(call->key.tenant, after, /*most=*/500),
             describeEntry);
}

} // namespace agentc::serve
