#include "StatementText.h"

namespace agentc {

/// A minified program can be one statement; so much of it to each side of the place is enough.
static constexpr size_t maxContext = 2048;

static std::string cut(llvm::StringRef text, ByteRange statement, ByteRange place) {
  size_t begin = statement.begin, end = std::min<size_t>(statement.end, text.size());
  if (place.begin > begin + maxContext)
    begin = place.begin - maxContext;
  end = std::min(end, place.end + maxContext);
  return text.slice(begin, end).str();
}

static ByteRange lineAround(llvm::StringRef text, uint32_t offset) {
  size_t before = text.take_front(offset).rfind('\n'), after = text.find('\n', offset);
  return {before == llvm::StringRef::npos ? 0 : static_cast<uint32_t>(before + 1),
          static_cast<uint32_t>(after == llvm::StringRef::npos ? text.size() : after)};
}

const std::vector<const ast::Node *> &StatementText::statementsOf(const ast::Module &module) {
  auto [place, isNew] = statements_.try_emplace(module.path);
  std::vector<const ast::Node *> &found = place->second;
  if (!isNew || !module.program)
    return found;
  std::vector<const ast::Node *> todo = {module.program};
  while (!todo.empty()) {
    const ast::Node *node = todo.back();
    todo.pop_back();
    if (ast::isStatement(*node))
      found.push_back(node);
    ast::forEachChild(*node, [&](const ast::Node &child) { todo.push_back(&child); });
  }
  llvm::stable_sort(found, [](const ast::Node *a, const ast::Node *b) {
    return a->range.begin != b->range.begin ? a->range.begin < b->range.begin
                                            : a->range.end > b->range.end;
  });
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
  const ast::Module *module =
      compilation_.forest ? compilation_.forest->find(diagnostic.file) : nullptr;
  if (!module || module->goal == ast::Goal::Json)
    return cut(text, lineAround(text, place.begin), place);

  const std::vector<const ast::Node *> &statements = statementsOf(*module);
  auto after = std::upper_bound(
      statements.begin(), statements.end(), place.begin,
      [](uint32_t offset, const ast::Node *node) { return offset < node->range.begin; });
  const ast::Node *node = after == statements.begin() ? nullptr : *std::prev(after);
  while (node && (node->range.end < place.end || !ast::isStatement(*node)))
    node = node->parent;
  if (!node || !node->parent)
    return cut(text, lineAround(text, place.begin), place);
  return cut(text, node->range, place);
}

} // namespace agentc
