#ifndef AGENTC_LIB_ACCESS_PLACES_PATHTEXTS_H
#define AGENTC_LIB_ACCESS_PLACES_PATHTEXTS_H

#include "PathShape.h"

namespace agentc::paths {

/// Texts that paths are made of, each one that an expression can be. In a text anyText stands for
/// anything, plainText for what has no `/` but may be empty or `..`, and pathHole for a name: more
/// than dots, and without `/`.
using Texts = std::vector<std::string>;
inline constexpr char anyText = '\x02', plainText = '\x03';
inline constexpr size_t longestPath = 4096;

inline Texts any() { return {std::string(1, anyText)}; }
inline Texts plain() { return {std::string(1, plainText)}; }
inline Texts name() { return {std::string(1, pathHole)}; }
inline bool isAny(llvm::StringRef text) { return text.contains(anyText); }
/// True if a text contains a character with a special meaning here, or one that `fs` refuses.
bool hasMark(llvm::StringRef text);
/// True if a name in a path may be `..` or empty.
bool maybeDots(llvm::StringRef part);

/// `path.normalize`, of what may be `..` only at the end; any where another part may.
std::string normal(llvm::StringRef path);
/// The WHATWG URL parser's path of a `file:` URL, as `fs` takes it; empty where it may be another.
std::string pathOfUrl(llvm::StringRef url);
/// `new URL(text, base)` of a `file:` URL; any where it can't be told.
std::string joinUrl(llvm::StringRef text, llvm::StringRef base);

/// True if a call gives a name, whatever its arguments.
bool givesName(llvm::StringRef callee);
/// True if a call gives a text without `/`, whatever its arguments.
bool givesPlainText(llvm::StringRef callee);
/// True if a method of a text gives a text without `/`. `wasPlain`: the receiver has no `/`.
bool leavesPlainText(llvm::StringRef method, llvm::ArrayRef<const Value *> arguments,
                     bool wasPlain);
/// True if a call gives all or some of the names in a folder.
bool listsFolder(llvm::StringRef callee);
/// True if a call writes bytes in the encoding that it is given.
bool writesBytes(llvm::StringRef callee);
/// The name of a function of `path`, in all its spellings; else empty.
llvm::StringRef pathFunction(llvm::StringRef callee);
/// The name of a function of `fs`, without what tells how it answers; else empty.
llvm::StringRef fileFunction(llvm::StringRef callee);

} // namespace agentc::paths

#endif
