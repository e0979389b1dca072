#ifndef AGENTC_LIB_ACCESS_REACHED_CALLARGUMENTS_H
#define AGENTC_LIB_ACCESS_REACHED_CALLARGUMENTS_H

#include "agentc/Flow/CallGraph.h"

#include "agentc/Access/TextShape.h"

namespace agentc {

/// The values of parameters if only some code runs: of a function's calls, only those in
/// reached code count. This tells one tool's requests from another's if both go through one
/// function.
class CallArguments {
public:
  /// `reached` is the code that runs, `roots` what the host calls.
  CallArguments(const Program &program, const Values &values, const CallGraph &graph,
                llvm::ArrayRef<Reachable> reached, llvm::ArrayRef<const ast::Node *> roots,
                bool guesses);

  /// The texts that a parameter can be; std::nullopt for what is not a parameter of the function it
  /// is read in, or gets what no plain call that is reached gives it.
  std::optional<std::vector<TextShape>> shapesOf(const ast::Identifier &reference);

  /// True if only plain calls in reached code run a function, so that all values of its
  /// parameters come from reached code.
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
