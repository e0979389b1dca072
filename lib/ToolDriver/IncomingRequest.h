#ifndef AGENTC_LIB_TOOLDRIVER_INCOMINGREQUEST_H
#define AGENTC_LIB_TOOLDRIVER_INCOMINGREQUEST_H

#include "agentc/ToolProtocol/CallQuestion.h"
#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// A line as it came: a request, and how it wants to be answered; or one of the lines that nothing
/// answers.
struct IncomingRequest {
  SharedImage image;                    ///< sent ahead of its requests; else null
  std::optional<CommonPart> common;     ///< of requests to come
  std::optional<std::string> cancels;   ///< the id of a request that is to end, unanswered
  std::optional<QuestionAnswer> answer; ///< to a question of a call
  ToolRequest request;
  std::optional<ToolReport> report; ///< the answer, where there is nothing to call
  /// Of the `tool_use` block that the line carries; it is answered by a `tool_result`.
  std::optional<std::string> toolUseId;

  /// True if only the order of the lines tells which request an answer belongs to.
  bool isNameless() const {
    return !toolUseId && (report ? report->id.empty() : request.id.empty());
  }
};

/// Reads a line: schema `agentc.request/1`, with `code` in place of an image, and `tool_use` in
/// place of tool and input; `agentc.image/1`; `agentc.common/1`; `{"cancel": ID}`; or an answer to
/// a question. An Error means that the line is none of these, or the machine failed.
llvm::Expected<IncomingRequest> readIncoming(llvm::StringRef line, ImageFinder sent,
                                             CommonFinder common);

/// The form that an answer is wanted in.
struct AnswerForm {
  std::optional<std::string> toolUseId; ///< as in `IncomingRequest`
  bool isBrief = false;                 ///< as in `ToolRequest`
};
/// The line that answers.
std::string answerTo(const AnswerForm &form, const ToolReport &report);

} // namespace agentc

#endif
