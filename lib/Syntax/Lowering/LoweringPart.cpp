#include "Lowering/LoweringPart.h"

#include "Literals.h"
#include "Lowering/ExpressionLowering.h"
#include "Lowering/ObjectLowering.h"
#include "Lowering/PatternLowering.h"
#include "Lowering/StatementLowering.h"
#include "agentc/Syntax/Parse.h"

namespace agentc {

using namespace ast;

const Node *LoweringPart::expression(Here at) { return expressions().expression(at); }
const Node *LoweringPart::identifier(Here at) { return expressions().identifier(at); }
const Node *LoweringPart::statement(Here at) { return statements().statement(at); }
const Node *LoweringPart::pattern(Here at) { return patterns().pattern(at); }
const Node *LoweringPart::propertyName(Here at, bool &computed) {
  return objects().propertyName(at, computed);
}

bool LoweringPart::descend(ByteRange range) {
  if (result_.tooDeep)
    return false;
  if (lowering_.depth() >= maxSyntaxDepth) {
    result_.tooDeep = ByteRange{range.begin, std::min(range.end, range.begin + 1)};
    return false;
  }
  ++lowering_.depth();
  return true;
}

const Node *LoweringPart::orMissing(const Node *node, uint32_t offset) {
  return node ? node : make<Identifier>({offset, offset});
}

const Identifier *LoweringPart::named(llvm::StringRef name, ByteRange range) {
  auto *node = make<Identifier>(range);
  node->name = name;
  return node;
}

llvm::StringRef LoweringPart::nameOf(ByteRange range) {
  llvm::StringRef spelling = textOf(range);
  return spelling.contains('\\') ? keep(cookIdentifier(spelling)) : spelling;
}

void LoweringPart::typeSpanWith(ByteRange range, llvm::StringRef separators, bool statement) {
  // only white space may stand between: a comment there keeps the separator, which then must be
  // legal on its own, as `;` and a list's last `,` are
  size_t next = module_.text.find_first_not_of(" \t\r\n", range.end);
  if (next != llvm::StringRef::npos && separators.contains(module_.text[next]))
    range.end = static_cast<uint32_t>(next + 1);
  typeSpan(range, statement);
}

} // namespace agentc
