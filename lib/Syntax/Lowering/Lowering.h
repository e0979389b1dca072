#ifndef AGENTC_LIB_SYNTAX_LOWERING_LOWERING_H
#define AGENTC_LIB_SYNTAX_LOWERING_LOWERING_H

#include "Lowering/TreeWalk.h"
#include "agentc/Syntax/Jsx.h"

#include <memory>

namespace agentc {

#define PART(Class, name) class Class;
#include "Lowering/Parts.def"

/// The function that encloses a node.
struct FunctionContext {
  bool async = false;
  bool generator = false;
  unsigned functionDepth = 0;
};

/// Turns a concrete tree into the module's nodes, by its parts. One use, one thread. Recursion
/// follows the nesting of expressions, statements and patterns and stops at maxSyntaxDepth. A child
/// that every node of a kind has is never null: where the source lacks it, an Identifier without a
/// name stands there.
class Lowering final {
public:
  /// `parsed` is what the tree was made of: the module's own, or that with gaps masked; `types` are
  /// what is blank in it.
  Lowering(ast::Module &module, llvm::StringRef parsed, const Grammar &grammar, TSNode root,
           const JsxSettings &jsx, llvm::ArrayRef<ByteRange> types = {});
  ~Lowering();
  LoweringResult run();

  ast::Module &module() { return module_; }
  TreeWalk &tree() { return tree_; }
  LoweringResult &result() { return result_; }
  FunctionContext &context() { return context_; }
  /// How deep the node in progress is nested; at most maxSyntaxDepth.
  unsigned &depth() { return depth_; }
  const JsxSettings &jsxSettings() const { return jsx_; }

#define PART(Class, name)                                                                          \
  Class &name() const { return *name##_; }
#include "Lowering/Parts.def"

private:
  void finishTypeSpans();

  ast::Module &module_;
  LoweringResult result_;
  TreeWalk tree_;
  FunctionContext context_;
  unsigned depth_ = 0;
  const JsxSettings &jsx_;
#define PART(Class, name) std::unique_ptr<Class> name##_;
#include "Lowering/Parts.def"
};

} // namespace agentc

#endif
