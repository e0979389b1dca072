#ifndef AGENTC_TOOLPROTOCOL_PLATFORMSCRIPT_H
#define AGENTC_TOOLPROTOCOL_PLATFORMSCRIPT_H

#include "agentc/Support/Json.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// The answers of the platform's services to a call: a platform file, `--platform FILE`.
struct PlatformScript {
  struct ToolCall {
    std::string id;
    std::string name;
    std::string arguments; ///< JSON text
  };
  /// One answer of the model.
  struct ModelAnswer {
    /// A part of the last message (letters in any case) to which it is given, as often as asked;
    /// without it, it is given once, in its turn.
    std::optional<std::string> when;
    std::string content;
    std::vector<std::string> deltas; ///< how the content streams; empty: in one piece
    std::vector<ToolCall> toolCalls;
    std::string usage;                ///< JSON text of an object; empty: not said
    std::optional<std::string> error; ///< the model fails with this message
  };
  struct Message {
    std::string role;
    std::string content;
  };

  std::optional<std::vector<ModelAnswer>> answers; ///< none: there is no model
  std::string results; ///< JSON text: what every retrieval finds; empty if a folder is asked
  std::string knowledgeFolder;  ///< whose texts are searched; empty: nothing is found
  std::vector<Message> history; ///< what a conversation begins with
};

/// Strict, as sentAhead.
llvm::Expected<PlatformScript> platformFromJson(const Json &json);

} // namespace agentc

#endif
