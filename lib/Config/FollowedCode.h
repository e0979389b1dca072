#ifndef AGENTC_LIB_CONFIG_FOLLOWEDCODE_H
#define AGENTC_LIB_CONFIG_FOLLOWEDCODE_H

#include "FollowedCalls.h"

#include "agentc/Syntax/NodeParts.h"

namespace agentc {

/// Calls inside of each other that are followed.
constexpr size_t maxFollowedDepth = 60;

/// The code of a function or class that a value is; null for anything else.
const ast::Node *codeOf(const Value &value);
/// Returns true if a callee that gets a server may give it tools: the callee isn't known, or is
/// another package's.
bool mayAddTools(const Value &callee);

/// Looks at the code of one call, in the order that it stands in.
class FollowedCalls::Visitor {
public:
  Visitor(FollowedCalls &calls, Frame frame)
      : calls_(calls), frame_(std::move(frame)),
        values_(frame_.environment ? calls.values_.in(*frame_.environment)
                                   : calls.values_.anywhere()) {}

  void visitCode(const ast::Node &code) {
    forEachChild(code, [&](const ast::Node &child) { visit(child); });
  }

private:
  void visit(const ast::Node &node);
  void visitStatics(const ast::Node &type);
  void visitBranch(const ast::IfStatement &branch);
  void visitLoop(const ast::ForOfStatement &loop);
  /// Elements of a list; `isWhole` if they tell of all that it may hold.
  struct Held {
    std::vector<const Value *> elements;
    bool isWhole = true;
  };
  Held heldIn(const Value &list, const ast::Node &site);
  std::optional<std::vector<const Value *>> elementsOf(const Value &list, const ast::Node &site);
  llvm::SmallVector<const Value *, 4> argumentsMaybeGiven(ast::NodeList arguments);
  void skip(const ast::Node &node);
  void addCall(const ast::Node &call);
  void addTarget(const ast::Node &call, const CallParts &parts, const Value &target,
                 const Value *self, std::optional<llvm::ArrayRef<const Value *>> arguments);
  void addForeign(const ast::Node &call, const CallParts &parts);
  void addMade(const ast::Node &call, const ResultValue *result,
               llvm::ArrayRef<const Value *> given);
  void addResults(const ast::Node &call, const ApiValue &callee,
                  std::optional<llvm::ArrayRef<const Value *>> arguments);
  void addPut(const ast::AssignmentExpression &assignment);
  void construct(const ClassValue &type, const Value &instance,
                 std::optional<llvm::ArrayRef<const Value *>> arguments, const ast::Node &site);
  void addCallbacks(const ast::Node &call, const CallParts &parts);

  FollowedCalls &calls_;
  Frame frame_;
  Values values_;
};

} // namespace agentc

#endif
