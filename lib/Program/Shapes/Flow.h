#ifndef AGENTC_LIB_PROGRAM_SHAPES_FLOW_H
#define AGENTC_LIB_PROGRAM_SHAPES_FLOW_H

#include "agentc/Program/MemberIndex.h"
#include "agentc/Program/Names.h"
#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using Nodes = llvm::SmallVector<const ast::Node *, 4>;

/// Traces functions and a few other things to their origins, as far as names, properties and
/// calls in a program's syntax tell, without evaluation: enough to recognize the code of
/// bundlers. Answers are kept; each is bounded by maxFlowDepth and maxFlowResults.
class Flow {
public:
  explicit Flow(const Program &program) : program_(&program) {}

  /// The program has moved.
  void follow(const Program &program) {
    if (program_ != &program)
      names_.reset();
    program_ = &program;
  }

  /// The functions that an expression can denote; none where nothing tells.
  Nodes functionsOf(const ast::Node &expression) { return functionsOf(expression, 0); }
  /// The expressions that give a variable its value; none if one of them is not an expression.
  Nodes sourcesOf(const Symbol &symbol) { return sourcesOf(symbol, 0); }
  /// `Object.defineProperty` for whatever is the same as that by names; empty for all else.
  std::string hostNameOf(const ast::Node &expression) { return hostNameOf(expression, 0); }
  /// The calls of a function by its name or in place; what else is done with it doesn't count.
  llvm::ArrayRef<const ast::CallExpression *> callsOf(const ast::Node &function);
  /// Returns the last value that `variable.key = value` gives to a member, or else its value in
  /// the object literal that initializes the variable; null if there is neither.
  const ast::Node *memberOf(const Symbol &symbol, llvm::StringRef key);
  /// True if a function reaches only its arguments and harmless parts of the language.
  bool isHarmless(const ast::Node &function);
  HelperShape shapeOf(const ast::Node &function);
  /// Of the functions that an expression can denote the first that has a shape.
  HelperShape shapeOfCallee(const ast::Node &callee);

  /// Makes what `members` and `argumentsIn` tell of the whole program.
  void index(const Program &program);
  const MemberIndex &members() const { return *index_; }
  llvm::ArrayRef<const ast::Identifier *> argumentsIn(const ast::Node &function) const;

  /// Collects the writes of one use of an object's expression: an assignment to a member, or a
  /// call (of the language's function `host`, unless that is empty).
  void collectWrites(const ast::Node &holder, std::vector<WrittenProperty> &out,
                     llvm::StringRef host = {});
  /// A variable that leads to the same members as another one: a parameter that bundlers give
  /// their `require` is the function itself.
  void setAlias(const Symbol &symbol, const ast::Node &function) { aliases_[&symbol] = &function; }
  /// Forgets the functions found so far, since more is known now.
  void forget() { functions_.clear(); }

private:
  Names &names() {
    if (!names_)
      names_ = std::make_unique<Names>(*program_);
    return *names_;
  }
  Nodes functionsOf(const ast::Node &expression, unsigned depth);
  void addFunctionsOf(const ast::Node &expression, unsigned depth, Nodes &found);
  void addReturned(const ast::Node &function, unsigned depth, Nodes &found);
  Nodes sourcesOf(const Symbol &symbol, unsigned depth);
  std::string hostNameOf(const ast::Node &expression, unsigned depth);
  const Program *program_;
  llvm::DenseMap<const ast::Node *, Nodes> functions_;
  llvm::DenseMap<const ast::Node *, std::vector<const ast::CallExpression *>> calls_;
  llvm::DenseMap<const Symbol *, llvm::StringMap<const ast::Node *>> members_;
  llvm::DenseMap<const ast::Node *, bool> harmless_;
  llvm::DenseMap<const ast::Node *, HelperShape> shapes_;
  llvm::DenseMap<const Symbol *, const ast::Node *> aliases_;
  std::unique_ptr<Names> names_;
  std::unique_ptr<const MemberIndex> index_;
  llvm::DenseMap<const ast::Node *, llvm::SmallVector<const ast::Identifier *, 1>> arguments_;
};

/// The parameter's place among a function's parameters, and that function.
struct ParameterPlace {
  const ast::Node *function;
  unsigned index;
};
std::optional<ParameterPlace> placeOfParameter(const Symbol &symbol);
/// The identifier itself, or the one in `name = default` and `...name`.
const ast::Identifier *nameOfParameter(const ast::Node *parameter);

} // namespace agentc

#endif
