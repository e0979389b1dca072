#ifndef AGENTC_SUPPORT_JSON_H
#define AGENTC_SUPPORT_JSON_H

#include "llvm/ADT/StringRef.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace agentc {

/// JSON with members in the order they were written.
using Json = nlohmann::ordered_json;

/// Nesting beyond which JSON is refused everywhere in agentc.
inline constexpr unsigned maxJsonDepth = 200;

/// The fault of a text that should be JSON, and its byte.
struct JsonError {
  std::string message;
  size_t offset = 0;
};
/// Parses RFC 8259 JSON (a byte order mark before it is skipped); on failure std::nullopt and,
/// where asked for, the error. Nesting beyond maxJsonDepth, duplicate keys, invalid UTF-8, lone
/// surrogates and numbers beyond a double's range are refused. Integers that 64 bits hold stay
/// integers.
std::optional<Json> parseJson(llvm::StringRef text, JsonError *error = nullptr);

/// Prints JSON: indented by two spaces and ended by a newline, or in one line without one. Invalid
/// UTF-8 becomes U+FFFD, in values and keys; what isDeceptive() names is escaped, so that a
/// terminal is safe; whole numbers print without a fraction, as JavaScript prints them; NaN and
/// infinities are null. The value's nesting is at most maxJsonDepth.
std::string printJson(const Json &value, bool indented = true);

} // namespace agentc

#endif
