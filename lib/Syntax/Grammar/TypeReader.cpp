#include "TypeReader.h"

#include "Tokens.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <utility>

namespace agentc {

bool TypeReader::sameLine() {
  size_t begin = at_;
  skip();
  return !hasLineTerminator(text_.slice(begin, at_));
}

bool TypeReader::takes(char c) {
  skip();
  if (peek() != c)
    return false;
  ++at_;
  return true;
}

llvm::StringRef TypeReader::word() const { return wordAt(text_, at_); }

bool TypeReader::takesWord(llvm::StringRef wanted) {
  skip();
  if (word() != wanted)
    return false;
  at_ += wanted.size();
  return true;
}

bool TypeReader::takesArrow() {
  skip();
  if (peek() != '=' || peek(1) != '>')
    return false;
  at_ += 2;
  return true;
}

bool TypeReader::token(size_t end) {
  if (end == noToken)
    return false;
  at_ = end;
  return true;
}

bool TypeReader::balanced(char open, char close) {
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

bool TypeReader::arguments(bool inExpression) {
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

bool TypeReader::bounded(bool (TypeReader::*reads)()) {
  if (++depth_ > maxDepth || ++steps_ > maxSteps)
    return unclear();
  bool read = (this->*reads)();
  --depth_;
  return read;
}

bool TypeReader::type() { return bounded(&TypeReader::typeOf); }

bool TypeReader::typeOf() {
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

bool TypeReader::returnType() {
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

bool TypeReader::unionType() {
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

bool TypeReader::operatorType() { return bounded(&TypeReader::operatorTypeOf); }

bool TypeReader::operatorTypeOf() {
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

bool TypeReader::primary() {
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

bool TypeReader::named() {
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

bool TypeReader::importType() {
  if (!takes('(') || !type())
    return false;
  if (takes(','))
    if (skip(); peek() != ')' && (!balanced('{', '}') || (takes(','), false)))
      return false;
  return takes(')') && qualified();
}

bool TypeReader::qualified() {
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

bool TypeReader::templateType() {
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

bool TypeReader::isJsDocSuffix() {
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

} // namespace agentc
