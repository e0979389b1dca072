#ifndef AGENTC_MODELS_MESSAGE_H
#define AGENTC_MODELS_MESSAGE_H

#include "agentc/Support/Json.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <map>

namespace agentc::models {

/// A question to a model, in the terms of Anthropic's Messages API, whichever API it is sent to.
struct ModelRequest {
  std::string model;
  std::string system;
  /// Objects with `role` and `content`, which is a text or a list of blocks.
  Json messages = Json::array();
  /// Objects with `name`, `description` and `input_schema`.
  Json tools = Json::array();
  uint32_t maxTokens = 4096; ///< of the answer
  std::optional<double> temperature;
};

/// Tokens that were counted by the model's server.
struct ModelUsage {
  uint64_t input = 0, output = 0, cacheRead = 0, cacheWritten = 0;
  ModelUsage &operator+=(const ModelUsage &other);
};
Json usageToJson(const ModelUsage &usage);
ModelUsage usageFromJson(const Json &json);

/// A whole answer. Blocks of types that agentc does not know are kept as they came.
struct ModelAnswer {
  Json content = Json::array(); ///< blocks of the Messages API
  std::string model;            ///< as the server names it
  std::string stopReason;       ///< the Messages API's word, such as `end_turn` or `tool_use`
  ModelUsage usage;
  /// Arguments of tools that are not a JSON object, by the ids of their `tool_use` blocks, whose
  /// `input` is then empty.
  std::map<std::string, std::string> badInputs;
};

/// A part of an answer on its way.
struct ModelDelta {
  enum class Kind { Text, Thinking };
  Kind kind = Kind::Text;
  std::string text;
};

/// The end of an attempt without an answer.
struct ModelFailure {
  std::string code;         ///< such as `rate_limited`; docs/runs.md lists them
  std::string message;      ///< may quote the server
  bool isTransient = false; ///< another attempt may succeed
  std::optional<std::chrono::milliseconds> retryAfter = std::nullopt; ///< the server's wish
};

} // namespace agentc::models

#endif
