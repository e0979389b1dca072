#ifndef AGENTC_CONFIG_FRAMEWORK_H
#define AGENTC_CONFIG_FRAMEWORK_H

#include "agentc/Config/Config.h"

namespace agentc {

class DefinitionIndex;
struct FrameworkTable;

/// The input and output of a framework's extractor.
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
  /// Adds agents and their tools that the table doesn't describe; may be null.
  void (*extract)(ExtractionContext &context);
  /// For people, in Markdown: how definitions are written, the packages' versions that this was
  /// compared with, and what isn't read; one sentence each.
  llvm::ArrayRef<llvm::StringRef> forms;
  llvm::StringRef versions;
  llvm::ArrayRef<llvm::StringRef> limits;
  /// The definition functions by their API paths; may be null.
  const FrameworkTable *table = nullptr;
  /// Adds tools that no agent uses and the table doesn't describe, once all agents are there; may
  /// be null.
  void (*extractTools)(ExtractionContext &context) = nullptr;
};

/// All frameworks, sorted by file name.
llvm::ArrayRef<const Framework *> allFrameworks();

} // namespace agentc

#endif
