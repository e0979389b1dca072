#ifndef AGENTC_LIB_MCP_INPUTREQUESTS_H
#define AGENTC_LIB_MCP_INPUTREQUESTS_H

#include "agentc/Rpc/JsonRpc.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include <variant>

namespace agentc {

/// The code of an error whose data are the capabilities that a client would need (2026-07-28).
inline constexpr RpcError missingCapability = static_cast<RpcError>(-32021);

/// The members of a repeated request (2026-07-28) that answer what an earlier result asked for.
struct InputAnswers {
  Json responses = nullptr;                        ///< objects by key; null: none
  std::optional<std::string> state = std::nullopt; ///< the bundle's own
  bool isApproved = false;                         ///< a person approved this call before
};

/// Reads and checks `inputResponses` and `requestState`. A state that was not given for the same
/// `subject` is a fault.
std::variant<InputAnswers, RpcFault> readAnswers(const Json &params, llvm::StringRef subject);

/// Gives a call's code the facts about its client: in `ctx.agent.mcp`, with `capabilities`,
/// `inputResponses` and `requestState`.
void addClient(CallContext &context, const Json &capabilities, const InputAnswers &answers);

/// True if a client of these capabilities shows its person forms; one that says nothing of their
/// kinds has them.
bool asksPeople(const Json &capabilities);

/// True if a bundle's answer says that it asks the client for input.
bool asksForInput(const Json &answer);

/// Makes the `InputRequiredResult` of a bundle's answer that asks for input, with the state sealed
/// for `subject`. Bounded; of its requests only what the protocol has is passed on. The fault is
/// `missingCapability` if the client did not declare what it would need, Internal if the answer is
/// not of the protocol's form.
std::variant<Json, RpcFault> inputRequired(const Json &answer, const Json &capabilities,
                                           bool isApproved, llvm::StringRef subject);

} // namespace agentc

#endif
