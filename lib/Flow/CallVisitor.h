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
  /// Whether nothing can give the member that a condition asks for a value by another name of its
  /// object.
  bool isNeverGiven(const ast::Node &condition) const;

  // CallVisitor.cpp: calls and accessors
  Environment *enter(const FunctionValue &function, const Value *self,
                     std::optional<llvm::ArrayRef<const Value *>> arguments, const ast::Node *site,
                     ResultUse result);
  void addCall(const ast::Node &call);
  /// What a call may call by its name alone, where nothing else tells.
  void addNamed(const ast::Node &call, const ast::Node &callee,
                std::optional<llvm::ArrayRef<const Value *>> arguments);
  /// Whether every function that gets an argument of the host's has it in a parameter of its own.
  bool isFollowedApi(const ast::Node &call, const ast::Node &argument, llvm::StringRef path);
  static const Value &instanceOf(const Value &made);
  const Value &instanceIn(const Value &made, const ClassValue &type);
  void construct(const ClassValue &type, const Value &instance,
                 std::optional<llvm::ArrayRef<const Value *>> arguments, const ast::Node &site);
  void escapeFrom(const Value &parent, const Value &instance,
                  std::optional<llvm::ArrayRef<const Value *>> arguments, const ast::Node &site);
  void addHostCall(const ast::Node &call, const Value &target, const CallParts &parts,
                   std::optional<llvm::ArrayRef<const Value *>> arguments);
  /// Whether a callee is a method of what the language itself makes, as `map.get`.
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
  /// Whether whatever is done with what an expression gives is seen: it gets into variables and
  /// parameters that are told, or its members are taken.
  bool isFollowed(const ast::Node &node, const Value &value);
  /// Whether a comparison runs no code of an operand.
  bool isOnlyCompared(const ast::BinaryExpression &comparison, const ast::Node &node,
                      const Value &value) const;
  /// Whether a field of an instance is known to hold what is assigned to it, whoever reads it.
  bool isKept(llvm::StringRef key, const Value &value, const Value *self) const;
  bool areGivenTo(const ast::Node &pattern, const ArrayValue &list);
  /// Whether whoever called knows what it is given for what it is.
  bool isResultKnown(const Value &value) const;
  bool isGivenTo(const ast::Node &pattern, const Value &value, const Values &seen);
  /// Whether every function that gets an argument is one whose call was opened, and has it in its
  /// parameters.
  bool isFollowedArgument(const ast::Node &call, const ast::Node &argument, const Value &value);
  /// Whether a map is only asked for what it was given by name, and what it gives then is known.
  bool isKeptInMap(const ast::Node &callee, const Value &value) const;
  /// Whether a callee is nothing that can be called, or does nothing: what a map that is known as a
  /// whole gives for other keys is undefined.
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
