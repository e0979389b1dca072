#ifndef AGENTC_TOOLPROTOCOL_CALLQUESTION_H
#define AGENTC_TOOLPROTOCOL_CALLQUESTION_H

#include "agentc/Support/Json.h"

#include <optional>
#include <string>

namespace agentc {

/// A question of a call to a service that its client answers, while the call waits.
struct CallQuestion {
  uint32_t number = 0; ///< unique in the call
  std::string service; ///< `llm.chat`, `history.get`, …
  std::string with;    ///< JSON text of an object
};

/// Schema `agentc.question/1`: a question of the call `id`.
Json questionToJson(llvm::StringRef id, const CallQuestion &question);
/// Nothing if it is not a question.
std::optional<CallQuestion> questionFromJson(const Json &json);

/// A client's answer, or a part of it.
struct QuestionAnswer {
  std::string call; ///< the request's id
  uint32_t number = 0;
  /// JSON text of an object with `value`, with `error` (an object with a `message`), or with
  /// `part`, after which there is more to come.
  std::string answer;
  bool isLast = true; ///< not a part
};

/// The line that answers, by an object of these: `{"answer": CALL, "number": NUMBER, "value" |
/// "error" | "part": …}`.
Json answerToJson(llvm::StringRef call, uint32_t number, const Json &answer);
/// Nothing if it is not an answer.
std::optional<QuestionAnswer> answerFromJson(const Json &json);

} // namespace agentc

#endif
