#include "Grammar/Parser.h"
#include "agentc/Support/Parallel.h"
#include "agentc/Syntax/Parse.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <numeric>

namespace agentc {

using namespace ast;

namespace {

/// The memory that all threads together may parse in: on a machine with many processors, as many
/// hostile sources at once would take as many times what one may.
class ParseRoom {
public:
  /// Waits until there is room for so many bytes, at most `maxParseBytes`, and keeps it.
  class Use {
  public:
    Use(ParseRoom &room, size_t bytes) : room_(room), bytes_(bytes) {
      std::unique_lock lock(room.mutex_);
      room.changed_.wait(lock, [&] { return room.free_ >= bytes; });
      room.free_ -= bytes;
    }
    ~Use() {
      {
        std::lock_guard lock(room_.mutex_);
        room_.free_ += bytes_;
      }
      room_.changed_.notify_all();
    }
    Use(const Use &) = delete;
    Use &operator=(const Use &) = delete;

  private:
    ParseRoom &room_;
    size_t bytes_;
  };

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t free_ = 2 * maxParseBytes;
};

/// Returns the most bytes that tree-sitter could take for a source, if it were nothing but
/// commas.
size_t mostBytesFor(const SourceUnit &unit) {
  constexpr size_t mostPerByte = 512;
  return std::min(maxParseBytes, unit.text.size() * mostPerByte);
}

} // namespace

/// How many threads reading pays for: starting one takes as long as reading a few kilobytes.
static size_t threadsFor(llvm::ArrayRef<SourceUnit> units) {
  constexpr size_t leastBytes = 32 * 1024;
  size_t bytes = 0;
  for (const SourceUnit &unit : units)
    bytes += unit.text.size();
  return units.size() < 2 || bytes < 2 * leastBytes
             ? 1
             : std::min(bytes / leastBytes, processorCount());
}

Forest parse(llvm::ArrayRef<SourceUnit> units, DiagnosticList &diagnostics) {
  std::vector<size_t> order(units.size());
  std::iota(order.begin(), order.end(), 0);
  // the largest first, lest one be left when all else is done
  std::stable_sort(order.begin(), order.end(), [&](size_t left, size_t right) {
    return units[left].text.size() > units[right].text.size();
  });
  std::vector<std::unique_ptr<Module>> modules(units.size());
  std::vector<DiagnosticList> found(units.size());
  ParseRoom room;
  forEachInParallel(units.size(), threadsFor(units), [&](size_t turn) {
    size_t at = order[turn];
    ParseRoom::Use use(room, mostBytesFor(units[at]));
    modules[at] = parseModule(units[at], found[at]);
  });
  Forest forest;
  for (size_t at = 0; at < units.size(); ++at) {
    diagnostics.append(found[at]);
    forest.add(std::move(modules[at]));
  }
  return forest;
}

} // namespace agentc
