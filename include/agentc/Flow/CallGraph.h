#ifndef AGENTC_FLOW_CALLGRAPH_H
#define AGENTC_FLOW_CALLGRAPH_H

#include "agentc/Flow/NamedMembers.h"

#include "agentc/Flow/ApiUse.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PointerUnion.h"
#include "llvm/ADT/SetVector.h"

#include <deque>

namespace agentc {

/// A thing that can be reached: code by its node (a function, class or module), or a holder of
/// code: a literal by its node, another object or list by its value.
using Reachable = llvm::PointerUnion<const ast::Node *, const Value *>;

/// One way from a piece of code to another.
struct CallEdge {
  Reachable target;
  const ast::Node *site;
  /// Called or constructed at the site, or handed to a call; else only mentioned or nested.
  bool isCall;
  /// The target is known by a parameter of the code that the site stands in: whoever calls that
  /// mentions the target too.
  bool byParameter = false;
  /// Only the name that is called tells the target, or what the called object was made with.
  bool isGuessed = false;
};

/// The code that runs when a function is called, a class is constructed or a module is loaded.
struct CodeBlock {
  std::vector<CallEdge> edges;
  std::vector<const ApiUse *> uses;
};

/// The call graph of a program. A class leads to its methods: who has an instance may call them
/// all.
class CallGraph {
public:
  CallGraph(const Program &program, const Values &values, const ApiUses &uses,
            const NamedMembers &named);

  /// Empty for what has no code.
  const CodeBlock &of(Reachable code) const;

private:
  void addEdges(const ast::Node &node);
  void addCall(const ast::Node &call, const ast::Node &callee, ast::NodeList arguments);
  void addNamed(const ast::Node &call, const ast::Node &callee);
  void addGroup(const ast::Node &from, const NamedMembers::Group &group, const ast::Node &site);
  void addBundledMethod(const ast::Node &from, const Value &object, llvm::StringRef key,
                        const ast::Node &call);
  void addGetter(const ast::MemberExpression &member);
  void addMention(const ast::Node &node);
  bool isOfParameter(const ast::Node &node) const;
  void addEdge(const ast::Node &from, const Value &to, const ast::Node &site, bool isCall,
               bool byParameter = false);
  void addReachable(Reachable from, const Value &value, const ast::Node *site, bool byParameter,
                    bool isGuessed = false);
  void addHolder(Reachable from, const Value &value, const ast::Node *site, bool byParameter,
                 bool isGuessed);

  const Program &program_;
  const Values &values_;
  const NamedMembers &named_;
  llvm::DenseMap<Reachable, CodeBlock> blocks_;
  /// The values that hold others, each with its stand-in in the graph.
  llvm::SetVector<std::pair<Reachable, const Value *>> holders_, guessedHolders_;
  llvm::DenseSet<const Value *> groups_; ///< the anchors of those that are listed
  std::deque<ApiUse> uses_;              ///< of groups
};

} // namespace agentc

#endif
