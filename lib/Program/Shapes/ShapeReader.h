#ifndef AGENTC_LIB_PROGRAM_SHAPES_SHAPEREADER_H
#define AGENTC_LIB_PROGRAM_SHAPES_SHAPEREADER_H

#include "Flow.h"

namespace agentc {

/// Reads the shape of one function. Every member that it writes, and for some shapes what it
/// returns, must be explained as part of that shape, or it has none.
class ShapeReader {
public:
  ShapeReader(const Program &program, Flow &flow, const ast::Node &function)
      : program_(program), flow_(flow), function_(function), parameters_(paramsOf(function)) {}

  HelperShape read();

private:
  void visit(const ast::Node &node);
  void visitWrite(const ast::Node &object, const ast::Node &key, bool isComputed,
                  const ast::Node &value);
  void visitDescriptor(const ast::Node &object, const ast::Node &key, const ast::Node &descriptor,
                       unsigned depth);
  void visitDescriptorPart(const ast::Node &object, const ast::Node &key,
                           const ast::Property &part);
  void visitCall(const ast::CallExpression &call);
  void visitStates(const ast::ObjectExpression &object);
  bool isPromise(const ast::Node &node) const;
  void visitCopy(HelperShape::Kind kind, const ast::Node &object, const ast::Node &key,
                 const ast::MemberExpression *from);
  void found(HelperShape::Kind kind, std::optional<unsigned> target,
             std::optional<unsigned> source);
  bool isExplained(const ast::Node &result, unsigned depth = 0);
  bool isExplainedVariable(const Symbol &symbol, unsigned depth);
  bool isPassive() const;
  HelperShape shapeOfResult();
  std::optional<unsigned> parameterOf(const ast::Node &node) const;
  std::optional<unsigned> listOf(const ast::Node &node) const;
  bool isSame(const ast::Node &a, const ast::Node &b) const;
  bool isIteratorKey(const ast::Node &node) const;
  bool isArgument(const ast::Node &node) const;
  void visitRaw(const ast::CallExpression &call, const ast::ObjectExpression &all);
  const ast::Node *describedBy(const ast::Node &node) const;
  bool isListed(const ast::Node &node, llvm::StringRef member) const;
  void visitText(const ast::Literal &literal);
  HelperShape shapeOfIteration();
  bool isElements(const ast::Node &result, unsigned depth = 0);
  bool isSecondsElements(const ast::Node &node);
  bool isAssignOrPolyfill(const ast::Node &apply);
  bool givesParameter(unsigned index);
  bool isReassigned(const ast::Node &parameter) const;
  bool isFirst(const ast::Node &node) const { return parameterOf(node) == 0u; }
  const Symbol *symbolOf(const ast::Node *node) const {
    const auto *name = llvm::dyn_cast_or_null<ast::Identifier>(node);
    return name ? program_.symbolOf(*name) : nullptr;
  }

  const Program &program_;
  Flow &flow_;
  const ast::Node &function_;
  ast::NodeList parameters_;
  HelperShape shape_;
  Nodes results_;
  bool readsEsModule_ = false, readsDefault_ = false, wrapsDefault_ = false, copiesFirst_ = false;
  bool addsOther_ = false;        ///< puts something else than what is iterated over into lists
  bool changesParameter_ = false; ///< in a way that no shape explains
  bool marks_ = false, setsPrototype_ = false, isBroken_ = false;
  bool isStateMachine_ = false;
  std::optional<unsigned> called_; ///< the parameter that is called where a promise is made
  bool makesPromise_ = false, readsSecond_ = false;
  bool getsPrototype_ = false, getsMember_ = false;
  bool iterates_ = false, assigns_ = false, constructs_ = false, hasText_ = false;
  std::optional<unsigned> listed_, listedStatic_; ///< parameters that list a class's methods
};

} // namespace agentc

#endif
