#ifndef AGENTC_LIB_VALUES_ENVIRONMENT_H
#define AGENTC_LIB_VALUES_ENVIRONMENT_H

#include "agentc/Values/Value.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace agentc {

/// How much running code may do, in evaluated nodes: one run, all runs of a program, and those of
/// them that end without telling anything. Once these have wasted so much, a run may take only
/// minStepsOfRun.
inline constexpr uint64_t maxStepsOfRun = 1'000'000, maxStepsOfProgram = 10'000'000,
                          maxWastedSteps = 1'000'000, minStepsOfRun = 10'000;
/// Conditions of one run that nothing decides, each of which is tried both ways.
inline constexpr size_t maxUndecided = 3;
/// How deep a run's calls, statements and expressions may be nested, all together.
inline constexpr unsigned maxDepthOfRun = 4000;

/// The variables of one scope while code is run (ECMA-262 section 9.1, declarative records).
struct Environment {
  /// The run that made it; after that one nothing changes it any more.
  uint64_t run = 0;
  Environment *outer = nullptr;
  const Scope *scope = nullptr; ///< null for a scope that declares nothing
  /// Of a function's own scope; null for blocks and arrow functions.
  const ast::Node *function = nullptr;
  const Value *thisValue = nullptr;
  llvm::ArrayRef<const Value *> arguments;
  /// Of a call that is told apart from others: the function, or the class whose fields are made.
  /// Its variables are computed when they are read.
  const ast::Node *code = nullptr;
  /// `this` and the arguments of such a call are known.
  bool knowsCaller = false;
  /// Holds only some of the scope's variables.
  bool isPartial = false;
  /// Holds what `bind` gave a function: `this` and its first arguments. Without `this` it is
  /// `call.bind(f)`, which takes that from its first argument.
  bool isBound = false;
  llvm::SmallVector<std::pair<const Symbol *, const Value *>, 4> variables;

  const Value **find(const Symbol &symbol) {
    for (auto &[name, value] : variables)
      if (name == &symbol)
        return &value;
    return nullptr;
  }
  void set(const Symbol &symbol, const Value &value) {
    if (const Value **known = find(symbol))
      *known = &value;
    else
      variables.push_back({&symbol, &value});
  }
};

/// `this` and the arguments of a function that is called by what `bind` gave.
struct BoundCall {
  const Value *self;
  llvm::SmallVector<const Value *, 8> arguments;
};

inline BoundCall callOfBound(const Environment &bound, llvm::ArrayRef<const Value *> given) {
  BoundCall call{bound.thisValue, {}};
  if (!call.self && bound.arguments.empty() && !given.empty()) {
    call.self = given.front();
    given = given.drop_front();
  }
  call.arguments.append(bound.arguments.begin(), bound.arguments.end());
  call.arguments.append(given.begin(), given.end());
  return call;
}

/// How a statement ends (ECMA-262 section 6.2.4, completion records).
struct Completion {
  enum class Kind : uint8_t { Normal, Break, Continue, Return, Throw };
  Kind kind = Kind::Normal;
  const Value *value = nullptr;
  llvm::StringRef label;

  bool isAbrupt() const { return kind != Kind::Normal; }
};

/// The properties of an object that is being changed, and their indices sorted by key.
struct PropertyStorage {
  std::vector<PropertyValue> list;
  std::vector<uint32_t> byKey;
};

/// A call that is being run, and what it was given.
struct RunningCall {
  const ast::Node *function;
  const Value *receiver; ///< null where there is none, and for arrow functions
  llvm::ArrayRef<const Value *> arguments;
};

/// One run of code on known values: by a call, a callback, or statements that build something.
struct Run {
  Run(uint64_t number, uint64_t maxSteps, uint64_t &stepsOfProgram, unsigned depth)
      : number(number), maxSteps(maxSteps), stepsOfProgram(stepsOfProgram), depth(depth) {}

  /// Counts a step; false if no more nodes may be evaluated.
  bool step() {
    if (++steps > maxSteps || ++stepsOfProgram > maxStepsOfProgram)
      hasFailed = true;
    return !hasFailed;
  }

  /// Returns the array or object, to be changed, if the path made it; null if others made it.
  ArrayValue *own(const ArrayValue &list) const {
    return llvm::cast_or_null<ArrayValue>(locals.lookup(&list));
  }
  ObjectValue *own(const ObjectValue &object) const {
    return llvm::cast_or_null<ObjectValue>(locals.lookup(&object));
  }

  uint64_t number; ///< from 1
  uint64_t maxSteps;
  uint64_t &stepsOfProgram;
  unsigned depth; ///< of the questions and code around the run
  /// The variables that the code sees which is run now.
  Environment *environment = nullptr;
  uint64_t steps = 0;
  /// True once something happens that cannot be told; the run then tells nothing.
  bool hasFailed = false;
  /// How each condition that nothing decides is taken on the path that is run now.
  std::vector<bool> decisions;
  size_t nextDecision = 0;
  /// Calls of code that is not run: the host's, unknown code.
  uint64_t hostCalls = 0;
  /// Assignments and other changes so far.
  uint64_t effects = 0;
  /// Of these all but the first values of a block's own variables, and how many there were at the
  /// first call of the host's since a `try` began, which may have thrown.
  uint64_t lastingEffects = 0;
  std::optional<uint64_t> lastingAtHostCall;
  /// The exception on its way comes from the host, and what came after its call is done already:
  /// whoever goes on from there sees what never was.
  bool hasDoneTooMuch = false;
  /// Arrays and objects made by this path, which nobody else changes, and the storage of those
  /// changed.
  llvm::DenseMap<const Value *, Value *> locals;
  llvm::DenseMap<const Value *, std::unique_ptr<std::vector<const Value *>>> elements;
  llvm::DenseMap<const Value *, std::unique_ptr<PropertyStorage>> properties;
  /// The nodes that wrote to each of the locals.
  llvm::DenseMap<const Value *, llvm::SmallVector<const ast::Node *, 2>> writers;
  /// It evaluates an expression as one call sees it; what it calls is told apart too.
  bool isOfCall = false;
  /// The functions that are run from their beginning to their end, the outer ones first.
  llvm::SmallVector<RunningCall, 4> running;
  /// Those of them that have ended, on any path.
  llvm::SmallPtrSet<const ast::Node *, 4> ended;
  /// Functions and loops some of whose variables are bound; others are computed from these.
  llvm::ArrayRef<const ast::Node *> binders;
  /// Set while an exception is on its way.
  const Value *thrown = nullptr;
};

} // namespace agentc

#endif
