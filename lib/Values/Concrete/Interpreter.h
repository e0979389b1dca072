#ifndef AGENTC_LIB_VALUES_CONCRETE_INTERPRETER_H
#define AGENTC_LIB_VALUES_CONCRETE_INTERPRETER_H

#include "EvaluatorPart.h"

namespace agentc {

/// Runs code on known values within a budget of steps: statements, calls, constructors. What a
/// run can't tell falls back to what holds anywhere.
class Interpreter final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  /// The cost of running code, in evaluated nodes; `wasted` is the part spent in runs that told
  /// nothing.
  struct Spent {
    uint64_t steps = 0, wasted = 0;
  };
  Spent spent;

  /// How often running a function or callback told nothing, less how often it did, on values that
  /// are not all known, on such that may hold more, and on others, and how long that took; `early`
  /// where they were not settled yet.
  struct Failures {
    int64_t times[3] = {}, cost = 0, early = 0;
  };

  const Value &call(const FunctionValue &function, const Value *receiver, Arguments arguments,
                    const ast::Node &site);
  const Value *runPaths(const ast::Node &site, llvm::function_ref<const Value *()> path);
  const Value *tryRun(const ast::Node &subject, Arguments arguments, const ast::Node &site,
                      llvm::function_ref<const Value *()> path);
  const Value *runFunction(const FunctionValue &function, const Value *receiver,
                           Arguments arguments, const ast::Node &site);
  const Value &construct(const ClassValue &type, Arguments arguments, const ast::Node &site);
  bool runConstructor(const ClassValue &type, const InstanceValue &instance, Arguments arguments,
                      const ast::Node &site);
  bool isRunnable(const ast::Node &function);
  const Value &fail(const ast::Node &site);
  bool decide();
  /// One alternative of a union, another on each path of a run. Any other value itself, and a union
  /// of more alternatives than can still be told apart.
  const Value &oneOf(const Value &value);
  Environment &enter(const ast::Node &node);
  const Scope *scopeOf(const ast::Node &node);
  Environment *environmentOf(const Symbol &symbol) const;
  const Value &computeRunning(const ast::Node &node);
  const Value &readVariable(const ast::Identifier &identifier);
  /// Evaluates what may not be reached: it must change nothing.
  const Value &evalMaybe(const ast::Node &node);
  void assign(const ast::Node &pattern, const Value &value);
  void assignElements(const ast::ArrayPattern &pattern, const Value &value);
  void assignProperties(const ast::ObjectPattern &pattern, const Value &value);
  Completion executeAll(ast::NodeList statements);

private:
  bool isEndless(const ast::Node &function, const Value *receiver, Arguments arguments);
  Arguments withOwnObjects(Arguments arguments, const ast::Node &site);
  bool initializeFields(const ClassValue &type, const InstanceValue &instance);
  bool test(const ast::Node &condition);
  void hoist(ast::NodeList statements);
  bool isStable(const Symbol &symbol);
  const Value &assignRunning(const ast::AssignmentExpression &assignment);
  const Value &updateRunning(const ast::UpdateExpression &update);
  const Value &callSuper(const ast::CallExpression &call);
  Completion execute(const ast::Node &statement);
  Completion executeLoop(const ast::Node &loop, llvm::StringRef label);
  Completion executeFor(const ast::ForStatement &loop, llvm::StringRef label);
  Completion executeForEach(const ast::Node &loop, const ast::Node &left, const ast::Node &right,
                            const ast::Node &body, bool isKeys, llvm::StringRef label);
  Completion executeSwitch(const ast::SwitchStatement &statement);
  Completion executeTry(const ast::TryStatement &statement);

  uint64_t runs_ = 0;
  llvm::DenseMap<const Symbol *, bool> stable_;
  llvm::DenseMap<const ast::Node *, const Scope *> scopes_; ///< those that declare something
  llvm::DenseMap<const ast::Node *, bool> runnable_;
  llvm::DenseMap<const ast::Node *, Failures> failures_;
};

} // namespace agentc

#endif
