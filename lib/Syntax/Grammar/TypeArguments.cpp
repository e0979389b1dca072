#include "TypeArguments.h"

#include "Tokens.h"
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

static llvm::StringRef wordAt(llvm::StringRef text, size_t at) {
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

namespace {

/// Walks over types as TypeScript's parser does. Each function leaves `at_` behind what it read,
/// and says false where nothing of the kind stands there.
class TypeReader {
public:
  TypeReader(llvm::StringRef text, size_t at)
      : text_(text.take_front(std::min(text.size(), at + most))), at_(at),
        isCut_(text_.size() < text.size()) {}

  bool arguments(bool inExpression) {
    if (!takes('<'))
      return false;
    do {
      skip();
      if (peek() == '>' && inExpression)
        break; // a comma that ends the list
      if (!type())
        return false;
      skip();
    } while (takes(','));
    return takes('>');
  }

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
  bool sameLine() {
    size_t begin = at_;
    skip();
    return !hasLineTerminator(text_.slice(begin, at_));
  }
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : 0; }
  bool takes(char c) {
    skip();
    if (peek() != c)
      return false;
    ++at_;
    return true;
  }
  llvm::StringRef word() const { return wordAt(text_, at_); }
  bool takesWord(llvm::StringRef wanted) {
    skip();
    if (word() != wanted)
      return false;
    at_ += wanted.size();
    return true;
  }
  bool unclear() {
    unclear_ = true;
    return false;
  }
  bool takesArrow() {
    skip();
    if (peek() != '=' || peek(1) != '>')
      return false;
    at_ += 2;
    return true;
  }

  bool type() {
    if (++depth_ > maxDepth || ++steps_ > maxSteps)
      return unclear();
    bool read = typeOf();
    --depth_;
    return read;
  }

  bool typeOf() {
    skip();
    size_t begin = at_;
    if (peek() == '<')
      return typeParameters() && parameters() && takesArrow() && returnType();
    if (takesWord("abstract") && !takesWord("new"))
      at_ = begin;
    if (at_ != begin || takesWord("new")) {
      skip();
      return (peek() != '<' || typeParameters()) && parameters() && takesArrow() && returnType();
    }
    if (peek() == '(' && parameters() && takesArrow())
      return returnType();
    at_ = begin;
    if (!unionType())
      return false;
    size_t end = at_;
    if (!sameLine() || noConditional_ || !takesWord("extends")) {
      at_ = end;
      return true;
    }
    bool outer = std::exchange(noConditional_, true);
    bool read = type();
    noConditional_ = outer;
    return read && takes('?') && type() && takes(':') && type();
  }

  /// `T`, `x is T`, `asserts x`.
  bool returnType() {
    skip();
    size_t begin = at_;
    if (takesWord("asserts") && sameLine() && !word().empty() && word() != "is") {
      at_ += word().size();
      size_t end = at_;
      if (sameLine() && takesWord("is"))
        return type();
      at_ = end;
      return true;
    }
    at_ = begin;
    if (!word().empty()) {
      at_ += word().size();
      if (sameLine() && takesWord("is"))
        return type();
      at_ = begin;
    }
    return type();
  }

  bool unionType() {
    takes('|') || takes('&');
    do {
      if (!operatorType())
        return false;
      skip();
      char next = peek();
      if ((next != '|' && next != '&') || peek(1) == next || peek(1) == '=')
        return true;
      ++at_;
    } while (true);
  }

  bool operatorType() {
    if (++depth_ > maxDepth || ++steps_ > maxSteps)
      return unclear();
    bool read = operatorTypeOf();
    --depth_;
    return read;
  }

  bool operatorTypeOf() {
    skip();
    size_t begin = at_;
    llvm::StringRef name = word();
    if (name == "keyof" || name == "unique" || name == "readonly") {
      at_ += name.size();
      return operatorType();
    }
    if (name == "infer") {
      at_ += name.size();
      skip();
      if (word().empty())
        return false;
      at_ += word().size();
      size_t end = at_;
      if (!takesWord("extends") || !unionType() || (skip(), peek() == '?'))
        at_ = end;
      return true;
    }
    at_ = begin;
    if (!primary())
      return false;
    for (size_t end = at_;; end = at_) {
      bool joined = sameLine();
      if (joined && isJsDocSuffix()) {
        jsDoc_ = true;
        ++at_;
        continue;
      }
      if (!joined || peek() != '[') {
        at_ = end;
        return true;
      }
      ++at_;
      skip();
      if (peek() != ']' && !type())
        return false;
      if (!takes(']'))
        return false;
    }
  }

  bool primary() {
    char front = peek();
    if (front == '"' || front == '\'')
      return token(endOfString(text_, at_));
    if (front == '-')
      ++at_;
    if (front == '-' ? skip(), llvm::isDigit(peek()) || peek() == '.'
                     : llvm::isDigit(front) || (front == '.' && llvm::isDigit(peek(1))))
      return token(endOfNumber(text_, at_));
    switch (front) {
    case '`':
      return templateType();
    case '{':
      return objectType();
    case '[':
      return tuple();
    case '(':
      ++at_;
      return type() && takes(')');
    case '*':
      jsDoc_ = true;
      ++at_;
      return true;
    case '?':
    case '!':
      jsDoc_ = true;
      ++at_;
      skip();
      return (front == '?' && isTypeEnd()) || operatorType();
    default:
      return named();
    }
  }

  bool token(size_t end) {
    if (end == noToken)
      return false;
    at_ = end;
    return true;
  }

  /// A name with its arguments, `typeof x`, `import("x").T`.
  bool named() {
    llvm::StringRef name = word();
    if (name.empty())
      return false;
    at_ += name.size();
    if (name == "import")
      return importType();
    if (name == "typeof") {
      skip();
      if (takesWord("import"))
        return importType();
      if (word().empty())
        return false;
      at_ += word().size();
      return qualified();
    }
    bool reserved =
        llvm::StringSwitch<bool>(name)
            .Cases("await", "break", "case", "catch", "class", "const", "continue", true)
            .Cases("debugger", "default", "delete", "do", "else", "enum", "export", true)
            .Cases("extends", "finally", "for", "if", "in", "instanceof", "new", true)
            .Cases("return", "super", "switch", "throw", "try", "var", "while", "with", true)
            .Default(false);
    if (name == "function") {
      jsDoc_ = true;
      return parameters() && (!takes(':') || type());
    }
    if (reserved)
      return false;
    if (name == "null" || name == "true" || name == "false" || name == "void")
      return true;
    if (name == "asserts" && sameLine() && !word().empty()) {
      at_ += word().size();
      size_t end = at_;
      if (sameLine() && takesWord("is"))
        return type();
      at_ = end;
      return true;
    }
    at_ = static_cast<size_t>(name.end() - text_.data());
    if (name == "this") {
      size_t end = at_;
      if (sameLine() && takesWord("is"))
        return type();
      at_ = end;
      return true;
    }
    return qualified();
  }

  bool importType() {
    if (!takes('(') || !type())
      return false;
    if (takes(','))
      if (skip(); peek() != ')' && (!balanced('{', '}') || (takes(','), false)))
        return false;
    return takes(')') && qualified();
  }

  bool qualified() {
    for (;;) {
      size_t end = at_;
      if (!takes('.')) {
        at_ = end;
        break;
      }
      skip();
      if (peek() == '#')
        ++at_;
      if (word().empty())
        return false;
      at_ += word().size();
    }
    size_t end = at_;
    if (sameLine() && peek() == '<')
      return arguments(false);
    at_ = end;
    return true;
  }

  bool templateType() {
    ++at_;
    for (;;) {
      size_t end = endOfTemplateChunk(text_, at_);
      if (end == noToken)
        return false;
      at_ = end;
      if (text_[end - 1] == '`')
        return true;
      if (!type() || !takes('}'))
        return false;
    }
  }

  bool tuple() {
    ++at_;
    for (;;) {
      if (takes(']'))
        return true;
      skip();
      if (text_.substr(at_).starts_with("..."))
        at_ += 3;
      skip();
      size_t begin = at_;
      if (!word().empty()) {
        at_ += word().size();
        takes('?');
        if (!takes(':'))
          at_ = begin;
      }
      if (!type())
        return false;
      takes('?');
      if (!takes(',')) {
        skip();
        if (peek() != ']')
          return false;
      }
    }
  }

  /// `<T extends A = B, const U>`
  bool typeParameters() {
    ++at_;
    do {
      skip();
      for (llvm::StringRef modifier : {"const", "in", "out"})
        if (size_t begin = at_; takesWord(modifier))
          if (skip(); word().empty() || word() == "extends")
            at_ = begin;
      skip();
      if (word().empty())
        return false;
      at_ += word().size();
      if (takesWord("extends") && !type())
        return false;
      if (takes('=') && !type())
        return false;
    } while (takes(','));
    return takes('>');
  }

  bool parameters() {
    if (!takes('('))
      return false;
    for (;;) {
      if (takes(')'))
        return true;
      skip();
      if (text_.substr(at_).starts_with("..."))
        at_ += 3;
      skip();
      if (peek() == '{'   ? !balanced('{', '}')
          : peek() == '[' ? !balanced('[', ']')
                          : word().empty() || !token(endOfName(text_, at_)))
        return false;
      takes('?');
      if (takes(':') && !type())
        return false;
      skip();
      if (peek() == '=' && peek(1) != '>')
        return initializer();
      if (!takes(',') && (skip(), peek() != ')'))
        return false;
    }
  }

  /// Nobody may write an initializer in a type, but TypeScript's parser takes it for one.
  bool initializer() {
    unsigned depth = 0;
    for (; at_ < text_.size(); ++at_) {
      depth += peek() == '(';
      if (peek() == ')' && depth-- == 0) {
        ++at_;
        return takesArrow() && unclear();
      }
    }
    return unclear();
  }

  bool isTypeEnd() const { return peek() != 0 && llvm::StringRef(">,|&])};=").contains(peek()); }

  /// `T!` and `T?`, which are types in JSDoc, and so to TypeScript's parser everywhere.
  bool isJsDocSuffix() {
    if (peek() == '!')
      return peek(1) != '=';
    if (peek() != '?' || peek(1) == '.' || peek(1) == '?')
      return false;
    size_t begin = at_++;
    skip();
    bool ends = isTypeEnd();
    at_ = begin;
    return ends;
  }

  /// Brackets and what they hold, which isn't looked at but for strings and other brackets.
  bool balanced(char open, char close) {
    unsigned depth = 0;
    for (;;) {
      skip();
      char c = peek();
      if (c == 0)
        return false;
      if (c == '"' || c == '\'') {
        if (!token(endOfString(text_, at_)))
          return false;
        continue;
      }
      if (c == '`' || c == '/')
        return unclear();
      ++at_;
      depth += c == open;
      if (c == close && --depth == 0)
        return true;
    }
  }

  bool objectType() {
    ++at_;
    for (;;) {
      if (takes('}'))
        return true;
      if (!member())
        return false;
      size_t end = at_;
      bool joined = sameLine();
      if (peek() == ';' || peek() == ',')
        ++at_;
      else if (joined && peek() != '}')
        return false;
      else
        at_ = end;
    }
  }

  bool member() {
    skip();
    if ((peek() == '+' || peek() == '-') && (++at_, !takesWord("readonly")))
      return false;
    for (llvm::StringRef modifier : {"readonly", "get", "set", "new"}) {
      size_t begin = at_;
      if (!takesWord(modifier))
        continue;
      skip();
      bool isName = llvm::StringRef("?:;,}=").contains(peek()) ||
                    (modifier != "new" && (peek() == '(' || peek() == '<'));
      if (isName || peek() == 0)
        at_ = begin;
    }
    skip();
    if (peek() == '[') {
      if (!bracketedName())
        return false;
    } else if (peek() == '"' || peek() == '\'') {
      if (!token(endOfString(text_, at_)))
        return false;
    } else if (llvm::isDigit(peek())) {
      if (!token(endOfNumber(text_, at_)))
        return false;
    } else if (!word().empty()) {
      at_ += word().size();
    } else if (peek() != '(' && peek() != '<') {
      return false;
    }
    skip();
    if ((peek() == '-' || peek() == '+') && peek(1) == '?')
      ++at_;
    takes('?');
    skip();
    if (peek() == '<' && !typeParameters())
      return false;
    skip();
    if (peek() == '(')
      return parameters() && (!takes(':') || returnType());
    if (takes(':'))
      return type();
    return peek() != '=' || unclear();
  }

  /// `[key: T]`, `[K in T as U]`, `[name.of.a.symbol]`
  bool bracketedName() {
    ++at_;
    skip();
    if (peek() == '"' || peek() == '\'')
      return token(endOfString(text_, at_)) && takes(']');
    if (word().empty())
      return unclear();
    at_ += word().size();
    if (takes(':'))
      return type() && takes(']');
    if (takesWord("in"))
      return type() && (!takesWord("as") || type()) && takes(']');
    while (takes('.')) {
      skip();
      if (word().empty())
        return false;
      at_ += word().size();
    }
    return takes(']') || unclear();
  }

  llvm::StringRef text_;
  size_t at_;
  unsigned depth_ = 0;
  unsigned steps_ = 0;
  bool noConditional_ = false;
  bool unclear_ = false;
  bool jsDoc_ = false;
  bool isCut_;
};

} // namespace

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
