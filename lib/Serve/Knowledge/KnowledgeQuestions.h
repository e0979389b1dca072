#ifndef AGENTC_LIB_SERVE_KNOWLEDGEQUESTIONS_H
#define AGENTC_LIB_SERVE_KNOWLEDGEQUESTIONS_H

#include "App.h"

#include "agentc/Store/Knowledge.h"

namespace agentc::serve {

/// False after refusing a call that would exceed the tenant's limit of knowledge.
bool hasRoomForPassages(App &app, const SharedCall &call);

/// The question of `rag.search`: `query`, `categoryIds`, `limit`; or its fault.
std::variant<store::Question, std::string> knowledgeQuestion(const Json &body);
/// The passages that were found, as `rag.search` answers. With a threshold, only those whose
/// embedding is at least that similar.
Json knowledgeResults(llvm::ArrayRef<store::Found> all, double threshold);

} // namespace agentc::serve

#endif
