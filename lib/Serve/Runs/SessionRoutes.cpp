#include "Handlers.h"
#include "Keys.h"
#include "Runs/History.h"
#include "Runs/RunAnswers.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::serve {

using models::textOf;

static constexpr unsigned mostRuns = 500, mostMessages = 1000;

llvm::Expected<std::optional<store::Key>> sessionKey(store::Journal &journal,
                                                     llvm::StringRef hash) {
  llvm::Expected<std::optional<store::SessionRecord>> session = journal.sessionOf(hash);
  if (!session)
    return session.takeError();
  if (!*session)
    return std::nullopt;
  store::Key key;
  key.id = (*session)->id;
  key.tenant = (*session)->tenant;
  key.name = "session";
  key.scopes = store::ScopeSession;
  return key;
}

/// The session that the path names; a session's token only gives its own. std::nullopt after
/// refusing the call.
static std::optional<store::SessionRecord> namedSession(App &app, const SharedCall &call) {
  const std::string &id = call->parameters.front();
  if (call->key.scopes == store::ScopeSession && call->key.id != id) {
    call->refuse(404, "there is no such session");
    return std::nullopt;
  }
  std::optional<store::SessionRecord> session = call->orMissing(
      app.runs().journal().findSession(call->key.tenant, id), "there is no such session");
  if (session) {
    call->conversation = session->id;
    call->user = session->user;
  }
  return session;
}

/// Adds a member of a body to a context if it is there; false after refusing the call.
static bool addMember(const SharedCall &call, const Json &body, const char *name, bool isText,
                      Json &context) {
  const Json *value = models::memberOf(body, name);
  if (!value)
    return true;
  if (isText ? value->is_string() : value->is_object()) {
    context[name] = *value;
    return true;
  }
  call->refuse(400, "`" + std::string(name) + "` is not " + (isText ? "a text" : "an object"));
  return false;
}

/// The customer and the channel of a body, as an agent's code gets them (AgentContext);
/// std::nullopt after refusing the call.
static std::optional<Json> readContext(const SharedCall &call, const Json &body) {
  Json context = Json::object();
  for (const char *name : {"customerId", "customerName", "channel"})
    if (!addMember(call, body, name, /*isText=*/true, context))
      return std::nullopt;
  for (const char *name : {"customerMetadata", "channelMetadata"})
    if (!addMember(call, body, name, /*isText=*/false, context))
      return std::nullopt;
  // A page with the session's token speaks for the customer, but may not change who that is.
  if (!context.empty() && call->key.scopes == store::ScopeSession) {
    call->refuse(403, "the customer and the channel are said by a key, not by a session's token");
    return std::nullopt;
  }
  return context;
}

void addSession(App &app, const SharedCall &call) {
  const std::optional<Json> body = call->object();
  const std::optional<Json> context = body ? readContext(call, *body) : std::nullopt;
  if (!context || !resolveAgent(app, call, textOf(*body, "agent")))
    return;
  // Made like keys: the token is a secret, the id is not.
  const NewKey id = newKey(call->key.tenant, "session", store::ScopeSession),
               token = newKey(call->key.tenant, "session", store::ScopeSession);
  store::SessionRecord session{"session_" + id.hash.substr(0, 32),
                               call->key.tenant,
                               call->agent,
                               textOf(*body, "userId").str(),
                               store::eventTime(),
                               printJson(*context, /*indented=*/false)};
  if (llvm::Error error = app.runs().journal().addSession(session, token.hash))
    return call->fail(std::move(error));
  call->answer(201, {{"session_id", session.id}, {"token", token.secret}});
}

void speakInSession(App &app, const SharedCall &call) {
  const std::optional<Json> body = call->object();
  const std::optional<store::SessionRecord> session = body ? namedSession(app, call) : std::nullopt;
  if (!session)
    return;
  const llvm::StringRef content = textOf(*body, "content");
  const Json *attachments = models::memberOf(*body, "attachments");
  if (content.empty() || (attachments && !attachments->is_null() && *attachments != Json::array()))
    return call->refuse(400, content.empty() ? "`content` is not a text"
                                             : "`attachments` are not taken");
  const std::optional<std::vector<store::RunRecord>> last = call->orFail(
      app.runs().journal().runs(session->tenant, llvm::StringRef(session->id), /*most=*/1));
  if (!last)
    return;
  if (!last->empty() && last->front().status == store::RunStatus::Running)
    return call->refuse(409, "the message before is still being answered");
  const std::optional<Json> said = readContext(call, *body);
  if (!said)
    return;
  Json context = parseJson(session->context).value_or(Json::object());
  context.update(*said);
  Json start = {{"message", content.str()}};
  if (!context.empty())
    start["context"] = context;
  if (!session->user.empty())
    start["userId"] = session->user;
  beginRun(app, call, session->agent, std::move(start),
           [&app, call](const std::string &id) { app.runs().follow(call, id, sessionView(id)); });
}

void followSession(App &app, const SharedCall &call) {
  const std::optional<store::SessionRecord> session = namedSession(app, call);
  if (!session)
    return;
  const std::optional<std::vector<store::RunRecord>> runs = call->orFail(
      app.runs().journal().runs(session->tenant, llvm::StringRef(session->id), mostRuns));
  if (!runs)
    return;
  const auto [known, number] = call->request.header("last-event-id").value_or("").split(':');
  uint64_t after = 0;
  if (!known.empty() && !llvm::to_integer(number, after, 10))
    return call->refuse(400, "`Last-Event-ID` is not an event's of a session");
  // The newest is first: without an event the last answer, else the rest of its run, or the next.
  const store::RunRecord *next = runs->empty() ? nullptr : &runs->front();
  for (size_t i = 0; i < runs->size() && !known.empty(); ++i) {
    const store::RunRecord &run = (*runs)[i];
    if (run.id != known)
      continue;
    const bool hasRest = run.status == store::RunStatus::Running || after < run.last;
    next = hasRest ? &run : i > 0 ? &(*runs)[i - 1] : nullptr;
    after = hasRest ? std::min(after, run.last) : 0;
    return next ? app.runs().follow(call, next->id, sessionView(next->id), after)
                : call->answer({204, {}, ""});
  }
  // This status tells clients of server-sent events not to reconnect.
  if (!next)
    return call->answer({204, {}, ""});
  app.runs().follow(call, next->id, sessionView(next->id));
}

void listMessages(App &app, const SharedCall &call) {
  const std::optional<store::SessionRecord> session = namedSession(app, call);
  if (!session)
    return;
  store::RunRecord run;
  run.tenant = session->tenant;
  run.agent = session->agent;
  run.conversation = session->id;
  HistoryRules all;
  all.maxMessages = mostMessages;
  all.isVerbatim = true;
  if (std::optional<Json> messages = call->orFail(historyOf(app.runs().journal(), run, all)))
    call->answer(200, {{"messages", std::move(*messages)}});
}

} // namespace agentc::serve
