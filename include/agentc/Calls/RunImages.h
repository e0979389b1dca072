#ifndef AGENTC_CALLS_RUNIMAGES_H
#define AGENTC_CALLS_RUNIMAGES_H

#include "agentc/Pipeline/Pipeline.h"
#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// The folder of those modules of an image that hand on another version of a module that the
/// sandbox provides.
inline constexpr llvm::StringLiteral providedFolder = "agentc/provided/";

/// A bundle as the sandbox runs it: the modules that the entry and tools' own files reach, types
/// erased, with the links between them and the way to each tool and handler. std::nullopt with
/// diagnostics if a module has no JavaScript, without if there is neither an entry nor a tool or
/// agent.
std::optional<RunImage> makeRunImage(const Compilation &compilation, DiagnosticList &diagnostics);

/// The limits of a call as the manifest sets them.
CallLimits manifestLimits(const Manifest &manifest);

} // namespace agentc

#endif
