#include "Lowering/AssertionLowering.h"

#include "Grammar/TypeArguments.h"
#include "Lowering/ChainLowering.h"
#include "Tokens.h"

namespace agentc {

using namespace ast;

/// Reports an operand after `as T |` as ambiguous unless all of it can be read as a type.
void AssertionLowering::checkTypeOperand(Here at) {
  switch (at.kind) {
  case Kind::Array:
  case Kind::False:
  case Kind::Identifier:
  case Kind::InstantiationExpression:
  case Kind::MemberExpression:
  case Kind::Null:
  case Kind::Number:
  case Kind::Object:
  case Kind::ParenthesizedExpression:
  case Kind::String:
  case Kind::SubscriptExpression:
  case Kind::This:
  case Kind::True:
  case Kind::Undefined:
    return;
  default:
    result_.ambiguous.push_back({at.range, "a type goes on here to some readers"});
  }
}

/// Finds type arguments that the grammar takes for a comparison, since it does not know all
/// types (https://github.com/tree-sitter/tree-sitter-typescript/issues/367).
void AssertionLowering::checkTypeArguments(Here left, Here less) {
  llvm::StringRef before = textOf({left.range.begin, less.range.begin}).rtrim();
  if (endsWithType(left) || before.ends_with("++") || before.ends_with("--"))
    return;
  TypeArguments read = readTypeArguments(module_.text, less.range.begin);
  Ambiguity otherwise{less.range, "this begins type arguments to some readers"};
  if (read.verdict == TypeArguments::Verdict::Types)
    result_.breaks.push_back({{less.range.begin, static_cast<uint32_t>(read.end)},
                              " ",
                              otherwise,
                              /*types=*/true});
  else if (read.verdict == TypeArguments::Verdict::Unclear)
    result_.ambiguous.push_back(otherwise);
}

/// TypeScript's assertions: the expression alone, its type as a span.
const Node *AssertionLowering::typed(Here at) {
  const Node *inner = nullptr;
  uint32_t typeBegin = at.range.end;
  Here first{};
  bool goesOn = false;
  children([&](Here child) {
    switch (child.kind) {
    case Kind::AsKeyword:
    case Kind::SatisfiesKeyword:
    case Kind::Bang:
      typeBegin = std::min(typeBegin, child.range.begin);
      noBreakBefore(child, "a line break ends the expression before this");
      break;
    case Kind::TypeArguments:
      goesOn = inner && endsWithType(first);
      if (!goesOn)
        typeSpan(child.range);
      if (inner) {
        chains().checkOperandEnd(first, inner, child);
        if (at.kind == Kind::InstantiationExpression && !goesOn &&
            !mayFollowTypeArguments(module_.text, child.range.end))
          result_.ambiguous.push_back({child.range, "a comparison to some readers"});
      }
      break;
    default:
      if (!inner && typeBegin == at.range.end) {
        first = child;
        inner = expression(child);
      }
    }
  });
  if (goesOn)
    return typeGoesOn(first, at, false, inner);
  if (typeBegin == at.range.end)
    return inner;
  typeSpan({typeBegin, at.range.end});
  if (at.kind == Kind::AsExpression || at.kind == Kind::SatisfiesExpression) {
    assertedTypeEnd_ = at.range.end;
    // `a as B⏎<c>(d)` goes on, as two comparisons
    auto next = static_cast<uint32_t>(endOfTrivia(module_.text, at.range.end));
    if (module_.text.substr(next).starts_with("<"))
      result_.ambiguous.push_back({{next, next + 1}, "a comparison to some readers"});
  }
  return inner;
}

/// TypeScript calls nothing that ends with `as T`; where the grammar does, a line break stands
/// between.
void AssertionLowering::checkAssertion(Here operand, Here next) {
  if (!endsWithType(operand))
    return;
  ByteRange gap{operand.range.end, next.range.begin};
  constexpr llvm::StringLiteral reason = "a type ends the expression before this";
  if (hasLineTerminator(textOf(gap)))
    breaks_.checkBreak(gap, reason);
  else
    result_.ambiguous.push_back({next.range, reason});
}

/// The grammar reads the type of `a as b.c<d>[0] | e` no further than `b`, and the rest as an
/// expression.
const Node *AssertionLowering::typeGoesOn(Here operand, Here at, bool optional, const Node *inner) {
  if (optional)
    result_.ambiguous.push_back({{operand.range.end, at.range.end}, "`?.` behind a type"});
  module_.typeSpans.back().range.end = at.range.end;
  assertedTypeEnd_ = at.range.end;
  return inner;
}

} // namespace agentc
