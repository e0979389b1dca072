// `/api/execute` of an agent whose code asks models: a run, shown as the events of a call.

#include "Handlers.h"
#include "Runs/CodeAgents.h"
#include "Runs/LoopAgents.h"
#include "Runs/RunAnswers.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"

namespace agentc::serve {

using models::memberOf;
using models::textOf;

bool runsAsCode(App &app, const SharedCall &call, llvm::StringRef slug,
                const std::optional<std::string> &name) {
  if (!app.runs().settings())
    return false;
  llvm::Expected<std::optional<store::Agent>> agent = app.store().findAgent(call->key.tenant, slug);
  llvm::Expected<std::optional<store::PackageRecord>> package =
      agent && *agent ? app.store().findPackage(call->key.tenant, (*agent)->current.package)
                      : llvm::Expected<std::optional<store::PackageRecord>>(std::nullopt);
  // Whoever goes on without finds the same failure.
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
  const Json *agents = memberOf(*configuration, "agents");
  if (!agents || agents->size() != 1 || !isCodeAgent(agents->front()))
    return false;
  return !name || *name == textOf(agents->front(), "id");
}

void executeAsRun(App &app, const SharedCall &call, llvm::StringRef slug, const Json &input) {
  const Json *message = memberOf(input, "message"),
             *conversation = memberOf(input, "conversationId");
  if (!message || !message->is_string())
    return call->refuse(400, "`input` is not a message to an agent: it has no text `message`");
  if (call->conversation.empty() && conversation && conversation->is_string())
    call->conversation = conversation->get<std::string>();
  Json start = {{"message", *message}, {"context", input}};
  if (!call->user.empty())
    start["userId"] = call->user;
  if (const llvm::StringRef addition = textOf(input, "systemPromptAddition"); !addition.empty())
    start["system"] = addition.str();
  beginRun(app, call, slug, std::move(start),
           [&app, call](const std::string &id) { app.runs().follow(call, id, callView()); });
}

} // namespace agentc::serve
