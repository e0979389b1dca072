#ifndef AGENTC_MODELS_SERVERSENTEVENTS_H
#define AGENTC_MODELS_SERVERSENTEVENTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace agentc::models {

/// Reads a stream of server-sent events (WHATWG HTML, 9.2.6), in whichever pieces it comes. Of an
/// event only its data is told: names and ids say nothing that models' data does not.
class ServerSentEvents {
public:
  /// Calls a function with each event's data until it returns false. False then, and when an event
  /// is longer than `mostBytes`.
  bool feed(llvm::StringRef bytes, llvm::function_ref<bool(llvm::StringRef data)> onData);

  static constexpr size_t mostBytes = 8 << 20;

private:
  bool takeLine(llvm::StringRef line, llvm::function_ref<bool(llvm::StringRef)> onData);

  std::string line_, data_;
  bool hasData_ = false;
  bool afterReturn_ = false; ///< a line feed now would belong to the line before
  bool isBegun_ = false;     ///< the place of a byte order mark is past
};

} // namespace agentc::models

#endif
