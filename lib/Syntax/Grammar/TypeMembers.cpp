#include "Tokens.h"
#include "TypeReader.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

void TypeReader::skipDots() {
  skip();
  if (text_.substr(at_).starts_with("..."))
    at_ += 3;
  skip();
}

bool TypeReader::tuple() {
  ++at_;
  for (;;) {
    if (takes(']'))
      return true;
    skipDots();
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

bool TypeReader::typeParameters() {
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

bool TypeReader::parameters() {
  if (!takes('('))
    return false;
  for (;;) {
    if (takes(')'))
      return true;
    skipDots();
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

bool TypeReader::initializer() {
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

bool TypeReader::objectType() {
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

bool TypeReader::member() {
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

bool TypeReader::bracketedName() {
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

} // namespace agentc
