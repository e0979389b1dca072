#include "Lowering/LiteralLowering.h"

#include "Literals.h"
#include "SyntaxRules.h"

namespace agentc {

using namespace ast;

const Node *LiteralLowering::simpleLiteral(Here at, LiteralKind kind) {
  auto *literal = make<Literal>(at.range);
  literal->literal = kind;
  return literal;
}

const Node *LiteralLowering::string(Here at, bool jsx) { return stringAt(at.range, jsx); }

const Node *LiteralLowering::stringAt(ByteRange range, bool jsx) {
  auto *literal = make<Literal>(range);
  literal->literal = LiteralKind::String;
  llvm::StringRef body = textOf(range);
  body = body.size() >= 2 ? body.drop_front().drop_back() : llvm::StringRef();
  if (jsx)
    literal->text = body.contains('&') ? keep(cookJsx(body)) : body;
  else if (body.contains('\\'))
    literal->text = keep(cookString(body, false).value_or(std::string()));
  else
    literal->text = body;
  return literal;
}

const Node *LiteralLowering::number(Here at) {
  auto *literal = make<Literal>(at.range);
  llvm::StringRef text = textOf(at.range);
  if (!text.consume_back("n")) {
    literal->literal = LiteralKind::Number;
    literal->number = numberValue(text);
    return literal;
  }
  literal->literal = LiteralKind::BigInt;
  if (text.contains('_')) {
    std::string digits = text.str();
    std::erase(digits, '_');
    text = keep(digits);
  }
  literal->text = text;
  return literal;
}

const Node *LiteralLowering::regex(Here at) {
  auto *literal = make<Literal>(at.range);
  literal->literal = LiteralKind::RegExp;
  children([&](Here child) {
    if (child.kind == Kind::RegexPattern)
      literal->text = textOf(child.range);
    else if (child.kind == Kind::RegexFlags)
      literal->flags = textOf(child.range);
  });
  return literal;
}

const Node *LiteralLowering::templateElement(ByteRange range, bool tagged) {
  auto *element = make<TemplateElement>(range);
  llvm::StringRef body = textOf(range);
  element->raw = body.contains('\r') ? keep(rawTemplate(body)) : body;
  if (body.find_first_of("\\\r") == llvm::StringRef::npos) {
    element->cooked = body;
  } else if (auto cooked = cookString(body, true)) {
    element->cooked = keep(*cooked);
  } else {
    element->invalid = true;
    if (!tagged)
      tree_.audit().report(rule::syntaxError, range, "malformed escape in a template");
  }
  return element;
}

const Node *LiteralLowering::templateLiteral(Here at, bool tagged) {
  auto *literal = make<TemplateLiteral>(at.range);
  Nodes quasis, expressions;
  uint32_t begin = at.range.begin + 1;
  children([&](Here child) {
    if (child.kind != Kind::TemplateSubstitution)
      return;
    quasis.push_back(templateElement({begin, child.range.begin}, tagged));
    begin = child.range.end;
    const Node *inner = nullptr;
    children([&](Here part) {
      if (part.kind != Kind::Other && part.kind != Kind::CloseBrace)
        inner = expression(part);
    });
    expressions.push_back(orMissing(inner, child.range.end));
  });
  quasis.push_back(templateElement({begin, std::max(begin, at.range.end - 1)}, tagged));
  literal->quasis = list(quasis);
  literal->expressions = list(expressions);
  return done(literal);
}

} // namespace agentc
