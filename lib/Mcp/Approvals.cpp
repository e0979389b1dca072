#include "Running.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

namespace {

/// The key of the question among those of one answer (2026-07-28).
constexpr const char *approvalKey = "approval";

/// The parameters of `elicitation/create`. A form without fields: its buttons are the answer.
Json questionOf(const OfferedTool &tool, llvm::StringRef input) {
  constexpr size_t shownBytes = 2000;
  std::string text = "Call `" + escapeForTerminal(tool.name) + "` with " +
                     escapeForTerminal(input.take_front(shownBytes)) +
                     (input.size() > shownBytes ? "…" : "") + "? ";
  text += tool.reach.empty() ? "It reaches nothing outside its sandbox."
                             : "It can reach " + escapeForTerminal(tool.reach) + ".";
  return {{"message", std::move(text)},
          {"requestedSchema", {{"type", "object"}, {"properties", Json::object()}}}};
}

} // namespace

void McpServer::endRefused(std::list<Running>::iterator call, llvm::StringRef why) {
  Json content = Json::array({{{"type", "text"}, {"text", why.str()}}});
  end(call, complete({{"content", std::move(content)}, {"isError", true}}, call->era));
}

/// Has the client ask its person. Before 2026-07-28 that is a request of the server's, while the
/// call waits; since then the answer to the call, which the client repeats with what was said.
void McpServer::awaitApproval(std::list<Running>::iterator call) {
  if (const Json *found = member(call->answers.responses, approvalKey)) {
    const Json answer = *found;
    call->answers.responses.erase(approvalKey);
    return hearApproval(call, answer);
  }
  if (!call->era.canAsk)
    return endRefused(call, "the call needs the approval of a person, whom this client cannot "
                            "ask: it has no `elicitation`");
  Json question = questionOf(*call->tool, call->input);
  if (!call->era.isModern) {
    call->question = "approval-" + std::to_string(++questions_);
    send_({requestLine(call->question, "elicitation/create", std::move(question)), call->id,
           McpOutput::Kind::Notice});
    return;
  }
  Json result = complete(Json::object(), call->era);
  result["resultType"] = "input_required";
  result["inputRequests"][approvalKey] = {{"method", "elicitation/create"},
                                          {"params", std::move(question)}};
  end(call, std::move(result));
}

/// Only what says `accept` is an approval.
void McpServer::hearApproval(std::list<Running>::iterator call, const Json &answer) {
  call->question.clear();
  const Json *action = member(answer, "action");
  if (action && *action == Json("accept")) {
    call->answers.isApproved = true;
    return start(call);
  }
  endRefused(call, action && *action == Json("decline")
                       ? "a person declined the call"
                       : "the call was not approved: nobody answered the question");
}

/// Takes a client's response; one to what was not asked, or no longer, says nothing.
void McpServer::hear(const RpcMessage &response) {
  auto call = llvm::find_if(running_, [&](const Running &one) {
    return !one.question.empty() && response.id == Json(one.question);
  });
  if (call != running_.end())
    hearApproval(call, response.result);
}

} // namespace agentc
