#include "Runs/Cron.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <ctime>

namespace agentc::serve {

namespace {

constexpr llvm::StringLiteral monthNames[] = {"jan", "feb", "mar", "apr", "may", "jun",
                                              "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr llvm::StringLiteral weekdayNames[] = {"sun", "mon", "tue", "wed", "thu", "fri", "sat"};
constexpr int64_t day = 86400;

struct Field {
  unsigned least, most;
  llvm::ArrayRef<llvm::StringLiteral> names;
};

std::optional<unsigned> readValue(llvm::StringRef text, const Field &field) {
  unsigned value = 0;
  for (size_t i = 0; i < field.names.size(); ++i)
    if (text.equals_insensitive(field.names[i]))
      return field.least + static_cast<unsigned>(i);
  if (text.empty() || !llvm::all_of(text, llvm::isDigit) || text.getAsInteger(10, value) ||
      value < field.least || value > field.most)
    return std::nullopt;
  return value;
}

/// Calls a function with each value of `*`, `1`, `1-5`, `*/10` or `1-30/5`; false if it is none.
template <class Function> bool readPart(llvm::StringRef text, const Field &field, Function take) {
  const auto [range, stepText] = text.split('/');
  unsigned step = 1;
  if (range.size() != text.size() && (stepText.getAsInteger(10, step) || step < 1 || step > 60))
    return false;
  std::optional<unsigned> first = field.least, last = field.most;
  if (range != "*") {
    const auto [from, to] = range.split('-');
    first = readValue(from, field);
    if (from.size() != range.size())
      last = readValue(to, field);
    else if (range.size() == text.size())
      last = first;
  }
  if (!first || !last || *first > *last)
    return false;
  for (unsigned value = *first; value <= *last; value += step)
    take(value);
  return true;
}

template <size_t Size>
bool readField(llvm::StringRef text, const Field &field, std::bitset<Size> &into) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  return llvm::all_of(parts, [&](llvm::StringRef part) {
    return readPart(part, field, [&](unsigned value) { into.set(value); });
  });
}

} // namespace

std::optional<Cron> Cron::parse(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> fields;
  text.split(fields, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (fields.size() != 5 || text.size() > 256)
    return std::nullopt;
  Cron cron;
  std::bitset<8> weekdays;
  if (!readField(fields[0], {0, 59, {}}, cron.minutes_) ||
      !readField(fields[1], {0, 23, {}}, cron.hours_) ||
      !readField(fields[2], {1, 31, {}}, cron.days_) ||
      !readField(fields[3], {1, 12, monthNames}, cron.months_) ||
      !readField(fields[4], {0, 7, weekdayNames}, weekdays))
    return std::nullopt;
  for (unsigned i = 0; i <= 7; ++i)
    if (weekdays[i])
      cron.weekdays_.set(i % 7);
  cron.anyDay_ = fields[2].starts_with("*");
  cron.anyWeekday_ = fields[4].starts_with("*");
  return cron.find(0) ? std::optional(cron) : std::nullopt;
}

bool Cron::fitsDay(int dayOfMonth, int month, int weekday) const {
  if (!months_[static_cast<size_t>(month)])
    return false;
  const bool isDay = days_[static_cast<size_t>(dayOfMonth)],
             isWeekday = weekdays_[static_cast<size_t>(weekday)];
  return anyDay_ || anyWeekday_ ? isDay && isWeekday : isDay || isWeekday;
}

std::optional<int64_t> Cron::find(int64_t seconds) const {
  // Around 2100 the next 29 February can be eight years away.
  static constexpr int mostDays = 9 * 366;
  const int64_t next = (seconds / 60 + 1) * 60;
  for (int64_t begin = next / day * day, i = 0; i < mostDays; ++i, begin += day) {
    const std::time_t time = begin;
    std::tm parts = {};
    gmtime_r(&time, &parts);
    if (!fitsDay(parts.tm_mday, parts.tm_mon + 1, parts.tm_wday))
      continue;
    for (unsigned minute = begin < next ? static_cast<unsigned>((next - begin) / 60) : 0;
         minute < 24 * 60; ++minute)
      if (hours_[minute / 60] && minutes_[minute % 60])
        return begin + minute * 60;
  }
  return std::nullopt;
}

int64_t Cron::after(int64_t seconds) const { return *find(seconds); }

} // namespace agentc::serve
