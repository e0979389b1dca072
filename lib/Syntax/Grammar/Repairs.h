#ifndef AGENTC_LIB_SYNTAX_GRAMMAR_REPAIRS_H
#define AGENTC_LIB_SYNTAX_GRAMMAR_REPAIRS_H

#include "Parser.h"
#include "agentc/Syntax/Ast.h"

#include <optional>

namespace agentc {

/// A text that the grammar reads, every byte in its place, and what was put into it.
struct RepairedText {
  std::string text;
  std::vector<uint32_t> semicolons; ///< where one stands for white space
};

/// Mends a text where the grammar stumbles, by what it expected there:
/// - a `&` in the string of a JSX attribute that begins no character reference becomes `_`
///   (https://github.com/tree-sitter/tree-sitter-javascript/issues/304),
/// - a line break before what cannot go on becomes a `;` (ECMA-262 12.10), where the grammar's
///   scanner has no way to know so. `isEndedByBreak` says afterwards whether it was right.
/// std::nullopt if that doesn't make it readable. The work is bounded.
std::optional<RepairedText> repairText(const Grammar &grammar, llvm::StringRef text);

/// True if the `;` that repairText put at an offset ends a statement that nothing could
/// continue.
bool isEndedByBreak(const ast::TopLevel &program, uint32_t semicolon);

} // namespace agentc

#endif
