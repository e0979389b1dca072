#include "InputWalk.h"

namespace agentc {

using namespace ast;

/// The functions of the bundle that an expression can be, by the way that they take to it.
std::vector<const Node *> InputFlow::Index::functionsBehind(const Node &callee) {
  return InputWalk(*this, TextUse::Path, false).findMade(callee, false);
}

std::vector<const Node *> InputFlow::Index::objectsBehind(const Node &expression) {
  return InputWalk(*this, TextUse::Path, false).findMade(expression, true);
}

InputFlow::InputFlow(const agentc::Program &program, const Values &values,
                     const AgentConfig &config)
    : index_(std::make_unique<Index>(program, values, config)) {}
InputFlow::~InputFlow() = default;

std::vector<InputTrace> InputFlow::into(const Node &expression, TextUse use) const {
  return intoMember(expression, {}, use);
}

std::vector<InputTrace> InputFlow::intoMember(const Node &expression, llvm::StringRef key,
                                              TextUse use) const {
  if (index_->hasNoInput())
    return {};
  InputWalk walk(*index_, use);
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
  InputWalk walk(*index_, TextUse::Key, false);
  walk.visit(expression, nullptr, nullptr);
  return !walk.take().empty();
}

bool InputFlow::canBe(const Node &expression, llvm::StringRef path) const {
  return !index_->hasNoInput() && InputWalk(*index_, TextUse::Path, false).finds(expression, path);
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

const MemberExpression *
InputFlow::memberBehind(const Node &object,
                        llvm::function_ref<bool(const MemberExpression &)> isOne) const {
  if (index_->hasNoInput())
    return nullptr;
  return InputWalk(*index_, TextUse::Path, false).findMember(object, isOne);
}

} // namespace agentc
