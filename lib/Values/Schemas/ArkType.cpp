// arktype: `type({name: 'string', 'age?': 'number > 0'})`. Of its language the keywords, literals,
// unions, lists and bounds; the rest is unresolved.
#include "Zod.h"

#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace agentc::schemas {

namespace {

std::optional<llvm::StringRef> arkTypeName(llvm::StringRef path) {
  if (!path.consume_front("module:arktype."_api))
    return std::nullopt;
  return path == "type" || path.starts_with("type.") ? std::optional(path) : std::nullopt;
}

/// Reads a definition: a text of arktype's language, a list, an object, another type.
class Definition {
public:
  Definition(Reader &reader, const ast::Node *site) : reader_(reader), site_(site) {}

  SchemaNode &read(const Value &value, unsigned depth);

private:
  SchemaNode &node(SchemaKind kind) { return reader_.make(kind, site_, &arkType); }
  SchemaNode &keyword(llvm::StringRef type) {
    SchemaNode &made = node(SchemaKind::Given);
    made.value = Json{{"type", type.str()}};
    return made;
  }
  SchemaNode *text(llvm::StringRef definition);
  SchemaNode *single(llvm::StringRef definition);
  SchemaNode *bounded(llvm::StringRef definition);
  bool bound(SchemaNode &node, llvm::StringRef comparator, double limit);

