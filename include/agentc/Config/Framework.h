#ifndef AGENTC_CONFIG_FRAMEWORK_H
#define AGENTC_CONFIG_FRAMEWORK_H

#include "agentc/Config/Config.h"

namespace agentc {

class DefinitionIndex;

/// What a framework's extractor reads and writes.
struct ExtractionContext {
  const Program &program;
  const Values &values;
  const Manifest &manifest;
  const Settings &settings;
  AgentConfig &config;
  DefinitionIndex &index;
};

/// A framework whose definitions agentc knows. One constant a file in lib/Config/Frameworks; the
/// registry is generated from the folder.
struct Framework {
  llvm::StringRef name; ///< `lightfast`
  /// Adds the framework's agents and tools to the configuration.
  void (*extract)(ExtractionContext &context);
  /// For people, in Markdown: how definitions are written, the packages' versions that this was
  /// compared with, and what isn't read; one sentence each.
  llvm::ArrayRef<llvm::StringRef> forms;
  llvm::StringRef versions;
  llvm::ArrayRef<llvm::StringRef> limits;
};

/// All frameworks, sorted by file name.
llvm::ArrayRef<const Framework *> allFrameworks();

} // namespace agentc

#endif
