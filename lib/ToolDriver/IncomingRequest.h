#ifndef AGENTC_LIB_TOOLDRIVER_INCOMINGREQUEST_H
#define AGENTC_LIB_TOOLDRIVER_INCOMINGREQUEST_H

#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// A line as it came: a request, and how it wants to be answered.
struct IncomingRequest {
  ToolRequest request;
  std::optional<ToolReport> report; ///< the answer, where there is nothing to call
  /// Of the `tool_use` block that the line carries; it is answered by a `tool_result`.
  std::optional<std::string> toolUseId;

  /// Whether only the order tells what its answer belongs to.
  bool isNameless() const {
    return !toolUseId && (report ? report->id.empty() : request.id.empty());
  }
};

/// Reads a line: schema `agentc.request/1`, with `code` in place of an image, and `tool_use` in
/// place of tool and input. An Error means that the line is none of these, or the machine failed.
llvm::Expected<IncomingRequest> readIncoming(llvm::StringRef line);

/// The line that answers.
std::string answerTo(const std::optional<std::string> &toolUseId, const ToolReport &report);

} // namespace agentc

#endif
