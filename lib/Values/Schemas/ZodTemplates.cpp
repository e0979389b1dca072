// The patterns of template literals, from those of their parts.
#include "Zod.h"

namespace agentc::schemas {

namespace {

using Pattern = std::optional<std::string>;

Pattern patternOfText(const SchemaNode &node) {
  Pattern own;
  for (const SchemaCheck &check : node.checks) {
    if (check.kind != SchemaCheck::Kind::StringFormat || check.libraryPattern || !check.pattern)
      return std::nullopt;
    own = check.pattern;
  }
  if (!own)
    return R"([\s\S]{0,})";
  llvm::StringRef pattern = *own;
  pattern.consume_front("^");
  pattern.consume_back("$");
  return pattern.str();
}

std::string patternOfNumber(const SchemaNode &node) {
  bool isInteger = llvm::any_of(node.checks, [](const SchemaCheck &check) {
    return check.kind == SchemaCheck::Kind::NumberFormat &&
           llvm::StringRef(check.text).contains("int");
  });
  return isInteger ? R"(-?\d+)" : R"(-?\d+(?:\.\d+)?)";
}

Pattern patternOfValues(const SchemaNode &node) {
  if (!node.value)
    return std::nullopt;
  std::string all;
  for (const Json &value : node.value->get_ref<const Json::array_t &>())
    all += (all.empty() ? "" : "|") +
           escapePattern(value.is_string() ? value.get<std::string>() : value.dump());
  return "(" + all + ")";
}

Pattern patternOfOptions(Reader &reader, SchemaNode &node) {
  std::string all;
  for (SchemaPart &part : node.parts) {
    Pattern one = zodTemplatePattern(reader, reader.read(part));
    if (!one || all.size() > maxSchemaBytes)
      return std::nullopt;
    all += (all.empty() ? "" : "|") + *one;
  }
  return "(" + all + ")";
}

} // namespace

std::optional<std::string> zodTemplatePattern(Reader &reader, SchemaNode &node) {
  if (!node.problems.empty() || !reader.spend(1))
    return std::nullopt;
  switch (node.kind) {
  case SchemaKind::String:
    return patternOfText(node);
  case SchemaKind::Number:
    return patternOfNumber(node);
  case SchemaKind::Boolean:
    return "(?:true|false)";
  case SchemaKind::Null:
    return "null";
  case SchemaKind::Enum:
  case SchemaKind::Literal:
    return patternOfValues(node);
  case SchemaKind::TemplateLiteral: {
    std::string pattern = node.value ? node.value->get<std::string>() : "";
    return node.value ? Pattern(pattern.substr(1, pattern.size() - 2)) : std::nullopt;
  }
  case SchemaKind::Optional:
  case SchemaKind::Nullable:
    if (Pattern one = zodTemplatePattern(reader, reader.read(node.parts[0])))
      return "(" + *one + (node.kind == SchemaKind::Optional ? ")?" : "|null)");
    return std::nullopt;
  case SchemaKind::Union:
    return patternOfOptions(reader, node);
  default:
    return std::nullopt;
  }
}

} // namespace agentc::schemas
