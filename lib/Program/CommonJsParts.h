#ifndef AGENTC_LIB_PROGRAM_COMMONJSPARTS_H
#define AGENTC_LIB_PROGRAM_COMMONJSPARTS_H

#include "Shapes/Flow.h"

#include "llvm/ADT/DenseSet.h"

namespace agentc {

/// Follows `exports`, `module` and `require` of each CommonJS module to the variables that hold
/// them besides, through aliases and parameters (UMD's factories get them so), and collects what is
/// written to the exports on the way.
class CommonJsParts {
public:
  using Parts = llvm::DenseMap<const Symbol *, CommonJsPart>;

  CommonJsParts(const Program &program, Flow &flow, Parts &parts)
      : program_(program), flow_(flow), parts_(parts) {}

  /// A variable that holds a part from the start.
  void start(const Symbol &symbol) { pending_.push_back({&symbol, parts_.lookup(&symbol)}); }
  /// An expression that is a part: a global name of CommonJS, or `this`.
  void flow(const ast::Node &node, const CommonJsPart &part);
  void run();
  /// Takes the writes to a module's exports, in source order.
  std::vector<WrittenProperty> takeWrites(const ModuleInfo &module);

private:
  struct Write {
    uint32_t offset;
    WrittenProperty property;
  };
  const ast::Node *step(const ast::Node &node, CommonJsPart &part);
  const ast::Node *stepIntoCall(const ast::Node &node, const ast::CallExpression &call,
                                const CommonJsPart &part);
  void add(const Symbol &symbol, const CommonJsPart &part);
  void assign(const ast::Node &target, const CommonJsPart &part);

  const Program &program_;
  Flow &flow_;
  Parts &parts_;
  /// Variables that hold the parts of several modules, and of how many.
  llvm::DenseMap<const Symbol *, unsigned> ambiguous_;
  std::vector<std::pair<const Symbol *, CommonJsPart>> pending_;
  llvm::DenseMap<const ModuleInfo *, std::vector<Write>> writes_;
  llvm::DenseSet<std::pair<const ast::Node *, const ModuleInfo *>> seen_;
};

} // namespace agentc

#endif
