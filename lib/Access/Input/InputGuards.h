#ifndef AGENTC_LIB_ACCESS_INPUT_INPUTGUARDS_H
#define AGENTC_LIB_ACCESS_INPUT_INPUTGUARDS_H

#include "agentc/Access/InputFlow.h"

namespace agentc {

/// Finds out if code checks a text before the text gets somewhere: by membership in a list, a
/// comparison with a constant, a pattern, or a function of the bundle that does one of these.
class InputGuards {
public:
  InputGuards(const Program &program, const Values &values) : program_(program), values_(values) {}

  /// True if a variable, or a member of one, only holds checked values where it stands.
  bool isChecked(const ast::Node &reference, TextUse use);
  /// How many nodes the last answer took.
  unsigned steps() const { return steps_; }

private:
  /// The subject of a check: a variable and the names of members.
  struct Subject {
    const Symbol *symbol = nullptr;
    llvm::SmallVector<std::string, 2> keys;
  };

  std::optional<Subject> subjectOf(const ast::Node &reference) const;
  bool isSubject(const ast::Node &node, const Subject &subject, unsigned depth = 0) const;
  bool holdsBefore(const ast::Node &statement, const Subject &subject);
  bool holdsAfterCall(const ast::Node &expression, const Subject &subject);
  bool holds(const ast::Node &test, bool truth, const Subject &subject);
  bool holdsOfComparison(const ast::BinaryExpression &test, bool truth, const Subject &subject);
  bool holdsOfCall(const ast::CallExpression &call, bool truth, const Subject &subject);
  bool holdsOfMethod(const ast::CallExpression &call, llvm::StringRef key, bool truth,
                     const Subject &subject);
  bool asksInside(const ast::CallExpression &call, const Subject &subject);

  const Program &program_;
  const Values &values_;
  TextUse use_ = TextUse::Sql;
  unsigned steps_ = 0;
  unsigned nesting_ = 0;
};

} // namespace agentc

#endif
