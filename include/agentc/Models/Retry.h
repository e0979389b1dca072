#ifndef AGENTC_MODELS_RETRY_H
#define AGENTC_MODELS_RETRY_H

#include "agentc/Models/Message.h"
#include "agentc/Models/Settings.h"

#include "llvm/ADT/ArrayRef.h"

namespace agentc::models {

/// The longest wait that a server is granted; one that asks for more counts as down.
inline constexpr std::chrono::milliseconds longestWait{60000};

/// The wait that an answer asks for by `retry-after-ms` or `retry-after` (RFC 9110, 10.2.3), at
/// most a day. `now`: seconds since 1970.
std::optional<std::chrono::milliseconds>
readRetryAfter(llvm::ArrayRef<std::pair<std::string, std::string>> headers, int64_t now);

/// The time until the next attempt of the same model after this many (1 or more) failures, the last
/// of which is given; std::nullopt if it is not asked again. `chance`: a random number from 0 to 1.
std::optional<std::chrono::milliseconds> waitBeforeRetry(const ModelSettings &settings,
                                                         const ModelFailure &failure,
                                                         unsigned attempt, double chance);

} // namespace agentc::models

#endif
