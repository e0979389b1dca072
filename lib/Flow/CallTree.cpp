#include "agentc/Flow/CallTree.h"

#include "CallVisitor.h"

#include "agentc/Syntax/Walk.h"

namespace agentc {

using namespace ast;

static constexpr unsigned maxChain = 60, maxTimesInChain = 3;
static constexpr size_t maxLosses = 20000, maxEscapes = 1000000;

bool CallTree::isTooDeep(const Node &code, size_t previous) const {
  unsigned times = 0, length = 0;
  for (size_t at = previous;; at = calls_[at].previous) {
    times += calls_[at].code == &code;
    if (++length > maxChain || times >= maxTimesInChain)
      return true;
    if (calls_[at].previous == at)
      return false;
  }
}

bool CallTree::isNew(const Value &value) {
  isCut_ |= ++escapes_ > maxEscapes;
  return !isCut_ && escaped_.insert(&value).second;
}

void CallTree::lose(Loss loss) {
  isCut_ |= losses_.size() >= maxLosses;
  if (!isCut_)
    losses_.push_back(std::move(loss));
}

bool CallTree::usesArguments(const Node &function) {
  auto [entry, isNew] = usesArguments_.try_emplace(&function, false);
  if (isNew) {
    bool found = false;
    walk(function, [&](const Node &node) {
      const auto *name = llvm::dyn_cast<Identifier>(&node);
      found |= name && name->name == "arguments";
      return !found;
    });
    usesArguments_[&function] = found;
  }
  return usesArguments_[&function];
}

Environment *CallTree::open(Environment &environment, const Node &code, const Node *site,
                            size_t previous, const Value *self, ResultUse result) {
  for (size_t index : byCode_[&code])
    if (calls_[index].result == result &&
        (result != ResultUse::PartlyKnown ||
         (calls_[index].site == site && calls_[index].previous == previous)) &&
        isSameCall(*calls_[index].environment, environment))
      return calls_[index].environment;
  if (calls_.size() >= most_) {
    isCut_ = true;
    return &environment;
  }
  byCode_[&code].push_back(calls_.size());
  calls_.push_back(
      {&code, &environment, site, std::min(previous, calls_.size()), self, result, {}, {}});
  return &environment;
}

bool CallTree::follow(llvm::ArrayRef<const FunctionValue *> roots, size_t most) {
  most_ = most;
  for (const FunctionValue *root : roots)
    open(values_.call(*root, nullptr, std::nullopt), *root->origin, nullptr, SIZE_MAX, nullptr,
         ResultUse::Unseen);
  for (size_t next = 0; next < calls_.size() && !isCut_; ++next)
    Visitor(*this, next).run();
  return !isCut_;
}

} // namespace agentc
