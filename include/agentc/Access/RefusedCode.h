#ifndef AGENTC_ACCESS_REFUSEDCODE_H
#define AGENTC_ACCESS_REFUSEDCODE_H

#include "agentc/Access/ReachedCode.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

class SandboxTruth;

/// Knows the code that only runs where code from text is allowed, which the sandbox refuses.
/// docs/decisions/0017-code-behind-feature-tests.md says what that is worth.
class RefusedCode {
public:
  /// The arguments must outlive it.
  RefusedCode(const Program &program, const Values &values, const ApiUses &uses,
              llvm::function_ref<const ReachedCode &()> reached, const AgentConfig &config);
  ~RefusedCode();

  enum class Answer {
    Runs,      ///< or nobody can tell
    IsRefused, ///< every way there leads past a test for code from text, which fails in the sandbox
    IsUncalled ///< nothing in the bundle names or reaches the functions that it stands in
  };
  Answer whether(const ast::Node &node);

private:
  class Mentions;
  bool isCalledByHost(const ast::Node &function) const;

  const Program &program_;
  const Values &values_;
  const ApiUses &uses_;
  llvm::function_ref<const ReachedCode &()> reached_;
  const AgentConfig &config_;
  /// Made for the first question, as most bundles have no place where one is asked.
  std::unique_ptr<SandboxTruth> truth_;
  std::unique_ptr<Mentions> mentions_;
};

} // namespace agentc

#endif
