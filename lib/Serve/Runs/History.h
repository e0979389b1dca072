#ifndef AGENTC_LIB_SERVE_HISTORY_H
#define AGENTC_LIB_SERVE_HISTORY_H

#include "agentc/Store/Journal.h"
#include "agentc/Support/Json.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

/// The part of a conversation that a model gets again, by a deployment's `history`.
struct HistoryRules {
  unsigned maxMessages = 50;
  /// All messages, whatever an agent's code remembers.
  bool isVerbatim = false;
  std::optional<int64_t> ttl; ///< seconds after which a message is left out
};
/// std::nullopt if it is malformed.
std::optional<HistoryRules> readHistoryRules(const Json &json);

/// The messages of a conversation with an agent, the oldest first: of each run that was completed
/// the user's and the answer.
llvm::Expected<Json> historyOf(store::Journal &journal, const store::RunRecord &run,
                               const HistoryRules &rules);

} // namespace agentc::serve

#endif
