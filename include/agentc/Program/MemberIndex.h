#ifndef AGENTC_PROGRAM_MEMBERINDEX_H
#define AGENTC_PROGRAM_MEMBERINDEX_H

#include "agentc/Program/ModuleInfo.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace agentc {

class Program;

/// Accesses of members in all of a program, by the names that the source spells out, in source
/// order. Those by a key that is computed are listed apart: what it is only values tell.
class MemberIndex {
public:
  /// A value that a literal, class or assignment gives to a member.
  struct Given {
    const ast::Node *member; ///< the property, method, field, or target of the assignment
    const ast::Node *value;
  };
  struct Accesses {
    /// Member expressions, also those that are written, and properties of patterns.
    std::vector<const ast::Node *> reads;
    std::vector<const ast::MemberExpression *> writes;
    std::vector<Given> given;
  };

  explicit MemberIndex(const Program &program);

  const Accesses &of(llvm::StringRef key) const;
  const Accesses &computed() const { return computed_; }

private:
  void add(const ast::Module &module);
  Accesses &accessesBy(const ast::Node &member);

  llvm::StringMap<Accesses> byKey_;
  Accesses computed_;
};

/// That of a program.
const MemberIndex &memberIndexOf(const Program &program);

/// The names `arguments` that mean a function's own; an arrow function has none.
llvm::ArrayRef<const ast::Identifier *> argumentsIn(const Program &program,
                                                    const ast::Node &function);

/// True if an expression is the target of an assignment, an update (`++`), a `delete`, a
/// pattern or a loop.
bool isWritten(const ast::Node &target);

} // namespace agentc

#endif
