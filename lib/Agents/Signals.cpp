#include "agentc/Agents/Signals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <optional>

namespace agentc::agents {

static constexpr llvm::StringLiteral known[] = {"GENERATE_ACTIONS", "GENERATE_ASSET",
                                                "STORE_MEASUREMENT"};
static constexpr llvm::StringLiteral spaces = " \t\r\n";

static bool isWordCharacter(char c) { return llvm::isUpper(c) || llvm::isDigit(c) || c == '_'; }

bool isSignalType(llvm::StringRef word) {
  return word.size() >= 3 && word.size() <= 64 && llvm::isUpper(word.front()) &&
         llvm::all_of(word, isWordCharacter);
}

/// The text of the JSON object or list that a text begins with; empty if it does not end.
static llvm::StringRef takeNested(llvm::StringRef text) {
  size_t depth = 0;
  bool isQuoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (isQuoted) {
      i += c == '\\';
      isQuoted = c != '"';
    } else if (c == '"') {
      isQuoted = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return text.take_front(i + 1);
    }
  }
  return "";
}

/// The data of a signal, of which the text is all that follows its word.
static std::optional<Json> readData(llvm::StringRef rest) {
  // Models write such words in bold, brackets or tags, and their JSON in code fences.
  rest = rest.ltrim("*`_>] \t");
  const bool hasColon = rest.consume_front(":");
  llvm::StringRef value = rest.ltrim("*`_>] \t\r\n");
  if (value.consume_front("json"))
    value = value.ltrim(spaces);
  if (!value.starts_with("{") && !value.starts_with("[")) {
    const llvm::StringRef line = rest.split('\n').first.trim(" \t\r*`");
    if (line.empty())
      return Json();
    return hasColon ? std::optional(Json(line.str())) : std::nullopt;
  }
  return parseJson(takeNested(value));
}

std::vector<Signal> parseSignals(llvm::StringRef text, llvm::ArrayRef<std::string> types) {
  std::vector<Signal> signals;
  for (size_t at = 0; at < text.size() && signals.size() < mostSignals;) {
    const llvm::StringRef line = text.drop_front(at).ltrim("*`_<[# \t");
    const llvm::StringRef word = line.take_while(isWordCharacter);
    if (llvm::is_contained(known, word) || llvm::is_contained(types, word))
      if (std::optional<Json> data = readData(line.drop_front(word.size())))
        signals.push_back({word.str(), std::move(*data)});
    const size_t end = text.find('\n', at);
    at = end == llvm::StringRef::npos ? text.size() : end + 1;
  }
  return signals;
}

} // namespace agentc::agents
