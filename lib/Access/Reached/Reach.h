#ifndef AGENTC_LIB_ACCESS_REACHED_REACH_H
#define AGENTC_LIB_ACCESS_REACHED_REACH_H

#include "CallArguments.h"
#include "agentc/Access/Access.h"
#include "agentc/Flow/CodeFlow.h"

#include "llvm/ADT/SetVector.h"

#include <functional>
#include <map>

namespace agentc {

/// The code of a bundle that runs for one tool or handler.
struct EntryPoint {
  std::string id;
  bool agent = false;
  /// Code that the host calls: the function, and methods that a base class calls beside it.
  std::vector<const ast::Node *> roots;
  /// The values of the roots; empty where one of them is not told.
  std::vector<const FunctionValue *> called;
  /// Fields and constructors that run when an instance is made, to call a tool of it.
  std::vector<const ast::Node *> making;
};

/// Agents with a handler first, then tools, each in the configuration's order.
std::vector<EntryPoint> entryPoints(const CodeFlow &flow, const AgentConfig &config);

/// The top level of modules that are loaded when these are: they and what they import.
std::vector<const ast::Node *> topLevels(llvm::SetVector<const ModuleInfo *> modules);
/// The top level of all modules.
std::vector<const ast::Node *> topLevels(const Program &program);

/// Follows calls from one place on, breadth first, so that the path shown is a shortest one.
class Reach {
public:
  /// `files`: what `itemsFrom` asks about files; null where it is not asked.
  explicit Reach(const CodeFlow &flow, FileReaches *files = nullptr) : flow_(flow), files_(files) {}

  /// Has `follow` leave out the edges of which this is true.
  void leaveOut(std::function<bool(const CallEdge &)> isLeftOut) {
    isLeftOut_ = std::move(isLeftOut);
  }
  /// With `mentions`, code that is only mentioned or nested counts as reached; with `guesses`, what
  /// names alone tell too.
  void follow(llvm::ArrayRef<const ast::Node *> roots, bool mentions, bool guesses);

  std::vector<const ast::Node *> code() const;
  /// Collects the access of the code that was reached from `roots`.
  std::vector<AccessItem> itemsFrom(llvm::ArrayRef<const ast::Node *> roots);

private:
  struct Step {
    Reachable code;
    const ast::Node *site;
    size_t previous;
  };

  void follow(llvm::ArrayRef<const ast::Node *> roots, bool mentions,
              const CallArguments *arguments);
  CallArguments argumentsFor(llvm::ArrayRef<const ast::Node *> roots) const;
  void reach(Reachable code, const ast::Node *site, const Step *previous);
  void addItems(const ApiUse &use, size_t step, CallArguments &arguments);
  std::vector<SourcePlace> pathTo(const ApiUse &use, size_t step) const;

  const CodeFlow &flow_;
  FileReaches *files_;
  std::vector<Step> steps_;
  bool guesses_ = false;
  std::function<bool(const CallEdge &)> isLeftOut_;
  llvm::DenseSet<Reachable> seen_;
  std::map<std::pair<AccessKind, std::string>, AccessItem> items_;
};

} // namespace agentc

#endif
