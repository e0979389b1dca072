#include "Lowering.h"

#include "agentc/Syntax/Parse.h"

#include <algorithm>
#include <cstring>

namespace agentc {

using namespace ast;

Lowering::Lowering(Module &module, llvm::StringRef parsed, const Grammar &grammar, TSNode root,
                   const JsxSettings &jsx, llvm::ArrayRef<ByteRange> types)
    : module_(module), grammar_(grammar), audit_(module.text, parsed),
      cursor_(ts_tree_cursor_new(root)), jsx_(jsx) {
  module_.typeSpans.clear();
  for (ByteRange range : types)
    typeSpan(range);
}

Lowering::~Lowering() { ts_tree_cursor_delete(&cursor_); }

LoweringResult Lowering::run() {
  auto *program = make<Program>({0, static_cast<uint32_t>(module_.text.size())});
  NodeList body = statements(true);
  addJsxImports(body);
  // a tree that ends somewhere unsaid would be worse than none
  if (!result_.tooDeep)
    program->body = body;
  done(program);
  finishTypeSpans();
  audit_.finish();
  checkMaskedImports();
  module_.comments.assign(audit_.comments().begin(), audit_.comments().end());
  result_.audit.assign(audit_.findings().begin(), audit_.findings().end());
  result_.program = program;
  return std::move(result_);
}

Lowering::Here Lowering::here() const {
  TSNode node = ts_tree_cursor_current_node(&cursor_);
  TSSymbol symbol = ts_node_symbol(node);
  return {grammar_.kindOf(symbol),
          grammar_.shapeOf(symbol),
          {ts_node_start_byte(node), ts_node_end_byte(node)}};
}

NodeList Lowering::list(llvm::ArrayRef<const Node *> nodes) { return nodes.copy(module_.arena); }

llvm::StringRef Lowering::keep(llvm::StringRef text) { return text.copy(module_.arena); }

const Node *Lowering::orMissing(const Node *node, uint32_t offset) {
  return node ? node : make<Identifier>({offset, offset});
}

bool Lowering::descend(ByteRange range) {
  if (result_.tooDeep)
    return false;
  if (depth_ >= maxSyntaxDepth) {
    result_.tooDeep = ByteRange{range.begin, std::min(range.end, range.begin + 1)};
    return false;
  }
  ++depth_;
  return true;
}

void Lowering::typeSpan(ByteRange range, bool statement) {
  module_.typeSpans.push_back({range, statement});
}

void Lowering::typeSpanWith(ByteRange range, llvm::StringRef separators, bool statement) {
  // only white space may stand between: a comment there keeps the separator, which then must be
  // legal on its own, as `;` and a list's last `,` are
  size_t next = module_.text.find_first_not_of(" \t\r\n", range.end);
  if (next != llvm::StringRef::npos && separators.contains(module_.text[next]))
    range.end = static_cast<uint32_t>(next + 1);
  typeSpan(range, statement);
}

/// Sorts the spans and drops those inside others.
void Lowering::finishTypeSpans() {
  auto &spans = module_.typeSpans;
  std::sort(spans.begin(), spans.end(), [](const TypeSpan &left, const TypeSpan &right) {
    return left.range.begin != right.range.begin ? left.range.begin < right.range.begin
                                                 : left.range.end > right.range.end;
  });
  uint32_t end = 0;
  llvm::erase_if(spans, [&](const TypeSpan &span) {
    bool inside = span.range.end <= end;
    end = std::max(end, span.range.end);
    return inside;
  });
}

} // namespace agentc
