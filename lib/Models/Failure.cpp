#include "Apis.h"

#include "agentc/Models/Retry.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <ctime>

namespace agentc::models {

static constexpr size_t longestMessage = 1000;

ModelFailure failureOf(unsigned status, const Json &error) {
  const llvm::StringRef type = textOf(error, "type");
  std::string message = textOf(error, "message").take_front(longestMessage).str();
  if (message.empty())
    message = status ? "the model's server answered " + std::to_string(status)
                     : "the model's server reports an error";
  const auto fails = [&](const char *code, bool isTransient) {
    return ModelFailure{code, message, isTransient};
  };
  if (status == 429 || type == "rate_limit_error" || type == "rate_limit_exceeded")
    return fails("rate_limited", true);
  if (status == 529 || type == "overloaded_error")
    return fails("overloaded", true);
  if (status == 408 || type == "timeout_error")
    return fails("server_timeout", true);
  if (status >= 500 || type == "api_error" || type == "server_error")
    return fails("server_error", true);
  if (status == 401 || status == 403 || type == "authentication_error" ||
      type == "permission_error")
    return fails("unauthorized", false);
  if (status == 404 || type == "not_found_error")
    return fails("model_not_found", false);
  return fails("invalid_request", false);
}

std::optional<std::chrono::milliseconds>
readRetryAfter(llvm::ArrayRef<std::pair<std::string, std::string>> headers, int64_t now) {
  const auto valueOf = [&](llvm::StringRef name) -> std::optional<llvm::StringRef> {
    for (const auto &[known, value] : headers)
      if (name.equals_insensitive(known))
        return llvm::StringRef(value).trim();
    return std::nullopt;
  };
  uint64_t number = 0;
  if (auto ms = valueOf("retry-after-ms"); ms && llvm::to_integer(*ms, number, 10))
    return std::chrono::milliseconds(std::min<uint64_t>(number, 86400000));
  const auto value = valueOf("retry-after");
  if (!value)
    return std::nullopt;
  if (llvm::to_integer(*value, number, 10))
    return std::chrono::seconds(std::min<uint64_t>(number, 86400));
  std::tm parts = {};
  const char *end = strptime(value->str().c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  if (!end || *end)
    return std::nullopt;
  return std::chrono::seconds(std::clamp<int64_t>(timegm(&parts) - now, 0, 86400));
}

std::optional<std::chrono::milliseconds> waitBeforeRetry(const ModelSettings &settings,
                                                         const ModelFailure &failure,
                                                         unsigned attempt, double chance) {
  if (!failure.isTransient || attempt > settings.retries)
    return std::nullopt;
  if (failure.retryAfter) {
    if (*failure.retryAfter > longestWait)
      return std::nullopt;
    return *failure.retryAfter;
  }
  const int64_t whole =
      std::min<int64_t>(settings.backoff.count() << std::min(attempt - 1, 20u), 8000);
  // So that clients which failed together do not retry together.
  return std::chrono::milliseconds(whole - static_cast<int64_t>(chance * 0.25 * double(whole)));
}

} // namespace agentc::models
