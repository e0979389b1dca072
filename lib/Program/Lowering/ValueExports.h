#ifndef AGENTC_LIB_PROGRAM_LOWERING_VALUEEXPORTS_H
#define AGENTC_LIB_PROGRAM_LOWERING_VALUEEXPORTS_H

#include "agentc/Program/Program.h"

namespace agentc {

/// Tells whether a name that a module exports exists at run time. Types leave no record;
/// modules that are not the bundle's TypeScript have no types.
class ValueExports {
public:
  explicit ValueExports(const Program &program) : program_(program) {}

  bool has(const Resolution &from, llvm::StringRef name, unsigned depth = 0) const;
  bool isValue(const Symbol &symbol, unsigned depth = 0) const;
  bool isValue(const ast::Node &importSpecifier, unsigned depth) const;

private:
  const Program &program_;
};

/// The name that an import or export writes as a name or a text; empty for anything else.
llvm::StringRef writtenNameOf(const ast::Node *name);

} // namespace agentc

#endif