  Reader &reader_;
  const ast::Node *site_;
};

SchemaNode *Definition::single(llvm::StringRef definition) {
  definition = definition.trim();
  if (definition.consume_back("[]")) {
    SchemaNode *element = single(definition);
    return element ? &reader_.wrap(SchemaKind::Array, {nullptr, element}, site_, &arkType)
                   : nullptr;
  }
  bool isQuoted = definition.size() > 1 && definition.front() == definition.back() &&
                  (definition.front() == '\'' || definition.front() == '"');
  double number = 0;
  if (isQuoted || !definition.getAsDouble(number)) {
    llvm::StringRef inside = definition.drop_front().drop_back(isQuoted);
    if (isQuoted && inside.find_first_of("\\'\"") != inside.npos)
      return nullptr;
    SchemaNode &made = node(SchemaKind::Literal);
    made.value =
        Json::array({isQuoted                                 ? Json(inside.str())
                     : number == static_cast<int64_t>(number) ? Json(static_cast<int64_t>(number))
                                                              : Json(number)});
    return &made;
  }
  if (definition == "true" || definition == "false") {
    SchemaNode &made = node(SchemaKind::Literal);
    made.value = Json::array({definition == "true"});
    return &made;
  }
  if (definition == "string")
    return &node(SchemaKind::String);
  if (definition == "number" || definition == "number.integer") {
    SchemaNode &made = node(SchemaKind::Number);
    if (definition != "number") {
      SchemaCheck check(SchemaCheck::Kind::NumberFormat);
      check.text = "integer";
      made.checks.push_back(check);
    }
    return &made;
  }
  if (definition == "boolean" || definition == "null")
    return &keyword(definition);
  if (definition == "unknown")
    return &node(SchemaKind::Anything);
  if (definition == "never")
    return &node(SchemaKind::Never);
  llvm::StringRef format = llvm::StringSwitch<llvm::StringRef>(definition)
                               .Cases("string.email", "string.url", "string.uuid", definition)
                               .Default("");
  if (format.empty())
    return nullptr;
  SchemaNode &made = node(SchemaKind::String);
  SchemaCheck check(SchemaCheck::Kind::StringFormat);
  check.text = format.drop_front(7).str();
  check.libraryPattern = check.text != "url";
  made.checks.push_back(check);
  return &made;
}

bool Definition::bound(SchemaNode &node, llvm::StringRef comparator, double limit) {
  using Kind = SchemaCheck::Kind;
  bool isMinimum = comparator.front() == '>', isExclusive = comparator.size() == 1;
  bool isNumber = node.kind == SchemaKind::Number;
  if (!isNumber && node.kind != SchemaKind::String && node.kind != SchemaKind::Array)
    return false;
  // lengths are whole, so that one more or less says what is excluded
  if (!isNumber && isExclusive)
    limit += isMinimum ? 1 : -1;
  SchemaCheck check(!isNumber     ? (isMinimum ? Kind::MinLength : Kind::MaxLength)
                    : isMinimum   ? (isExclusive ? Kind::Above : Kind::Minimum)
                    : isExclusive ? Kind::Below
                                  : Kind::Maximum);
  check.number = limit;
  node.checks.push_back(check);
  return true;
}

SchemaNode *Definition::bounded(llvm::StringRef definition) {
  if (definition.find_first_of("'\"/") != definition.npos)
    return single(definition);
  size_t begin = definition.find_first_of("<>=");
  if (begin == definition.npos)
    return single(definition);
  auto comparatorAt = [&](size_t at) {
    return definition.slice(at, definition.find_first_not_of("<>=", at));
  };
  auto isComparator = [](llvm::StringRef text) {
    return text == "<" || text == ">" || text == "<=" || text == ">=";
  };
  llvm::StringRef left = definition.take_front(begin).trim();
  llvm::StringRef first = comparatorAt(begin);
  llvm::StringRef rest = definition.drop_front(begin + first.size()).trim();
  double limit = 0;
  if (!isComparator(first))
    return nullptr;
  if (!rest.getAsDouble(limit)) { // number > 0
    SchemaNode *node = single(left);
    return node && bound(*node, first, limit) ? node : nullptr;
  }
  // 0 < number <= 5
  size_t second = rest.find_first_of("<>=");
  if (second == rest.npos || left.getAsDouble(limit) || first.front() != '<')
    return nullptr;
  llvm::StringRef other = rest.slice(second, rest.find_first_not_of("<>=", second));
  SchemaNode *node = single(rest.take_front(second));
  double maximum = 0;
  bool isKnown = node && isComparator(other) && other.front() == '<' &&
                 !rest.drop_front(second + other.size()).trim().getAsDouble(maximum);
  std::string mirrored = first == "<" ? ">" : ">=";
  return isKnown && bound(*node, mirrored, limit) && bound(*node, other, maximum) ? node : nullptr;
}

SchemaNode *Definition::text(llvm::StringRef definition) {
  // what binds otherwise than from left to right
  if (definition.find_first_of("&()%:") != definition.npos)
    return nullptr;
  llvm::SmallVector<llvm::StringRef, 4> options;
  definition.split(options, '|');
  if (options.size() == 1)
    return bounded(definition.trim());
  SchemaNode &made = node(SchemaKind::Union);
  bool areLiterals = true;
  Json::array_t values;
  for (llvm::StringRef option : options) {
    SchemaNode *one = bounded(option.trim());
    if (!one || !reader_.spend(1))
      return nullptr;
    made.parts.push_back({nullptr, one});
    areLiterals &= one->kind == SchemaKind::Literal;
    if (areLiterals)
      values.push_back(one->value->front());
  }
  if (!areLiterals)
    return &made;
  SchemaNode &all = node(SchemaKind::Literal);
  all.value = Json(std::move(values));
  return &all;
}

SchemaNode &Definition::read(const Value &value, unsigned depth) {
  if (depth > maxSchemaDepth || !reader_.spend(1))
    return reader_.unresolved(site_, "it is larger than agentc extracts");
  if (isSchema(value))
    return reader_.read(value);
  if (std::optional<llvm::StringRef> definition = asString(value)) {
    SchemaNode *made = text(definition->trim());
    return made ? *made
                : reader_.unresolved(value.origin ? value.origin : site_,
                                     "agentc doesn't read this of arktype's language: " +
                                         describe(value));
  }
  const auto *object = llvm::dyn_cast<ObjectValue>(&value);
  if (!object)
    return reader_.unresolved(value.origin,
                              "it is not a definition that agentc reads: " + describe(value));
  SchemaNode &made = node(SchemaKind::Object);
  for (const PropertyValue &property : object->properties) {
    llvm::StringRef key = property.key;
    bool isOptional = key.consume_back("?");
    SchemaNode *inner = &read(*property.value, depth + 1);
    if (property.mayDiffer || key == "..." || key == "+" || key.starts_with("["))
      inner = &reader_.unresolved(property.site, "agentc doesn't read this key of arktype's");
    if (isOptional)
      inner = &reader_.wrap(SchemaKind::Optional, {nullptr, inner}, site_, &arkType);
    reader_.addMember(made, key.str(), {nullptr, inner});
  }
  if (object->open)
    made.problems.push_back({"", object->origin, "it may hold more members than are known"});
  return made;
}

SchemaNode &constructArkType(Reader &reader, llvm::StringRef name, const ResultValue &call) {
  Arguments arguments = reader.argumentsOf(call);
  if (name != "type" || arguments.size() != 1)
    return reader.unresolved(call.origin,
                             ("arktype's `" + name + "` makes no schema that agentc reads").str());
  return Definition(reader, call.origin).read(*arguments[0], 0);
}

SchemaNode &method(Reader &reader, SchemaNode &base, llvm::StringRef name,
                   const ResultValue &result) {
  ZodCall call{reader, name, reader.argumentsOf(result), result.origin};
  bool isKnown = name == "describe" || name == "array" || name == "or" || name == "and";
  SchemaNode *derived = isKnown ? zodDerived(call, base) : nullptr;
  if (!derived)
    return reader.unresolved(result.origin,
                             ("`" + name + "` is not a method that agentc reads").str());
  derived->library = &arkType;
  return *derived;
}

SchemaNode &bare(Reader &reader, llvm::StringRef name, const ast::Node *site) {
  return reader.unresolved(site,
                           ("arktype's `" + name + "` is not a schema that agentc reads").str());
}

} // namespace

const Library arkType = {arkTypeName, constructArkType, method, nullptr, nullptr, nullptr, bare};

} // namespace agentc::schemas
