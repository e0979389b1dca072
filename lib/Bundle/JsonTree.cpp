#include "agentc/Bundle/JsonTree.h"

#include "agentc/Support/Text.h"

namespace agentc {

using llvm::dyn_cast;
using llvm::isa;

llvm::StringRef describeKind(JsonKind kind) {
  switch (kind) {
  case JsonKind::Null:
    return "null";
  case JsonKind::Boolean:
    return "a boolean";
  case JsonKind::Number:
    return "a number";
  case JsonKind::String:
    return "a string";
  case JsonKind::Array:
    return "an array";
  case JsonKind::Object:
    return "an object";
  }
  return "";
}

JsonKind JsonNode::kind() const {
  if (isa<ast::ObjectExpression>(node_))
    return JsonKind::Object;
  if (isa<ast::ArrayExpression>(node_))
    return JsonKind::Array;
  if (auto *literal = dyn_cast<ast::Literal>(node_)) {
    if (literal->literal == ast::LiteralKind::String)
      return JsonKind::String;
    if (literal->literal == ast::LiteralKind::True || literal->literal == ast::LiteralKind::False)
      return JsonKind::Boolean;
    if (literal->literal == ast::LiteralKind::Null)
      return JsonKind::Null;
  }
  return JsonKind::Number;
}

llvm::StringRef JsonNode::text() const {
  auto *literal = dyn_cast<ast::Literal>(node_);
  return literal && literal->literal == ast::LiteralKind::String ? literal->text
                                                                 : llvm::StringRef();
}

std::optional<double> JsonNode::number() const {
  const ast::Node *node = node_;
  bool negative = false;
  if (auto *minus = dyn_cast<ast::UnaryExpression>(node)) {
    negative = true;
    node = minus->argument;
  }
  auto *literal = llvm::dyn_cast_or_null<ast::Literal>(node);
  if (!literal || literal->literal != ast::LiteralKind::Number)
    return std::nullopt;
  return negative ? -literal->number : literal->number;
}

std::vector<JsonNode> JsonNode::items() const {
  std::vector<JsonNode> items;
  if (auto *array = dyn_cast<ast::ArrayExpression>(node_))
    for (const ast::Node *element : array->elements)
      if (element)
        items.emplace_back(*element);
  return items;
}

std::vector<JsonNode::Member> JsonNode::members() const {
  std::vector<Member> members;
  auto *object = dyn_cast<ast::ObjectExpression>(node_);
  if (!object)
    return members;
  for (const ast::Node *node : object->properties) {
    auto *property = dyn_cast<ast::Property>(node);
    auto *key = property ? llvm::dyn_cast_or_null<ast::Literal>(property->key) : nullptr;
    if (key && property->value)
      members.push_back({key->text, key->range, JsonNode(*property->value)});
  }
  return members;
}

std::optional<JsonFile> JsonFile::parse(llvm::StringRef file, llvm::StringRef text, Error &error) {
  if (text.starts_with("\xEF\xBB\xBF")) {
    error = {"the file begins with a byte order mark; save it as UTF-8 without one",
             ByteRange{0, 3}};
    return std::nullopt;
  }
  if (auto offset = findInvalidUtf8(text)) {
    const uint32_t at = static_cast<uint32_t>(*offset);
    error = {"the file is not UTF-8", ByteRange{at, at + 1}};
    return std::nullopt;
  }
  DiagnosticList diagnostics;
  JsonFile parsed;
  parsed.module_ =
      parseModule({file.str(), text, ast::Language::Json, ast::Goal::Json}, diagnostics);
  if (diagnostics.has(Severity::Error) || parsed.module_->hasErrors) {
    diagnostics.sort();
    error = {"the file is not JSON", std::nullopt};
    if (!diagnostics.all().empty())
      error = {diagnostics.all()[0].message, diagnostics.all()[0].range};
    return std::nullopt;
  }
  const ast::TopLevel *program = parsed.module_->program;
  auto *statement = program && program->body.size() == 1
                        ? dyn_cast<ast::ExpressionStatement>(program->body[0])
                        : nullptr;
  if (!statement || !statement->expression) {
    error = {"the file is not JSON", ByteRange{}};
    return std::nullopt;
  }
  parsed.root_ = statement->expression;
  if (parsed.root().kind() != JsonKind::Object) {
    error = {"the file holds " + describeKind(parsed.root().kind()).str() + " instead of an object",
             parsed.root_->range};
    return std::nullopt;
  }
  return parsed;
}

} // namespace agentc
