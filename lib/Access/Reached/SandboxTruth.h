#ifndef AGENTC_LIB_ACCESS_REACHED_SANDBOXTRUTH_H
#define AGENTC_LIB_ACCESS_REACHED_SANDBOXTRUTH_H

#include "agentc/Flow/ApiUse.h"

#include "llvm/ADT/DenseSet.h"

namespace agentc {

/// Finds the outcomes of conditions in the sandbox, where making code from text throws: of
/// `try { new Function(''); return true } catch { return false }` only `false` is left.
/// Functions, getters and objects that hold such an answer are followed through their names and
/// through parameters; anything else that gets at them makes the answer unknown.
class SandboxTruth {
public:
  SandboxTruth(const Program &program, const Values &values, const ApiUses &uses);

  /// True if a node stands behind a condition, in its function or in one around it, that keeps
  /// the node from running because a test for code from text fails.
  bool isBehindFailedTest(const ast::Node &node);

private:
  /// One call of a function: what its parameters and `this` are.
  struct Frame {
    const ast::Node *function = nullptr;
    ast::NodeList arguments;
    const Frame *caller = nullptr; ///< where the arguments are evaluated
    const Frame *outer = nullptr;  ///< of the code that the function stands in
    const ast::Node *self = nullptr;
    const Frame *selfFrame = nullptr;
  };
  /// A literal, function, class or construction, and the call that it is made in.
  struct Made {
    const ast::Node *node = nullptr;
    const Frame *frame = nullptr;
  };
  /// Which outcomes are possible, as bits; none where evaluating never ends.
  enum Truth : uint8_t { Never = 0, False = 1, True = 2, Either = 3 };
  using Definitions = llvm::SmallVector<const ast::Node *, 4>;

  bool isAlways(const ast::Node &condition, bool outcome);
  Truth truthOf(const ast::Node &node, const Frame *frame);
  Truth truthByParts(const ast::Node &node, const Frame *frame);
  Truth truthOfName(const ast::Identifier &name, const Frame *frame);
  Truth truthOfMember(const ast::MemberExpression &member, const Frame *frame);
  Truth truthOfField(llvm::StringRef key, const Made &object);
  Truth truthOfResult(const ast::Node &function, const Frame &frame);

  Made resolve(const ast::Node &node, const Frame *frame);
  Made resolveName(const ast::Identifier &name, const Frame *frame);
  Made resolveMember(const ast::MemberExpression &member, const Frame *frame);
  Made resolveCall(const ast::CallExpression &call, const Frame *frame);
  const Frame *enter(const ast::CallExpression &call, const Frame *frame);
  const Frame &frame(Frame made) { return frames_.emplace_back(made); }

  std::optional<Definitions> definitionsOf(const Symbol &symbol);
  const ast::Node *exportedBy(const ast::Node &specifier) const;
  bool isHandedOn(const Symbol &symbol) const;
  const ast::Node *classOf(const Made &object);
  const ast::Node *getterOf(const Made &object, llvm::StringRef key);
  Definitions writesToThis(const ast::Node &type, llvm::StringRef key) const;

  bool isRefused(const ast::Node &call) const;
  bool refuses(const ast::Node &node) const;
  bool completes(const ast::Node &node, const Frame *frame);
  bool isLeftBefore(ast::NodeList statements, const ast::Node &node);

  const Program &program_;
  const Values &values_;
  bool isFunctionReplaced_ = false;
  std::deque<Frame> frames_;
  llvm::DenseSet<std::pair<const ast::Node *, const Frame *>> open_;
  uint64_t refusals_ = 0; ///< how often an answer depended on one
  unsigned depth_ = 0;
  uint64_t steps_ = 0;
};

} // namespace agentc

#endif
