#ifndef AGENTC_LIB_VALUES_EVALUATOR_H
#define AGENTC_LIB_VALUES_EVALUATOR_H

#include "Answers.h"
#include "Flows.h"
#include "ValueMaker.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringMap.h"

namespace agentc {

#define PART(Class, name) class Class;
#include "Parts.def"

/// Evaluates expressions on demand and keeps every answer. What it is asked it hands to its parts,
/// which ask each other through it.
class Values::Evaluator final {
public:
  /// `start` may be null: the program is started in any way; so may `definitionResultOf`.
  Evaluator(const agentc::Program &program, const ProgramStart *start,
            DefinitionResultOf definitionResultOf);
  ~Evaluator();
  static Values evaluate(const agentc::Program &program, const ProgramStart *start,
                         DefinitionResultOf definitionResultOf);

  void evaluateAll();
  /// The final answer for an expression; null if there is none.
  const Value *lookup(const ast::Node &node) const { return answers_.find(Answers::keyOf(node)); }
  /// Returns the value of an expression in the run in progress or, outside of runs, the value
  /// that holds wherever it is asked for.
  const Value &eval(const ast::Node &node);

  /// The answer that holds wherever the question is asked; it must not see the variables of running
  /// code.
  template <typename F>
  const Value &once(Question question, const void *subject, const ast::Node *site, F &&compute,
                    unsigned index = 0) {
    return once(answers_.keyOf(question, subject, index), site, std::forward<F>(compute));
  }
  template <typename F> const Value &once(Answers::Key key, const ast::Node *site, F &&compute) {
    if (const Value *known = answers_.find(key))
      return *known;
    const Value &value = outsideRun([&]() -> const Value & { return answers_.once(key, compute); });
    if (!exhaustedAt && (values_.isExhausted() || answers_.isUnsettled()))
      exhaustedAt = site;
    return value;
  }
  /// Evaluates what holds everywhere while code is run.
  template <typename F> decltype(auto) outsideRun(F &&compute) {
    Run *running = std::exchange(store_.run, nullptr);
    auto restore = llvm::make_scope_exit([&] { store_.run = running; });
    return compute();
  }

  const agentc::Program &program() const { return program_; }
  /// How the program is started; null where that isn't known.
  const ProgramStart *start() const { return start_.get(); }
  /// The result of a framework's function, by its API path; null for every other path.
  const DefinitionResult *definitionResultOf(llvm::StringRef path);
  ValueStore &store() { return store_; }
  Flows &flows() { return flows_; }
  Answers &answers() { return answers_; }
  /// An environment that lives as long as the values do.
  Environment &newEnvironment() { return *new (environments_.Allocate()) Environment(); }

#define PART(Class, name)                                                                          \
  Class &name() const { return *name##_; }
#include "Parts.def"

  uint64_t callSites = 0;         ///< calls, constructions and tagged templates
  uint64_t resolvedCallSites = 0; ///< of these, with a callee that is not Unknown
  /// The node at which the depth, work or memory allowed for a program ran out; null if it never
  /// did.
  const ast::Node *exhaustedAt = nullptr;
  /// How deep code may be run, and how deep classes may be nested.
  unsigned maxDepth = maxEvaluationDepth;
  /// Answers questions that Values is asked about values it has never made.
  const UnknownValue unknownNode{UnknownReason::Unsupported, nullptr};

private:
  const agentc::Program &program_;
  std::unique_ptr<const ProgramStart> start_;
  DefinitionResultOf definitionResultOf_;
  llvm::StringMap<const DefinitionResult *> definitionResults_;
  ValueStore store_;
  ValueMaker values_{store_};
  llvm::SpecificBumpPtrAllocator<Environment> environments_;
  Flows flows_;
  Answers answers_;
#define PART(Class, name) std::unique_ptr<Class> name##_;
#include "Parts.def"
};

} // namespace agentc

#endif
