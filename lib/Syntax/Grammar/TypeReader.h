#ifndef AGENTC_LIB_SYNTAX_GRAMMAR_TYPEREADER_H
#define AGENTC_LIB_SYNTAX_GRAMMAR_TYPEREADER_H

#include "TypeArguments.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace agentc {

/// Walks over types as TypeScript's parser does. Each function leaves `at_` behind what it read,
/// and says false where nothing of the kind stands there. Looks at a bounded part of the text.
class TypeReader {
public:
  /// Reads from an offset on, at which a `<` may stand.
  TypeReader(llvm::StringRef text, size_t at)
      : text_(text.take_front(std::min(text.size(), at + most))), at_(at),
        isCut_(text_.size() < text.size()) {}

  bool arguments(bool inExpression);

  size_t at() const { return at_; }
  /// It came upon what compilers don't agree about.
  bool isUnclear() const { return unclear_ || (isCut_ && at_ >= text_.size()); }
  /// It read types that only JSDoc knows.
  bool hasJsDoc() const { return jsDoc_; }

private:
  static constexpr size_t most = 16384;
  static constexpr unsigned maxDepth = 100;
  static constexpr unsigned maxSteps = 20000;

  void skip() { at_ = endOfTrivia(text_, at_); }
  /// Skips, and says whether no line ends before what follows.
  bool sameLine();
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : 0; }
  bool takes(char c);
  llvm::StringRef word() const;
  bool takesWord(llvm::StringRef wanted);
  bool unclear() {
    unclear_ = true;
    return false;
  }
  bool takesArrow();
  bool token(size_t end);
  /// Brackets and what they hold, which isn't looked at but for strings and other brackets.
  bool balanced(char open, char close);

  /// Reads in the bounds of depth and steps, beyond which the text is unclear.
  bool bounded(bool (TypeReader::*reads)());
  bool type();
  bool typeOf();
  /// `T`, `x is T`, `asserts x`.
  bool returnType();
  bool unionType();
  bool operatorType();
  bool operatorTypeOf();
  bool primary();
  /// A name with its arguments, `typeof x`, `import("x").T`.
  bool named();
  bool importType();
  bool qualified();
  bool templateType();
  /// `T!` and `T?`, which are types in JSDoc, and so to TypeScript's parser everywhere.
  bool isJsDocSuffix();
  bool isTypeEnd() const { return peek() != 0 && llvm::StringRef(">,|&])};=").contains(peek()); }

  /// Goes past the `...` of a rest element, and white space around it.
  void skipDots();
  bool tuple();
  /// `<T extends A = B, const U>`
  bool typeParameters();
  bool parameters();
  /// Nobody may write an initializer in a type, but TypeScript's parser takes it for one.
  bool initializer();
  bool objectType();
  bool member();
  /// `[key: T]`, `[K in T as U]`, `[name.of.a.symbol]`
  bool bracketedName();

  llvm::StringRef text_;
  size_t at_;
  unsigned depth_ = 0;
  unsigned steps_ = 0;
  bool noConditional_ = false;
  bool unclear_ = false;
  bool jsDoc_ = false;
  bool isCut_;
};

/// Returns the name or keyword at an offset; empty where neither stands.
llvm::StringRef wordAt(llvm::StringRef text, size_t at);

} // namespace agentc

#endif
