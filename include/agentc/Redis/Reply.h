#ifndef AGENTC_REDIS_REPLY_H
#define AGENTC_REDIS_REPLY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace agentc::redis {

/// An answer of a Redis server (RESP2), owned. A server may answer anything, so each function
/// returns one kind of answer, and an error for any other.
struct Reply {
  enum class Kind { Nil, Integer, Text, List };
  Kind kind = Kind::Nil;
  int64_t integer = 0;
  std::string text;
  std::vector<Reply> list;

  bool isNil() const { return kind == Kind::Nil; }
  /// An integer, or a text of one.
  llvm::Expected<int64_t> toInteger() const;
  /// A list of texts, of which those that are nil are empty.
  llvm::Expected<std::vector<std::string>> toTexts() const;
};

/// The error for an answer that does not fit its command.
llvm::Error unexpectedReply(llvm::StringRef command);

/// Redis cannot be reached, or has not answered in time. The command may have been executed
/// nevertheless.
class Unreachable : public llvm::ErrorInfo<Unreachable> {
public:
  static char ID;
  static constexpr llvm::StringLiteral beginning = "Redis is away: ";
  explicit Unreachable(std::string why) : why_(std::move(why)) {}
  void log(llvm::raw_ostream &out) const override { out << beginning << why_; }
  std::error_code convertToErrorCode() const override {
    return std::make_error_code(std::errc::not_connected);
  }

private:
  std::string why_;
};

} // namespace agentc::redis

#endif
