#ifndef AGENTC_AGENTS_SIGNALS_H
#define AGENTC_AGENTS_SIGNALS_H

#include "agentc/Support/Json.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace agentc::agents {

/// Something that an answer wants done, by a word at the start of one of its lines.
struct Signal {
  std::string type; ///< `GENERATE_ACTIONS`
  Json data;        ///< the JSON after the word, else the text of its line after a colon, or null
};

/// Signals that one answer may give.
inline constexpr size_t mostSignals = 16;

/// True if a word can name a signal: capitals, digits and underscores, 64 at most.
bool isSignalType(llvm::StringRef word);
/// The signals of an answer, in order, at most `mostSignals`: of the requirements' types, and of
/// those that are named here. One with malformed JSON is left out.
std::vector<Signal> parseSignals(llvm::StringRef text, llvm::ArrayRef<std::string> types);

} // namespace agentc::agents

#endif
