#include "TypeArguments.h"

#include "Tokens.h"
#include "TypeReader.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace agentc {

size_t endOfTrivia(llvm::StringRef text, size_t at) {
  while (at < text.size()) {
    char c = text[at];
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      ++at;
    } else if (c == '/') {
      size_t end = endOfComment(text, at);
      if (end == noToken)
        return at;
      at = end;
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      DecodedCharacter character = decodeUtf8(text, at);
      if (!isWideSpace(character.codePoint.value_or(0)))
        return at;
      at += character.length;
    } else {
      return at;
    }
  }
  return text.size();
}

llvm::StringRef wordAt(llvm::StringRef text, size_t at) {
  size_t end = endOfName(text, at);
  return end == noToken ? llvm::StringRef() : text.slice(at, end);
}

bool mayFollowTypeArguments(llvm::StringRef text, size_t end) {
  size_t at = endOfTrivia(text, end);
  if (at == text.size())
    return true;
  llvm::StringRef rest = text.substr(at);
  const bool newLine = hasLineTerminator(text.slice(end, at));
  const char front = rest.front();
  if (front == '(' || front == '`')
    return true;
  llvm::StringRef word = wordAt(text, at);
  if (!word.empty())
    // what no expression can begin with may follow
    return newLine || llvm::StringSwitch<bool>(word)
                          .Cases("in", "instanceof", "as", "satisfies", true)
                          .Cases("break", "case", "catch", "const", "continue", "debugger", true)
                          .Cases("default", "do", "else", "enum", "export", "extends", true)
                          .Cases("finally", "for", "if", "return", "switch", "throw", true)
                          .Cases("try", "var", "while", "with", true)
                          .Default(false);
  if (front == '>')
    return false;
  if (front == '<' || front == '+' || front == '-') {
    size_t token = endOfPunctuator(text, at);
    size_t size = token == noToken ? 1 : token - at;
    if (size == 1)
      return false;
    return newLine || (rest[1] != front || size > 2 || front == '<');
  }
  if (front == '!')
    return newLine || rest.starts_with("!=");
  if (front == '.')
    return newLine || rest.size() < 2 || !llvm::isDigit(rest[1]);
  if (llvm::isDigit(front) || llvm::StringRef("\"'[{~@#").contains(front))
    return newLine;
  return true;
}

TypeArguments readTypeArguments(llvm::StringRef text, size_t less) {
  TypeReader reader(text, less);
  if (!reader.arguments(true))
    return {reader.isUnclear() ? TypeArguments::Verdict::Unclear : TypeArguments::Verdict::None, 0};
  // a longer operator, as TypeScript scans anew
  llvm::StringRef rest = text.substr(reader.at());
  if (rest.starts_with(">") || rest.starts_with("=") || !mayFollowTypeArguments(text, reader.at()))
    return {};
  return {reader.hasJsDoc() ? TypeArguments::Verdict::Unclear : TypeArguments::Verdict::Types,
          reader.at()};
}

} // namespace agentc
