#ifndef AGENTC_LIB_AGENTS_CODEQUESTION_H
#define AGENTC_LIB_AGENTS_CODEQUESTION_H

#include "agentc/Agents/RunState.h"

#include <variant>

namespace agentc::agents {

/// A question to a model as an agent's code asks it (`llm.chat` of BaseAgent), in the Messages
/// API's terms; its fault, for the code. What a model wrote in an answer before is told as it was,
/// with what the code does not see of it. `mostTokens`: of the answer, whatever the code says.
std::variant<models::ModelRequest, std::string>
readCodeQuestion(const Json &with, const RunState &state, uint32_t mostTokens);

/// The data of a `model.answer` as the code is answered: `content`, `toolCalls`, `usage` and
/// `stopReason`, with tools by the names that the code has for them.
Json answerForCode(const Json &data, const Json &with);

/// The text of an answer's content.
std::string textOfContent(const Json &content);

} // namespace agentc::agents

#endif
