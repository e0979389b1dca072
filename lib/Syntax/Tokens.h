#ifndef AGENTC_LIB_SYNTAX_TOKENS_H
#define AGENTC_LIB_SYNTAX_TOKENS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

/// ECMAScript's lexical grammar (ECMA-262 12), apart from the parser's grammars and from where in a
/// program a token stands. Each `end…` returns the offset behind the token that begins at `at`, or
/// `noToken` if what stands there is none of its kind.
namespace agentc {

inline constexpr size_t noToken = llvm::StringRef::npos;

/// WhiteSpace or LineTerminator beyond ASCII: U+00A0, U+FEFF, the category Zs, U+2028, U+2029.
bool isWideSpace(uint32_t codePoint);
/// True if a line terminator (LF, CR, U+2028, U+2029) is in the text.
bool hasLineTerminator(llvm::StringRef text);

/// True if a word has a meaning in code, so that a reader must not take it for a name.
bool isReservedWord(llvm::StringRef word);

/// IdentifierName, with Unicode escapes.
size_t endOfName(llvm::StringRef text, size_t at);
/// NumericLiteral, the legacy octal ones of sloppy code too; no digit and no name may follow.
size_t endOfNumber(llvm::StringRef text, size_t at);
/// StringLiteral in either quote.
size_t endOfString(llvm::StringRef text, size_t at);
/// RegularExpressionLiteral with its flags; its pattern is not looked into.
size_t endOfRegExp(llvm::StringRef text, size_t at);
/// The characters of a template from behind its backtick or a substitution, to behind the next
/// backtick or `${`.
size_t endOfTemplateChunk(llvm::StringRef text, size_t at);
/// SingleLineComment or MultiLineComment.
size_t endOfComment(llvm::StringRef text, size_t at);
/// The longest Punctuator, `@` of decorators too.
size_t endOfPunctuator(llvm::StringRef text, size_t at);

} // namespace agentc

#endif
