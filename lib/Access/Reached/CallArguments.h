#ifndef AGENTC_LIB_ACCESS_REACHED_CALLARGUMENTS_H
#define AGENTC_LIB_ACCESS_REACHED_CALLARGUMENTS_H

#include "agentc/Flow/CallGraph.h"

#include "agentc/Access/TextShape.h"

namespace agentc {

/// What parameters are when only some code runs: of all calls of a function those that stand in
/// code that was reached, so that one tool's requests are told from another's where both go
/// through one function.
class CallArguments {
public:
  /// `reached` is the code that runs, `roots` what the host calls.
  CallArguments(const Program &program, const Values &values, const CallGraph &graph,
                llvm::ArrayRef<Reachable> reached, llvm::ArrayRef<const ast::Node *> roots,
                bool guesses);

  /// The texts that a parameter can be; std::nullopt for what is not a parameter of the function it
  /// is read in, or gets what no plain call that is reached gives it.
  std::optional<std::vector<TextShape>> shapesOf(const ast::Identifier &reference);

  /// Whether only plain calls that are reached run a function, so that whatever its parameters hold
  /// stands in code that is reached.
  bool isOnlyCalled(const ast::Node &function) const;

private:
  /// The plain calls of a function; unset where it is called in another way too.
  using Calls = std::optional<llvm::SmallVector<const ast::CallExpression *, 4>>;

  void addEdge(Reachable from, const CallEdge &edge);
  bool isPlainCall(const ast::CallExpression &call, const ast::Node &function) const;

  const Program &program_;
  const Values &values_;
  llvm::DenseMap<const ast::Node *, Calls> calls_;
  unsigned depth_ = 0;
};

} // namespace agentc

#endif
