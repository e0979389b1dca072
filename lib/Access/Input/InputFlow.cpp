#include "InputWalk.h"

#include "agentc/Access/InputFacts.h"

namespace agentc {

using namespace ast;

InputFacts::InputFacts(std::unique_ptr<InputIndex> index) : index_(std::move(index)) {}
InputFacts::InputFacts(InputFacts &&) noexcept = default;
InputFacts::~InputFacts() = default;

InputFacts collectInput(const agentc::Program &program, const Values &values,
                        const AgentConfig &config) {
  return InputFacts(std::make_unique<InputIndex>(program, values, config));
}

/// The functions of the bundle that an expression can be, by the way that they take to it.
std::vector<const Node *> InputIndex::functionsBehind(const Node &callee) {
  return InputWalk(*this, budget_, TextUse::Path, false).findMade(callee, false);
}

std::vector<const Node *> InputIndex::objectsBehind(const Node &expression) {
  return InputWalk(*this, budget_, TextUse::Path, false).findMade(expression, true);
}

/// The facts, and what the questions to one flow have come to.
class InputFlow::Index {
public:
  explicit Index(InputIndex &facts) : facts_(facts) {}

  const Node *lost = nullptr;

  bool hasNoInput() const { return facts_.hasNoInput(); }
  InputWalk walk(TextUse use, bool asksGuards) {
    if (!budget_)
      budget_ = facts_.collect();
    return {facts_, *budget_, use, asksGuards};
  }

private:
  InputIndex &facts_;
  std::optional<InputBudget> budget_; ///< set by the first question
};

InputFlow::InputFlow(const InputFacts &facts) : index_(std::make_unique<Index>(*facts.index_)) {}
InputFlow::~InputFlow() = default;

std::vector<InputTrace> InputFlow::into(const Node &expression, TextUse use) const {
  return intoMember(expression, {}, use);
}

std::vector<InputTrace> InputFlow::intoMember(const Node &expression, llvm::StringRef key,
                                              TextUse use) const {
  if (index_->hasNoInput())
    return {};
  InputWalk walk = index_->walk(use, true);
  InputWalk::Keys member{key, nullptr};
  walk.visit(expression, key.empty() ? nullptr : &member, nullptr);
  std::vector<InputTrace> traces = walk.take();
  if (traces.empty() && walk.isCut() && !index_->lost)
    index_->lost = &expression;
  return traces;
}

bool InputFlow::isInput(const Node &expression) const {
  if (index_->hasNoInput())
    return false;
  InputWalk walk = index_->walk(TextUse::Key, false);
  walk.visit(expression, nullptr, nullptr);
  return !walk.take().empty();
}

bool InputFlow::canBe(const Node &expression, llvm::StringRef path) const {
  return !index_->hasNoInput() && index_->walk(TextUse::Path, false).finds(expression, path);
}

const Node *InputFlow::lost() const { return index_->lost; }

std::vector<InputTrace> InputFlow::into(const Value &value, TextUse use) const {
  std::vector<InputTrace> traces;
  forEachAlternative(value, [&](const Value &one) {
    if (traces.empty() && one.origin && isExpression(*one.origin))
      traces = into(*one.origin, use);
  });
  return traces;
}

std::optional<TakenMember>
InputFlow::memberBehind(const Node &object,
                        llvm::function_ref<bool(const TakenMember &)> isOne) const {
  if (index_->hasNoInput())
    return std::nullopt;
  return index_->walk(TextUse::Path, false).findMember(object, isOne);
}

} // namespace agentc
