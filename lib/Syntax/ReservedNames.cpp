#include "ReservedNames.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

static bool isReserved(llvm::StringRef word) {
  static constexpr llvm::StringLiteral words[] = {
      "break",    "case",   "catch",  "class",   "const",  "continue", "debugger", "delete",
      "do",       "else",   "enum",   "export",  "extends", "false",   "finally",  "for",
      "function", "if",     "import", "in",      "instanceof", "new",  "null",     "return",
      "super",    "switch", "this",   "throw",   "true",   "try",      "typeof",   "var",
      "void",     "while",  "with",   "yield",   "await",  "let",      "static",   "async"};
  return llvm::is_contained(words, word);
}

static bool isWordByte(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

std::optional<std::string> maskReservedNames(llvm::StringRef text) {
  std::string masked = text.str();
  bool changed = false;
  // only what stands in `{ … as … }` is touched; a type after `as` in TypeScript may be too, and is
  // dropped all the same
  for (size_t at = text.find("as"); at != llvm::StringRef::npos; at = text.find("as", at + 2)) {
    if (at == 0 || isWordByte(text[at - 1]) || at + 2 >= text.size() || isWordByte(text[at + 2]))
      continue;
    llvm::StringRef after = text.substr(at + 2).ltrim();
    llvm::StringRef word = after.take_while(isWordByte);
    llvm::StringRef follows = after.drop_front(word.size()).ltrim();
    if (isReserved(word) && (follows.starts_with("}") || follows.starts_with(","))) {
      masked[word.data() - text.data()] = '$';
      changed = true;
    }
    llvm::StringRef before = text.take_front(at).rtrim();
    size_t size = 0;
    while (size < before.size() && isWordByte(before[before.size() - 1 - size]))
      ++size;
    word = before.take_back(size);
    before = before.drop_back(size).rtrim();
    if (isReserved(word) && (before.ends_with("{") || before.ends_with(","))) {
      masked[word.data() - text.data()] = '$';
      changed = true;
    }
  }
  if (!changed)
    return std::nullopt;
  return masked;
}

} // namespace agentc
