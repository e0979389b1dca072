#ifndef AGENTC_LIB_FLOW_CALLVISITOR_H
#define AGENTC_LIB_FLOW_CALLVISITOR_H

#include "agentc/Flow/CallTree.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

/// Looks at what the code of one call calls, and at what becomes of the code that it mentions.
class CallTree::Visitor {
public:
  Visitor(CallTree &tree, size_t index)
      : tree_(tree), index_(index), call_(tree.calls_[index]), values_(tree.valuesIn(call_)) {}
  void run();

private:
  struct Opened {
    const ast::Node *function;
    Environment *environment;
    const Value *self;
  };

  void visit(const ast::Node &node);
  /// Returns true if nothing can assign, through another name of its object, the member that a
  /// condition tests.
  bool isNeverGiven(const ast::Node &condition) const;

  // CallVisitor.cpp: calls and accessors
  Environment *enter(const FunctionValue &function, const Value *self,
                     std::optional<llvm::ArrayRef<const Value *>> arguments, const ast::Node *site,
                     ResultUse result);
  void addCall(const ast::Node &call);
  /// Adds the functions that a call may reach by its name alone, if nothing else tells.
  void addNamed(const ast::Node &call, const ast::Node &callee,
                std::optional<llvm::ArrayRef<const Value *>> arguments);
  /// Returns true if every function that gets an argument of the host's holds it in a parameter
  /// of its own.
  bool isFollowedApi(const ast::Node &call, const ast::Node &argument, llvm::StringRef path);
  static const Value &instanceOf(const Value &made);
  const Value &instanceIn(const Value &made, const ClassValue &type);
  void construct(const ClassValue &type, const Value &instance,
                 std::optional<llvm::ArrayRef<const Value *>> arguments, const ast::Node &site);
  void escapeFrom(const Value &parent, const Value &instance,
                  std::optional<llvm::ArrayRef<const Value *>> arguments, const ast::Node &site);
  void addHostCall(const ast::Node &call, const Value &target, const CallParts &parts,
                   std::optional<llvm::ArrayRef<const Value *>> arguments);
  /// Returns true if a callee is a method of an object made by the language itself, as `map.get`.
  bool isOfLanguage(const ast::Node &callee) const;
  /// `f.call(self, …)` and `f.apply(self, list)`.
  void addBorrowed(const ast::Node &call, const Value &object, bool isApply,
                   std::optional<llvm::ArrayRef<const Value *>> arguments);
  /// `list.map((element) => …)`: one call for each element that is known.
  void addCallback(const ast::Node &call, const Value &object, const ast::Node &callback,
                   bool isReduce);
  void addOpened(const ast::Node &call, const Value &target, Environment *environment,
                 const Value *self = nullptr);
  void addAccessors(const ast::MemberExpression &member);
  void addAccessor(const Value &object, llvm::StringRef key, ast::MethodKind kind,
                   const ast::Node &site);
  void addAllGetters(const Value &value, const ast::Node &site);
  void addGettersOfPattern(const ast::ObjectPattern &pattern);

  // Mentions.cpp: what becomes of code that is mentioned
  void mention(const ast::Node &node);
  void escapeProxies(const Value &value, const ast::Node &site);
  void escapeArguments(const ResultValue &made, const ast::Node &site);
  void escape(const Value &value, const ast::Node &site);
  bool isFollowedInto(const ast::Node &parent, const Value &value);
  /// Returns true if every use of an expression's value is seen: it goes into known variables and
  /// parameters, or its members are taken.
  bool isFollowed(const ast::Node &node, const Value &value);
  /// Returns true if a comparison runs no code of an operand.
  bool isOnlyCompared(const ast::BinaryExpression &comparison, const ast::Node &node,
                      const Value &value) const;
  /// Returns true if a field of an instance is known to hold the value assigned to it, no matter
  /// who reads it.
  bool isKept(llvm::StringRef key, const Value &value, const Value *self) const;
  bool areGivenTo(const ast::Node &pattern, const ArrayValue &list);
  /// Returns true if the caller knows the value that the call returns.
  bool isResultKnown(const Value &value) const;
  bool isGivenTo(const ast::Node &pattern, const Value &value, const Values &seen);
  /// Returns true if every function that gets an argument is one whose call was opened, and holds
  /// the argument in its parameters.
  bool isFollowedArgument(const ast::Node &call, const ast::Node &argument, const Value &value);
  /// Returns true if a map's values are only read by key, and the results are known.
  bool isKeptInMap(const ast::Node &callee, const Value &value) const;
  /// Returns true if a callee can't be called or does nothing: a map that is known as a whole
  /// gives undefined for other keys.
  bool isNothing(const Value &target) const;
  bool isHeldByParameter(const Opened &opened, const Value &value);

  CallTree &tree_;
  size_t index_;
  const Call call_;
  Values values_;
  llvm::DenseMap<std::pair<const ast::Node *, const ast::Node *>, Opened> opened_;
  llvm::DenseSet<const ast::Node *> iterated_;
};

} // namespace agentc

#endif
