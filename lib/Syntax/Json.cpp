#include "Json.h"

#include "Grammar/SyntaxErrors.h"
#include "SyntaxRules.h"
#include "agentc/Support/JsonVisitor.h"

#include "llvm/ADT/SmallVector.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

namespace {

/// Makes the nodes of a JSON text.
class JsonNodes final : public JsonVisitor {
public:
  explicit JsonNodes(Module &module) : module_(module) {}

  /// The document's only value, once it was visited.
  const Node *root = nullptr;
  /// The offset at which the nodes took more memory than a source may; std::nullopt if they don't.
  std::optional<uint32_t> tooLarge;

  bool beginObject(uint32_t begin) override { return open(make<ObjectExpression>({begin, begin})); }
  bool beginArray(uint32_t begin) override { return open(make<ArrayExpression>({begin, begin})); }
  bool key(std::string text, ByteRange range) override {
    auto *property = make<Property>(range);
    property->key = textNode(text, range);
    open_.back().parts.push_back(property);
    return true;
  }
  bool endObject(uint32_t end) override {
    auto [node, parts] = close(end);
    static_cast<ObjectExpression *>(node)->properties = parts;
    return add(adopt(static_cast<ObjectExpression *>(node)));
  }
  bool endArray(uint32_t end) override {
    auto [node, parts] = close(end);
    static_cast<ArrayExpression *>(node)->elements = parts;
    return add(adopt(static_cast<ArrayExpression *>(node)));
  }
  bool scalar(Json value, ByteRange range) override;

  template <typename T> T *make(ByteRange range) { return module_.newNode<T>(range); }
  template <typename T> T *adopt(T *node) {
    forEachChild(*node, [&](const Node &child) { const_cast<Node &>(child).parent = node; });
    return node;
  }

private:
  struct Open {
    Node *node;
    llvm::SmallVector<Node *, 8> parts;
  };

  bool open(Node *node) {
    open_.push_back({node, {}});
    return true;
  }
  std::pair<Node *, NodeList> close(uint32_t end);
  Node *textNode(const std::string &text, ByteRange range);
  bool add(Node *node);

  Module &module_;
  std::vector<Open> open_;
};

std::pair<Node *, NodeList> JsonNodes::close(uint32_t end) {
  Open closed = std::move(open_.back());
  open_.pop_back();
  closed.node->range.end = end;
  llvm::SmallVector<const Node *, 8> parts(closed.parts.begin(), closed.parts.end());
  return {closed.node, llvm::ArrayRef(parts).copy(module_.arena)};
}

Node *JsonNodes::textNode(const std::string &text, ByteRange range) {
  auto *literal = make<Literal>(range);
  literal->literal = LiteralKind::String;
  llvm::StringRef body = module_.text.slice(range.begin + 1, range.end - 1);
  literal->text = body.contains('\\') ? llvm::StringRef(text).copy(module_.arena) : body;
  return literal;
}

bool JsonNodes::scalar(Json value, ByteRange range) {
  if (const auto *text = value.get_ptr<const std::string *>())
    return add(textNode(*text, range));
  auto *literal = make<Literal>(range);
  if (value.is_number()) {
    literal->literal = LiteralKind::Number;
    literal->number = value.get<double>();
  } else if (value.is_boolean()) {
    literal->literal = value.get<bool>() ? LiteralKind::True : LiteralKind::False;
  } else {
    literal->literal = LiteralKind::Null;
  }
  return add(literal);
}

/// Puts a value where the text has it. False if the source takes too much memory.
bool JsonNodes::add(Node *node) {
  // Not `getTotalMemory`, which adds up all slabs at each call.
  if (module_.arena.getBytesAllocated() > maxParseBytes) {
    tooLarge = node->range.begin;
    return false;
  }
  if (open_.empty()) {
    root = node;
  } else if (llvm::isa<ObjectExpression>(open_.back().node)) {
    auto *property = static_cast<Property *>(open_.back().parts.back());
    property->value = node;
    property->range.end = node->range.end;
    adopt(property);
  } else {
    open_.back().parts.push_back(node);
  }
  return true;
}

} // namespace

void parseJsonModule(Module &module, DiagnosticList &diagnostics) {
  module.goal = Goal::Json;
  JsonNodes nodes(module);
  JsonError error;
  if (!visitJson(module.text, nodes, error)) {
    if (nodes.tooLarge)
      return reportTooLarge(module, *nodes.tooLarge, diagnostics);
    module.hasErrors = true;
    auto offset = static_cast<uint32_t>(std::min(error.offset, module.text.size()));
    auto end = static_cast<uint32_t>(std::min<size_t>(offset + 1, module.text.size()));
    diagnostics.report(rule::syntaxError, module.path, ByteRange{offset, end}, error.message);
    return;
  }
  auto *statement = nodes.make<ExpressionStatement>(nodes.root->range);
  statement->expression = nodes.root;
  auto *program = nodes.make<TopLevel>({0, static_cast<uint32_t>(module.text.size())});
  program->body = llvm::ArrayRef<const Node *>(nodes.adopt(statement)).copy(module.arena);
  module.program = nodes.adopt(program);
}

} // namespace agentc
