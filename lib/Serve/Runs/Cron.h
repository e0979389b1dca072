#ifndef AGENTC_LIB_SERVE_CRON_H
#define AGENTC_LIB_SERVE_CRON_H

#include "llvm/ADT/StringRef.h"

#include <bitset>
#include <cstdint>
#include <optional>

namespace agentc::serve {

/// Times by the five fields of crontab(5): minute, hour, day of the month, month, day of the week,
/// with lists, ranges, steps and names; in UTC. If both days are restricted, either will do.
class Cron {
public:
  /// std::nullopt if the text is malformed, or matches no time.
  static std::optional<Cron> parse(llvm::StringRef text);
  /// The first matching time after a given one; both in seconds since 1970.
  int64_t after(int64_t seconds) const;

private:
  Cron() = default;
  std::optional<int64_t> find(int64_t seconds) const;
  bool fitsDay(int day, int month, int weekday) const;

  std::bitset<60> minutes_;
  std::bitset<24> hours_;
  std::bitset<32> days_;
  std::bitset<13> months_;
  std::bitset<7> weekdays_; ///< 0: Sunday
  bool anyDay_ = false, anyWeekday_ = false;
};

} // namespace agentc::serve

#endif
