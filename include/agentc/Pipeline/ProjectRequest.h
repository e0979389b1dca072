#ifndef AGENTC_PIPELINE_PROJECTREQUEST_H
#define AGENTC_PIPELINE_PROJECTREQUEST_H

#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Pipeline/Pipeline.h"

namespace agentc {

/// How a project's bundle is read and from which severity on a finding counts, as flags say it.
struct ReadingOptions {
  std::optional<Trust> trust;
  std::optional<std::string> settings;
  std::optional<std::string> manifest;
  std::optional<std::string> waivers;
  std::string standardInputName = "stdin.js";
  ReadLimits limits;
  Severity failOn = Severity::Warning;
};

/// A request for the bundle at a path with the settings and waivers of its project; reads the files
/// that the options name. Keeps `env`.
llvm::Expected<PipelineRequest> makePipelineRequest(DriverEnv &env, const ReadingOptions &options,
                                                    llvm::StringRef path);

} // namespace agentc

#endif
