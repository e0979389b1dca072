#include "Evaluator.h"

#include "KnownCalls.h"

#include "agentc/Values/ProgramStart.h"

namespace agentc {

using namespace ast;

/// Beyond, an answer waits until those around it are there; it costs less than more stack.
static constexpr unsigned maxQuestionDepth = 10000;

Values::Evaluator::Evaluator(const agentc::Program &program, const ProgramStart *start)
    : Folding(program), start_(start ? std::make_unique<ProgramStart>(*start) : nullptr),
      flows_(program, start && start->modules ? &*start->modules : nullptr),
      answers_(
          nothing,
          [this](const Value &assumed, const Value &value) -> const Value & {
            return unite({&assumed, &widened(value)}, value.origin, 0);
          },
          maxQuestionDepth),
      knownCalls_(std::make_unique<KnownCalls>()) {}

Values::Evaluator::~Evaluator() = default;

void Values::Evaluator::evaluateAll() {
  // children first, so that only names and calls need recursion
  auto visit = [&](const Node &node, auto &self) -> void {
    forEachChild(node, [&](const Node &child) { self(child, self); });
    const auto *identifier = llvm::dyn_cast<Identifier>(&node);
    bool isValue = isExpression(node) || isFunction(node) || isClass(node);
    if (!isValue || (identifier && !program_.isReference(*identifier)))
      return;
    eval(node);
    const Node *callee = calledBy(node);
    if (!callee)
      return;
    ++calls;
    resolvedCalls += !llvm::isa<UnknownValue>(eval(*callee));
  };
  for (const auto &module : program_.modules()) {
    visit(*module->syntax->program, visit);
    exportsOf(*module, module->syntax->program);
  }
  // what is asked from now on has an ordinary stack
  maxDepth_ = answers_.maxDepth = 300;
}

const Value &Values::Evaluator::eval(const Node &node) {
  if (!run_)
    return once(Answers::keyOf(node), &node,
                [this, &node]() -> const Value & { return compute(node); });
  run_->hasFailed |= answers_.depth >= std::min(maxDepth_, run_->depth + maxDepthOfRun);
  if (run_->thrown || !run_->step())
    return unknown(UnknownReason::Limit, &node);
  ++answers_.depth;
  const Value &value = computeRunning(node);
  --answers_.depth;
  return value;
}

} // namespace agentc
