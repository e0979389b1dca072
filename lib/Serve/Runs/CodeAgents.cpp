#include "Runs/CodeAgents.h"

#include "Handlers.h"

#include "agentc/Models/Members.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc::serve {

using models::memberOf;
using models::textOf;

bool isCodeAgent(const Json &agent) { return textOf(agent, "framework") == "base-agent"; }

std::variant<agents::LoopTool, std::string> codeOf(const Offer &offer, const ApprovalRules &rules) {
  if (!offer.entry)
    return "the package has several agents that are code, of which none can be meant";
  for (const std::string &which : rules.tools)
    if (which != "all" && which != "changes" && which != offer.entry->name)
      return "the agent's own code calls its tools, so that `approvals` cannot name them; they "
             "have "
             "`changes`, `all` or `hosts`";
  const Json *hints = memberOf(offer.entry->definition, "annotations");
  const Json *readOnly = hints ? memberOf(*hints, "readOnlyHint") : nullptr;
  agents::LoopTool code;
  code.definition = {{"name", agents::codeName.str()}};
  code.changesNothing = readOnly && *readOnly == Json(true);
  code.needsApproval = rules.names(*offer.entry);
  code.reach = offer.entry->reach;
  return code;
}

/// A message's content as a text.
static std::string textOfMessage(const Json &content) {
  if (content.is_string())
    return content.get<std::string>();
  std::string text;
  for (const Json &block : content)
    text += textOf(block, "text");
  return text;
}

Json codeInput(const store::RunRecord &run, const Json &start) {
  Json input = start.value("context", Json::object());
  input["message"] = textOfMessage(start.value("message", Json("")));
  input["agentId"] = run.agent;
  input["requestId"] = run.id;
  input["timestamp"] = timeText(run.created / 1000);
  if (!run.conversation.empty())
    input["conversationId"] = run.conversation;
  if (const llvm::StringRef system = textOf(start, "system"); !system.empty())
    input["systemPromptAddition"] = system.str();
  return input;
}

std::string configWithTools(llvm::StringRef config, const Json &only) {
  if (!only.is_array())
    return config.str();
  Json told = parseJson(config).value_or(Json::object());
  const Json enabled = told.value("enabledTools", Json());
  Json names = Json::array();
  for (const Json &name : only)
    if (!enabled.is_array() || llvm::is_contained(enabled, name))
      names.push_back(name);
  told["enabledTools"] = std::move(names);
  return printJson(told, /*indented=*/false);
}

} // namespace agentc::serve
