#ifndef AGENTC_LIB_RULES_PROGRAMS_H
#define AGENTC_LIB_RULES_PROGRAMS_H

#include "agentc/Values/Value.h"

#include "llvm/ADT/SmallVector.h"

namespace agentc {

/// True if a value names a program that runs text as code: a shell, or a language's interpreter.
bool isInterpreter(const Value *program);

/// True if a program is an interpreter that takes its code from its standard input: none of its
/// arguments names a script.
bool readsCode(llvm::ArrayRef<const Value *> arguments);

/// Which words of a command are code that it runs, or choose what is run.
struct RunWords {
  bool isAny = false; ///< any of them may be
  llvm::SmallVector<size_t, 2> indices;
};

/// Words of a command, a program and its arguments; a word that is not known is null.
RunWords runWords(llvm::ArrayRef<std::optional<llvm::StringRef>> command);
/// The same of a program's arguments alone, by their indices.
RunWords runArguments(const Value &program, const Value &arguments);
/// The same of a list that names the program first.
RunWords runElements(const Value &command);

/// The holes of a template for a command line, by their indices, which are code in it though each
/// is quoted; `texts` are the parts between them.
llvm::SmallVector<size_t, 2> runHoles(llvm::ArrayRef<llvm::StringRef> texts);

/// The names of variables that a shell's script runs: of `eval "$STEP"` it is `STEP`.
llvm::SmallVector<llvm::StringRef, 2> runVariables(llvm::StringRef script);

} // namespace agentc

#endif
