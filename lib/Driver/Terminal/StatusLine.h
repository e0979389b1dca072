#ifndef AGENTC_LIB_DRIVER_TERMINAL_STATUSLINE_H
#define AGENTC_LIB_DRIVER_TERMINAL_STATUSLINE_H

#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace agentc {

/// The last line of the terminal at standard error, which says what is being done once the program
/// has run for a second. A thread of its own draws it, at most ten times a second; a signal that
/// ends the program erases it. One line a process; any thread may call.
class StatusLine {
public:
  /// `width` tells the terminal's columns, asked before each drawing.
  explicit StatusLine(std::function<unsigned()> width) : width_(std::move(width)) {}
  StatusLine(const StatusLine &) = delete;
  StatusLine &operator=(const StatusLine &) = delete;
  ~StatusLine();

  /// Sets the text of the line; an empty text erases the line.
  void show(std::string text);

  /// A stream that ends what the line says by printing, which `show` begins anew; never within a
  /// line that something was printed in.
  class Stream final : public llvm::raw_ostream {
  public:
    Stream(StatusLine &line, llvm::raw_ostream &to) : line_(line), to_(to) { SetUnbuffered(); }

  private:
    StatusLine &line_;
    llvm::raw_ostream &to_;

    void write_impl(const char *bytes, size_t size) override;
    uint64_t current_pos() const override { return to_.tell(); }
  };

private:
  using Clock = std::chrono::steady_clock;

  const Clock::time_point start_ = Clock::now();
  std::function<unsigned()> width_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::thread thread_;
  std::string text_;
  std::string drawn_;
  bool isOver_ = false;
  bool isInLine_ = false; ///< whether something else stands in the terminal's last line

  void draw();
  void erase();
  void run();
};

} // namespace agentc

#endif
