#include "Secrets.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace agentc {

namespace {

struct LetterCount {
  unsigned upper = 0, lower = 0, digits = 0, other = 0, distinct = 0;
};

LetterCount countLetters(llvm::StringRef text) {
  LetterCount count;
  std::set<char> distinct(text.begin(), text.end());
  count.distinct = static_cast<unsigned>(distinct.size());
  for (char c : text)
    ++(c >= 'A' && c <= 'Z'   ? count.upper
       : c >= 'a' && c <= 'z' ? count.lower
       : llvm::isDigit(c)     ? count.digits
                              : count.other);
  return count;
}

/// True if a text consists of words, separated by punctuation or by capital letters, with a few
/// digits at most: `auth-token-v2`, `resetPasswordToken1`.
bool isMadeOfWords(llvm::StringRef text) {
  unsigned changes = 0;
  for (size_t i = 1; i < text.size(); ++i)
    changes += llvm::isDigit(text[i]) != llvm::isDigit(text[i - 1]);
  return changes <= 2;
}

/// Letters as a generator of keys gives them.
bool isKeyLike(llvm::StringRef text) {
  if (text.size() < 20 || text.size() > 512)
    return false;
  if (!llvm::all_of(
          text, [](char c) { return llvm::isAlnum(c) || llvm::StringRef("+/=_-.~").contains(c); }))
    return false;
  LetterCount count = countLetters(text);
  return count.digits >= 3 && count.upper + count.lower >= 4 && count.other * 4 < text.size() &&
         count.distinct >= 10 && !isMadeOfWords(text);
}

bool isPasswordLike(llvm::StringRef text) {
  if (text.size() < 8 || text.size() > 128 || text.find_first_of(" \t\r\n/\\<>{}()[]") != text.npos)
    return false;
  LetterCount count = countLetters(text);
  unsigned kinds = (count.upper > 0) + (count.lower > 0) + (count.digits > 0) + (count.other > 0);
  return kinds >= 3 && count.digits > 0 && count.distinct >= 6 && !text.contains("://");
}

} // namespace

std::optional<llvm::StringRef> secretValue(llvm::StringRef name, llvm::StringRef value) {
  value = value.trim();
  for (llvm::StringRef scheme : {"Bearer ", "bearer ", "Basic ", "token ", "Token "})
    if (value.consume_front(scheme))
      break;
  if (isPlaceholder(value) || value.contains_insensitive("pass") ||
      !(isKeyLike(value) || (isPasswordName(name) && isPasswordLike(value))))
    return std::nullopt;
  return value;
}

} // namespace agentc
