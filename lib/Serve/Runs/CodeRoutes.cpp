// `/api/execute` of an agent that asks models: a run, shown as the events of a call.

#include "Handlers.h"
#include "Runs/CodeAgents.h"
#include "Runs/LoopAgents.h"
#include "Runs/RunAnswers.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"

namespace agentc::serve {

using models::memberOf;
using models::textOf;

static bool isCalled(const Json &agent, llvm::StringRef name) {
  const Json *given = memberOf(agent, "name");
  return textOf(agent, "id") == name || (given && textOf(*given, "value") == name);
}

bool runsAsCode(App &app, const SharedCall &call, llvm::StringRef slug,
                const std::optional<std::string> &name) {
  if (!app.runs().settings())
    return false;
  llvm::Expected<std::optional<store::Agent>> agent = app.store().findAgent(call->key.tenant, slug);
  llvm::Expected<std::optional<store::PackageRecord>> package =
      agent && *agent ? app.store().findPackage(call->key.tenant, (*agent)->current.package)
                      : llvm::Expected<std::optional<store::PackageRecord>>(std::nullopt);
  // Going on without it leads to the same failure.
  if (!agent || !package || !*package) {
    llvm::consumeError(agent.takeError());
    llvm::consumeError(package.takeError());
    return false;
  }
  llvm::Expected<Json> configuration = sealedConfiguration(app, call->key.tenant, **package);
  if (!configuration) {
    llvm::consumeError(configuration.takeError());
    return false;
  }
  const Json none = Json::array(), *agents = memberOf(*configuration, "agents");
  for (const Json &agent : agents ? *agents : none)
    if (name ? isCalled(agent, *name) : agents->size() == 1)
      return isCodeAgent(agent) ? agents->size() == 1 : !memberOf(agent, "handler");
  return false;
}

void executeAsRun(App &app, const SharedCall &call, llvm::StringRef slug, const Json &input) {
  const Json *message = input.is_string() ? &input : memberOf(input, "message"),
             *conversation = memberOf(input, "conversationId");
  if (!message || !message->is_string())
    return call->refuse(400, "`input` is not a message to an agent: it has no text `message`");
  if (call->conversation.empty() && conversation && conversation->is_string())
    call->conversation = conversation->get<std::string>();
  const std::optional<Json> body = call->object();
  Json start = {{"message", *message}};
  // The rest: code finds it in its context, a model behind the instructions.
  Json context = input.is_object() ? input : Json::object();
  for (const char *ofRun : {"message", "conversationId", "systemPromptAddition"})
    context.erase(ofRun);
  if (!context.empty())
    start["context"] = std::move(context);
  if (const llvm::StringRef name = body ? textOf(*body, "agentName") : ""; !name.empty())
    start["agentName"] = name.str();
  if (!call->user.empty())
    start["userId"] = call->user;
  if (const llvm::StringRef addition = textOf(input, "systemPromptAddition"); !addition.empty())
    start["system"] = addition.str();
  beginRun(app, call, slug, std::move(start),
           [&app, call](const std::string &id) { app.runs().follow(call, id, callView()); });
}

} // namespace agentc::serve
