#ifndef AGENTC_LIB_MODELS_APIS_H
#define AGENTC_LIB_MODELS_APIS_H

#include "agentc/Models/AnswerReader.h"
#include "agentc/Models/Members.h"

#include "llvm/ADT/Twine.h"

namespace agentc::models {

// The APIs, a file each: the body of a question, and the reader of an answer.

std::string anthropicBody(const ModelRequest &request);
std::unique_ptr<AnswerReader> makeAnthropicReader();

std::string openAiBody(const ModelRequest &request);
std::unique_ptr<AnswerReader> makeOpenAiReader();

// Shared by them.

ModelFailure malformed(const llvm::Twine &why);
/// The failure that an error of a server means, from its HTTP status or, within a stream, 0 and the
/// error's `type`.
ModelFailure failureOf(unsigned status, const Json &error);
/// Gives a `tool_use` block, which has its id, the arguments that a model wrote.
void setToolInput(ModelAnswer &answer, Json &block, llvm::StringRef text);

/// The settings' `prices`; std::nullopt if they are malformed.
std::optional<std::map<std::string, Price>> readPrices(const Json &json);

} // namespace agentc::models

#endif
