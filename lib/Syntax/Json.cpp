#include "Json.h"

#include "Grammar/SyntaxErrors.h"
#include "Literals.h"
#include "SyntaxRules.h"
#include "agentc/Support/Json.h"

#include "llvm/ADT/SmallVector.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

namespace {

/// Lowers a tree whose nesting parseJson has bounded already.
class JsonLowering {
public:
  JsonLowering(Module &module, const Grammar &grammar) : module_(module), grammar_(grammar) {}

  const Node *value(TSNode node) {
    switch (grammar_.kindOf(node)) {
    case Kind::Object:
      return object(node);
    case Kind::Array: {
      auto *array = make<ArrayExpression>(node);
      llvm::SmallVector<const Node *, 8> elements;
      eachNamed(node, [&](TSNode child) { elements.push_back(value(child)); });
      array->elements = llvm::ArrayRef(elements).copy(module_.arena);
      return adopt(array);
    }
    case Kind::String:
      return string(node);
    case Kind::Number: {
      auto *literal = make<Literal>(node);
      literal->literal = LiteralKind::Number;
      llvm::StringRef text = module_.text.slice(literal->range.begin, literal->range.end);
      bool negative = text.consume_front("-");
      literal->number = negative ? -numberValue(text) : numberValue(text);
      return literal;
    }
    case Kind::True:
      return constant(node, LiteralKind::True);
    case Kind::False:
      return constant(node, LiteralKind::False);
    default:
      return constant(node, LiteralKind::Null);
    }
  }

  /// The document's Program; null if the tree isn't one value.
  const Program *document(TSNode root) {
    const Node *only = nullptr;
    unsigned count = 0;
    eachNamed(root, [&](TSNode child) {
      if (count++ == 0)
        only = value(child);
    });
    if (count != 1)
      return nullptr;
    auto *statement = make<ExpressionStatement>(root);
    statement->range = only->range;
    statement->expression = only;
    auto *program = make<Program>(root);
    program->range = {0, static_cast<uint32_t>(module_.text.size())};
    program->body = llvm::ArrayRef<const Node *>(adopt(statement)).copy(module_.arena);
    return adopt(program);
  }

private:
  template <typename T> T *make(TSNode node) {
    return module_.newNode<T>({ts_node_start_byte(node), ts_node_end_byte(node)});
  }
  template <typename T> T *adopt(T *node) {
    forEachChild(*node, [&](const Node &child) { const_cast<Node &>(child).parent = node; });
    return node;
  }

  template <typename Visitor> void eachNamed(TSNode node, Visitor &&visit) {
    TSTreeCursor cursor = ts_tree_cursor_new(node);
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      do {
        TSNode child = ts_tree_cursor_current_node(&cursor);
        if (ts_node_is_named(child))
          visit(child);
      } while (ts_tree_cursor_goto_next_sibling(&cursor));
    }
    ts_tree_cursor_delete(&cursor);
  }

  const Node *constant(TSNode node, LiteralKind kind) {
    auto *literal = make<Literal>(node);
    literal->literal = kind;
    return literal;
  }

  const Node *string(TSNode node) {
    auto *literal = make<Literal>(node);
    literal->literal = LiteralKind::String;
    llvm::StringRef body =
        module_.text.slice(literal->range.begin, literal->range.end).drop_front().drop_back();
    literal->text = body;
    if (body.contains('\\'))
      literal->text =
          llvm::StringRef(cookString(body, false).value_or(std::string())).copy(module_.arena);
    return literal;
  }

  const Node *object(TSNode node) {
    auto *object = make<ObjectExpression>(node);
    llvm::SmallVector<const Node *, 8> properties;
    eachNamed(node, [&](TSNode child) {
      if (grammar_.kindOf(child) != Kind::Pair)
        return;
      auto *property = make<Property>(child);
      eachNamed(child, [&](TSNode part) {
        (property->key ? property->value : property->key) = value(part);
      });
      properties.push_back(adopt(property));
    });
    object->properties = llvm::ArrayRef(properties).copy(module_.arena);
    return adopt(object);
  }

  Module &module_;
  const Grammar &grammar_;
};

} // namespace

/// The grammar doesn't know the `+` of an exponent; a zero in its place says the same to it. Values
/// are read from the true text.
static std::string withoutExponentSigns(llvm::StringRef text) {
  std::string masked = text.str();
  for (size_t at = 1; at < masked.size(); ++at)
    if (masked[at] == '+' && (masked[at - 1] == 'e' || masked[at - 1] == 'E'))
      masked[at] = '0';
  return masked;
}

void parseJsonModule(Module &module, DiagnosticList &diagnostics) {
  module.goal = Goal::Json;
  const Grammar &grammar = grammarFor(Language::Json);
  ParsedText parsed = parseText(grammar, module.text);
  if (parsed.stop == ParseStop::TooLarge)
    return reportTooLarge(module, parsed.offset, diagnostics);
  // tree-sitter's grammar also takes comments, missing values and more than one
  JsonError error;
  if (!parseJson(module.text, &error)) {
    module.hasErrors = true;
    auto offset = static_cast<uint32_t>(std::min(error.offset, module.text.size()));
    auto end = static_cast<uint32_t>(std::min<size_t>(offset + 1, module.text.size()));
    diagnostics.report(rule::syntaxError, module.path, ByteRange{offset, end}, error.message);
    return;
  }
  std::string masked;
  if (parsed.hasError()) {
    parsed = {}; // lest two trees be held at once
    masked = withoutExponentSigns(module.text);
    parsed = parseText(grammar, masked);
  }
  if (parsed.tree && !parsed.hasError())
    module.program = JsonLowering(module, grammar).document(ts_tree_root_node(parsed.tree));
  if (!module.program) {
    module.hasErrors = true;
    diagnostics.report(rule::syntaxError, module.path, ByteRange{0, 0}, "JSON that can't be read");
  }
}

} // namespace agentc
