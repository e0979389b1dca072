#ifndef AGENTC_LIB_VALUES_ABSTRACT_EXPORTS_H
#define AGENTC_LIB_VALUES_ABSTRACT_EXPORTS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates the exports of modules.
class Exports final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value &exportsOf(const ModuleInfo &module, const ast::Node *site);
  const Value &exportOf(const ModuleInfo &module, llvm::StringRef name, const ast::Node *site);

private:
  const Value &computeExports(const ModuleInfo &module);

  llvm::DenseMap<std::pair<const ModuleInfo *, const char *>, std::unique_ptr<ExportTarget>>
      exportTargets_;
};

} // namespace agentc

#endif
