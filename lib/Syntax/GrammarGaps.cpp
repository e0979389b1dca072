#include "GrammarGaps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

bool isReserved(llvm::StringRef word) {
  static constexpr llvm::StringLiteral words[] = {
      "async",  "await",   "break",    "case",   "catch",  "class",  "const",      "continue",
      "delete", "do",      "debugger", "else",   "enum",   "export", "extends",    "false",
      "for",    "finally", "function", "if",     "import", "in",     "instanceof", "let",
      "new",    "null",    "return",   "static", "super",  "switch", "this",       "throw",
      "true",   "try",     "typeof",   "var",    "void",   "while",  "with",       "yield"};
  return llvm::is_contained(words, word);
}

bool isWordByte(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

class Masker {
public:
  explicit Masker(llvm::StringRef text) : text_(text), masked_(text.str()) {}

  std::optional<std::string> run() {
    for (size_t at = 0; at < text_.size(); ++at) {
      if (!isWordByte(text_[at]))
        continue;
      llvm::StringRef word = text_.substr(at).take_while(isWordByte);
      if (word == "as")
        maskAround(word);
      else if (word == "in" || word == "out")
        maskVariance(word);
      at += word.size();
    }
    if (!changed_)
      return std::nullopt;
    return std::move(masked_);
  }

private:
  size_t offsetOf(llvm::StringRef word) const {
    return static_cast<size_t>(word.data() - text_.data());
  }
  llvm::StringRef before(llvm::StringRef word) const {
    return text_.take_front(offsetOf(word)).rtrim();
  }
  llvm::StringRef after(llvm::StringRef word) const {
    return text_.substr(offsetOf(word) + word.size()).ltrim();
  }

  /// The words beside an `as` in braces. In TypeScript that may be an assertion in an object, whose
  /// type is dropped all the same.
  void maskAround(llvm::StringRef as) {
    llvm::StringRef alias = after(as).take_while(isWordByte);
    llvm::StringRef next = after(alias);
    if (isReserved(alias) && (next.starts_with("}") || next.starts_with(",")))
      mask(alias.take_front(1), '$');
    llvm::StringRef front = before(as);
    size_t size = 0;
    while (size < front.size() && isWordByte(front[front.size() - 1 - size]))
      ++size;
    llvm::StringRef name = front.take_back(size);
    llvm::StringRef previous = before(name);
    if (isReserved(name) && (previous.ends_with("{") || previous.ends_with(",")))
      mask(name.take_front(1), '$');
  }

  /// What stands before a word, but for white space and comments that fill their lines.
  llvm::StringRef codeBefore(llvm::StringRef word) const {
    for (llvm::StringRef front = before(word);;) {
      llvm::StringRef line = front.substr(front.rfind('\n') + 1);
      if (front.ends_with("*/"))
        front = front.take_front(std::min(front.rfind("/*"), front.size() - 2)).rtrim();
      else if (line.ltrim().starts_with("//"))
        front = front.drop_back(line.size()).rtrim();
      else
        return front;
    }
  }

  /// No expression has `in` or `out` between `<` or `,` and a name.
  void maskVariance(llvm::StringRef word) {
    llvm::StringRef previous = codeBefore(word);
    bool opens = previous.ends_with("<") || previous.ends_with(",") || offsetOf(word) == afterMask_;
    if (!opens || after(word).empty() || !isWordByte(after(word).front()))
      return;
    mask(word, ' ');
    afterMask_ = offsetOf(after(word));
  }

  void mask(llvm::StringRef word, char by) {
    std::fill_n(masked_.begin() + static_cast<std::ptrdiff_t>(offsetOf(word)), word.size(), by);
    changed_ = true;
  }

  llvm::StringRef text_;
  std::string masked_;
  size_t afterMask_ = llvm::StringRef::npos;
  bool changed_ = false;
};

} // namespace

std::optional<std::string> maskGrammarGaps(llvm::StringRef text) { return Masker(text).run(); }

} // namespace agentc
