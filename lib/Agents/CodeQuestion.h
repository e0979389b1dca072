#ifndef AGENTC_LIB_AGENTS_CODEQUESTION_H
#define AGENTC_LIB_AGENTS_CODEQUESTION_H

#include "agentc/Agents/RunState.h"

#include <variant>

namespace agentc::agents {

/// Converts a question of an agent's code (`llm.chat` of BaseAgent) to the Messages API; an error
/// is the code's fault. Earlier answers of a model are sent as they were, with the parts that the
/// code does not see. `mostTokens`: the limit on the answer, whatever the code asks for.
std::variant<models::ModelRequest, std::string>
readCodeQuestion(const Json &with, const RunState &state, uint32_t mostTokens);

/// Converts the data of a `model.answer` to the answer for the code: `content`, `toolCalls`,
/// `usage` and `stopReason`, with the code's names of tools.
Json answerForCode(const Json &data, const Json &with);

/// The text of an answer's content.
std::string textOfContent(const Json &content);

} // namespace agentc::agents

#endif
