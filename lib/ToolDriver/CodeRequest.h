#ifndef AGENTC_LIB_TOOLDRIVER_CODEREQUEST_H
#define AGENTC_LIB_TOOLDRIVER_CODEREQUEST_H

#include "agentc/ToolProtocol/ToolReport.h"

#include <nlohmann/json.hpp>

namespace agentc {

/// The request made from one that carries code, or the report of its failure.
struct CodeAnswer {
  Json request;                     ///< one with an image, unless there is a report
  std::optional<ToolReport> report; ///< why the code, or the tool asked for, cannot be called
};

/// Has `agentc` beside this program make the run image of a request's `code`, as one source file
/// named `filename` (`handler.js`) under its `manifest`; what else the request says goes before
/// what agentc found. Leaves no files. An Error means that the request is none or the machine
/// failed.
llvm::Expected<CodeAnswer> makeRequest(const Json &line);

} // namespace agentc

#endif
