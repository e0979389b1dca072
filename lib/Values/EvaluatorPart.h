#ifndef AGENTC_LIB_VALUES_EVALUATORPART_H
#define AGENTC_LIB_VALUES_EVALUATORPART_H

#include "Evaluator.h"
#include "agentc/Syntax/NodeParts.h"

namespace agentc {

/// A part of the evaluator: makes values by the words of ValueMaker, and asks the other parts by
/// their names.
class EvaluatorPart : protected ValueMaker {
public:
  explicit EvaluatorPart(Values::Evaluator &evaluator)
      : ValueMaker(evaluator.store()), evaluator_(evaluator) {}
  EvaluatorPart(const EvaluatorPart &) = delete;
  EvaluatorPart &operator=(const EvaluatorPart &) = delete;

protected:
  ~EvaluatorPart() = default;

#define PART(Class, name)                                                                          \
  Class &name() const { return evaluator_.name(); }
#include "Parts.def"

  const Value &eval(const ast::Node &node) const { return evaluator_.eval(node); }
  template <typename... Args> const Value &once(Args &&...args) const {
    return evaluator_.once(std::forward<Args>(args)...);
  }
  template <typename F> decltype(auto) outsideRun(F &&compute) const {
    return evaluator_.outsideRun(std::forward<F>(compute));
  }
  const agentc::Program &program() const { return evaluator_.program(); }
  const ProgramStart *start() const { return evaluator_.start(); }
  const DefinitionResult *definitionResultOf(llvm::StringRef path) const {
    return evaluator_.definitionResultOf(path);
  }
  Flows &flows() const { return evaluator_.flows(); }
  Answers &answers() const { return evaluator_.answers(); }

  Values::Evaluator &evaluator_;
};

} // namespace agentc

#endif
