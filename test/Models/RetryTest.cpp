#include "agentc/Models/Retry.h"

#include <gtest/gtest.h>

using namespace agentc::models;
using std::chrono::milliseconds;

namespace {

std::optional<int64_t> after(const char *name, const char *value) {
  const std::vector<std::pair<std::string, std::string>> headers = {{"date", "x"}, {name, value}};
  const auto wait = readRetryAfter(headers, /*now=*/784111777);
  return wait ? std::optional(wait->count()) : std::nullopt;
}

TEST(Retry, ReadsTheServersWish) {
  EXPECT_EQ(after("Retry-After", "7"), 7000);
  EXPECT_EQ(after("retry-after-ms", "250"), 250);
  EXPECT_EQ(after("Retry-After", "Sun, 06 Nov 1994 08:49:40 GMT"), 3000);
  EXPECT_EQ(after("Retry-After", "Sun, 06 Nov 1994 08:49:00 GMT"), 0);
  EXPECT_EQ(after("Retry-After", "99999999999"), 86400000);
  for (const char *value : {"", "-1", "soon", "1.5", "Sun, 06 Nov 1994 08:49:40 GMT+1"})
    EXPECT_EQ(after("Retry-After", value), std::nullopt) << value;
}

TEST(Retry, BacksOff) {
  const ModelSettings settings;
  const ModelFailure failure{"overloaded", "", true};
  const auto wait = [&](unsigned attempt, double chance) {
    return waitBeforeRetry(settings, failure, attempt, chance)->count();
  };
  EXPECT_EQ(wait(1, 0), 500);
  EXPECT_EQ(wait(2, 0), 1000);
  EXPECT_EQ(wait(3, 0), 2000);
  EXPECT_EQ(wait(3, 1), 1500);
  EXPECT_FALSE(waitBeforeRetry(settings, failure, 4, 0));
  EXPECT_FALSE(waitBeforeRetry(settings, {"invalid_request", "", false}, 1, 0));
  EXPECT_EQ(waitBeforeRetry(settings, {"rate_limited", "", true, milliseconds(7000)}, 1, 1),
            milliseconds(7000));
  EXPECT_FALSE(waitBeforeRetry(settings, {"rate_limited", "", true, milliseconds(60001)}, 1, 0));
}

} // namespace
