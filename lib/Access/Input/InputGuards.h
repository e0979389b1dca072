#ifndef AGENTC_LIB_ACCESS_INPUT_INPUTGUARDS_H
#define AGENTC_LIB_ACCESS_INPUT_INPUTGUARDS_H

#include "agentc/Access/InputFlow.h"

namespace agentc {

/// The use of a text, and what becomes of it on the way there.
struct GuardedUse {
  TextUse use = TextUse::Sql;
  bool isPrefixed = false; ///< something stands before it, so that it cannot begin a path
  bool isDecoded = false;  ///< what was asked of it before was asked of another text
  bool isReduced = false;  ///< something is taken out of it, which may leave steps to outer folders
};

/// Tests that a text passes before it gets somewhere: membership in a list, a comparison with a
/// constant, a pattern, a function of the bundle that refuses others. A test counts for what it
/// does: only if it leaves nothing harmful, and only if the text gets no further where it fails.
class InputGuards {
public:
  using IsInput = llvm::function_ref<bool(const ast::Node &)>;

  InputGuards(const Program &program, const Values &values) : program_(program), values_(values) {}

  /// True if a variable, or a member of one, holds only what was asked for at that place. `isInput`
  /// tells of a list whether it is a tool's input itself.
  bool isChecked(const ast::Node &reference, GuardedUse use, IsInput isInput);
  /// True if a function that elements are given to is true only for harmless ones.
  bool holdsForElements(const ast::Node &test, GuardedUse use);
  /// How many nodes the last answer took.
  unsigned steps() const { return steps_; }

private:
  /// A variable that is asked about, or a member of one by its names.
  struct Subject {
    const Symbol *symbol = nullptr;
    llvm::SmallVector<std::string, 2> keys;
  };

  // InputGuards.cpp: the places before a use, and what code does there
  std::optional<Subject> subjectOf(const ast::Node &reference) const;
  bool isCheckedAt(const ast::Node &place, const Subject &subject);
  bool isCheckedBeside(const ast::Node &at, const Subject &subject, const ast::Node &place);
  bool isGivenBetween(const ast::Node &guard, const ast::Node &place, const Subject &subject) const;
  bool holdsBefore(const ast::Node &statement, const Subject &subject);
  bool holdsAfterExpression(const ast::Node &expression, const Subject &subject);
  bool exits(const ast::Node *statement, bool onlyByThrow, unsigned depth = 0) const;
  bool replaces(const ast::Node *statement, const Subject &subject) const;
  const ast::Node *codeOf(const ast::CallExpression &call, const ast::Node &function) const;
  bool throwsInside(const ast::CallExpression &call, const Subject &subject);
  bool answersInside(const ast::CallExpression &call, bool truth, const Subject &subject);
  bool answers(const ast::Node &function, bool truth, const Subject &subject);
  std::optional<Subject> inside(const ast::CallExpression &call, const ast::Node &function,
                                const Subject &subject);

  // PathSpellings.cpp: the same path in another spelling
  bool isSpellingOf(const ast::Node &node, const Subject &subject, unsigned depth = 0);
  bool isSpellingFunction(const ast::Node &function, unsigned depth);
  bool isSpelled(const ast::Node &node, unsigned depth);
  bool isSpelledCall(const ast::CallExpression &call, unsigned depth);
  bool isSpelledText(const ast::Node &text, unsigned depth);
  const ast::CallExpression *methodCallOf(const ast::Node &node, llvm::StringRef &key) const;
  std::optional<size_t> lettersLeftOut(const ast::Node &piece, unsigned depth);
  std::optional<size_t> lettersOfNoFolder(const ast::Node &piece, unsigned depth);
  /// The arguments of a function that resolves paths of which the result is another spelling: a
  /// folder that is put before a path makes another one of it, unless the use puts one there too.
  ast::NodeList pathArguments(llvm::StringRef path, ast::NodeList arguments) const;

  // GuardTests.cpp: conditions
  bool isSame(const ast::Node &node, const Subject &subject, unsigned depth = 0) const;
  bool isResolved(const ast::Node &node, const Subject &subject, unsigned depth = 0) const;
  bool holds(const ast::Node &test, bool truth, const Subject &subject);
  bool holdsOfComparison(const ast::BinaryExpression &test, bool truth, const Subject &subject);
  bool holdsOfCall(const ast::CallExpression &call, bool truth, const Subject &subject);
  bool holdsOfMethod(const ast::CallExpression &call, llvm::StringRef key, bool truth,
                     const Subject &subject);
  bool holdsOfPattern(const Value &pattern, bool truth) const;
  bool holdsOfPath(const ast::CallExpression &call, llvm::StringRef key, bool truth,
                   const Subject &subject) const;
  bool isClosedFolder(const ast::Node &prefix, unsigned depth = 0) const;
  bool isSeparator(const ast::Node &node) const;
  bool isOfRoot(const ast::Node &test, const ast::Node &prefix) const;
  bool isList(const ast::Node &list) const;
  bool namesPrototype(const ast::Node &list) const;

  const Program &program_;
  const Values &values_;
  GuardedUse use_;
  const IsInput *isInput_ = nullptr;
  unsigned steps_ = 0;
  unsigned nesting_ = 0;
  llvm::SmallVector<const Symbol *, 8> spelled_; ///< variables that hold spellings of a path
};

} // namespace agentc

#endif
