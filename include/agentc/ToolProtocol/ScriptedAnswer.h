#ifndef AGENTC_TOOLPROTOCOL_SCRIPTEDANSWER_H
#define AGENTC_TOOLPROTOCOL_SCRIPTEDANSWER_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// The answer to a request of a tool where there is no network: the first of a call's that fits and
/// is not used up.
struct ScriptedAnswer {
  std::string method; ///< in capitals
  std::string url;    ///< each `*` stands for any text
  uint32_t times = 1; ///< how often it answers; 0: as often as it is asked
  uint32_t status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;     ///< bytes
  uint64_t delayMs = 0; ///< before the answer begins
  std::string failure;  ///< instead of an answer: a code as `ECONNREFUSED`
};

/// A request that a tool made of scripted answers.
struct ScriptedExchange {
  std::optional<uint32_t> answer; ///< the index of what answered it
  std::string method;
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;   ///< bytes, at most `maxScriptedBody` of them
  bool isCut = false; ///< there were more
};

inline constexpr size_t maxScriptedBody = 1 << 20;

} // namespace agentc

#endif
