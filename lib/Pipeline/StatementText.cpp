#include "StatementText.h"

namespace agentc {

/// A minified program can be one statement; so much of it to each side of the place is enough.
static constexpr size_t maxContext = 2048;

static ByteRange cut(llvm::StringRef text, ByteRange statement, ByteRange place) {
  size_t begin = statement.begin, end = std::min<size_t>(statement.end, text.size());
  if (place.begin > begin + maxContext)
    begin = place.begin - maxContext;
  end = std::min(end, place.end + maxContext);
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(std::max(begin, end))};
}

/// Control characters stand for white space that counts. Line ends of templates are one character
/// to whoever runs them.
static char countedSpace(char c) {
  return c == ' ' ? '\1' : c == '\t' ? '\2' : c == '\n' ? '\3' : c;
}

/// The text of a range in which the white space of literals is not white space any more.
static std::string withLiterals(llvm::StringRef text, ByteRange range,
                                llvm::ArrayRef<ByteRange> literals) {
  std::string result = text.slice(range.begin, range.end).str();
  auto literal =
      llvm::partition_point(literals, [&](ByteRange each) { return each.end <= range.begin; });
  for (; literal != literals.end() && literal->begin < range.end; ++literal)
    for (uint32_t at = std::max(literal->begin, range.begin);
         at < std::min(literal->end, range.end); ++at)
      result[at - range.begin] = countedSpace(text[at]);
  return result;
}

static ByteRange lineAround(llvm::StringRef text, uint32_t offset) {
  size_t before = text.take_front(offset).rfind('\n'), after = text.find('\n', offset);
  return {before == llvm::StringRef::npos ? 0 : static_cast<uint32_t>(before + 1),
          static_cast<uint32_t>(after == llvm::StringRef::npos ? text.size() : after)};
}

static bool isTextLiteral(const ast::Node &node) {
  auto *literal = llvm::dyn_cast<ast::Literal>(&node);
  return llvm::isa<ast::TemplateElement>(node) ||
         (literal && (literal->literal == ast::LiteralKind::String ||
                      literal->literal == ast::LiteralKind::RegExp));
}

const StatementText::Listed &StatementText::listedOf(const ast::Module &module) {
  auto [place, isNew] = listed_.try_emplace(module.path);
  Listed &found = place->second;
  if (!isNew || !module.program)
    return found;
  std::vector<const ast::Node *> todo = {module.program};
  while (!todo.empty()) {
    const ast::Node *node = todo.back();
    todo.pop_back();
    if (ast::isStatement(*node))
      found.statements.push_back(node);
    if (isTextLiteral(*node))
      found.literals.push_back(node->range);
    ast::forEachChild(*node, [&](const ast::Node &child) { todo.push_back(&child); });
  }
  llvm::stable_sort(found.statements, [](const ast::Node *a, const ast::Node *b) {
    return a->range.begin != b->range.begin ? a->range.begin < b->range.begin
                                            : a->range.end > b->range.end;
  });
  llvm::sort(found.literals);
  return found;
}

std::string StatementText::around(const Diagnostic &diagnostic) {
  // Without a place the message is all that tells two findings of a rule apart.
  const File *file =
      compilation_.bundle ? compilation_.bundle->files.find(diagnostic.file) : nullptr;
  if (!diagnostic.range || !file)
    return diagnostic.message;
  llvm::StringRef text = file->bytes;
  ByteRange place = *diagnostic.range;
  auto textOf = [&](ByteRange range) { return text.slice(range.begin, range.end).str(); };
  const ast::Module *module =
      compilation_.forest ? compilation_.forest->find(diagnostic.file) : nullptr;
  if (!module || module->goal == ast::Goal::Json)
    return textOf(cut(text, lineAround(text, place.begin), place));

  const Listed &listed = listedOf(*module);
  auto after = std::upper_bound(
      listed.statements.begin(), listed.statements.end(), place.begin,
      [](uint32_t offset, const ast::Node *node) { return offset < node->range.begin; });
  const ast::Node *node = after == listed.statements.begin() ? nullptr : *std::prev(after);
  while (node && (node->range.end < place.end || !ast::isStatement(*node)))
    node = node->parent;
  ByteRange whole = node && node->parent ? node->range : lineAround(text, place.begin);
  return withLiterals(text, cut(text, whole, place), listed.literals);
}

} // namespace agentc
