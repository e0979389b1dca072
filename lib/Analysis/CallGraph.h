#ifndef AGENTC_LIB_ANALYSIS_CALLGRAPH_H
#define AGENTC_LIB_ANALYSIS_CALLGRAPH_H

#include "agentc/Analysis/ApiUse.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PointerIntPair.h"

namespace agentc {

/// One way from a piece of code to another.
struct CallEdge {
  const ast::Node *target; ///< a function or a class
  const ast::Node *site;
  /// Called or constructed at the site, or handed to a call; else only mentioned or nested.
  bool isCall;
  /// The target is known by a parameter of the code that the site stands in: whoever calls that
  /// mentions the target too.
  bool byParameter = false;
};

/// What runs when a function is called, a class is constructed or a module is loaded.
struct CodeBlock {
  std::vector<CallEdge> edges;
  std::vector<const ApiUse *> uses;
};

/// The call graph of a program, by each function's, class's and module's node, and by the literals
/// of objects that hold functions. A class leads to its methods: who has an instance may call them
/// all.
class CallGraph {
public:
  CallGraph(const Program &program, const Values &values, const ApiUses &uses);

  /// Empty for a node without code.
  const CodeBlock &of(const ast::Node &code) const;

private:
  void addEdges(const ast::Node &node);
  void addCall(const ast::Node &call, const ast::Node &callee, ast::NodeList arguments);
  void addBundledMethod(const ast::Node &from, const Value &object, llvm::StringRef key,
                        const ast::Node &call);
  void addGetter(const ast::MemberExpression &member);
  void addMention(const ast::Node &node);
  bool isOfParameter(const ast::Node &node) const;
  void addEdge(const ast::Node &from, const Value &to, const ast::Node &site, bool isCall,
               bool byParameter = false);
  void addReachable(const ast::Node &from, const Value &value, const ast::Node &site,
                    bool byParameter);

  const Program &program_;
  const Values &values_;
  llvm::DenseMap<const ast::Node *, CodeBlock> blocks_;
  llvm::DenseSet<const Value *> listed_;
  /// What code hands on, told apart by whether it is known by a parameter: once each, since what a
  /// value holds can lead back to it.
  llvm::DenseSet<std::pair<llvm::PointerIntPair<const ast::Node *, 1, bool>, const Value *>>
      handed_;
};

} // namespace agentc

#endif
