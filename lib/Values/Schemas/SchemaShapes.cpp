#include "SchemaReader.h"

#include <cmath>

namespace agentc::schemas {

using namespace ast;

namespace {

constexpr llvm::StringLiteral openObject = "it may hold more members than are known";
constexpr llvm::StringLiteral openList = "it may hold more elements than are known";

/// The base that a path continues and the names after it, where a library reads them.
struct Continued {
  SchemaNode *base = nullptr;
  std::vector<llvm::StringRef> steps;
};

Continued continuedBy(Reader &reader, const Value &value) {
  const auto *path = llvm::dyn_cast<ApiValue>(&value);
  if (!path || !path->receiver)
    return {};
  SchemaNode &base = reader.read(*path->receiver);
  if (!base.library)
    return {};
  return {&base, stepsAfter(reader.values, *path)};
}

/// The data that members of a schema lead to, as Library::constant tells it.
std::optional<Json> dataOf(Reader &reader, const Value &value) {
  Continued from = continuedBy(reader, value);
  return from.base && from.base->library->constant
             ? from.base->library->constant(reader, *from.base, from.steps)
             : std::nullopt;
}

/// Which of its two values `a ?? b` is, where `a` is data of a schema.
std::optional<Json> firstOf(Reader &reader, const UnionValue &value) {
  const auto *either = llvm::dyn_cast_or_null<LogicalExpression>(value.origin);
  if (!either || either->op != "??" || value.alternatives.size() != 2)
    return std::nullopt;
  std::optional<Json> known = dataOf(reader, *value.alternatives[0]);
  if (!known || !known->is_discarded())
    return known;
  SchemaNode &scratch = reader.make(SchemaKind::Given, value.origin, nullptr);
  Json other = reader.constant(*value.alternatives[1], scratch, "");
  return scratch.problems.empty() ? std::optional(std::move(other)) : std::nullopt;
}

} // namespace

void Reader::takeProblems(SchemaNode &node, const SchemaNode &from) {
  for (const SchemaProblem &problem : from.problems) {
    if (node.problems.size() >= maxTakenProblems)
      return; // one would do
    if (llvm::none_of(node.problems, [&](const SchemaProblem &known) {
          return known.site == problem.site && known.part == problem.part;
        }))
      node.problems.push_back(problem);
  }
}

void Reader::addMember(SchemaNode &node, std::string key, SchemaPart part) {
  auto [found, isNew] = node.memberIndex.try_emplace(key, node.members.size());
  if (isNew)
    node.members.push_back({std::move(key), part});
  else
    node.members[found->second].part = part;
}

void Reader::addShape(SchemaNode &node, const Value &shape) {
  if (depth_ >= maxChain)
    return node.problems.push_back({"", shape.origin, "it is larger than agentc extracts"});
  if (Continued from = continuedBy(*this, shape); from.base && from.base->library->shape) {
    const SchemaNode *object = from.base->library->shape(*this, *from.base, from.steps);
    if (object && spend(1 + object->members.size())) {
      for (const SchemaMember &member : object->members)
        addMember(node, member.key, member.part);
      takeProblems(node, *object);
      return;
    }
  }
  const auto *object = llvm::dyn_cast<ObjectValue>(&shape);
  if (!object)
    return node.problems.push_back(
        {"", shape.origin, "its members are not known: " + describe(shape)});
  if (!spend(1 + object->properties.size()))
    return node.problems.push_back({"", shape.origin, "it is larger than agentc extracts"});
  const auto *written = llvm::dyn_cast_or_null<ObjectExpression>(object->origin);
  bool hasSpread = written && llvm::any_of(written->properties, [](const Node *part) {
                     return llvm::isa<SpreadElement>(part);
                   });
  if (!object->open || !hasSpread) {
    for (const PropertyValue &property : object->properties) {
      SchemaPart part{&settled(*property.value, property.site), nullptr};
      if (property.mayDiffer)
        part.node = &unresolved(property.site, "it may be replaced by a member that is not known");
      addMember(node, property.key.str(), part);
    }
    if (object->open)
      node.problems.push_back({"", object->origin, openObject.str()});
    return;
  }
  // what is spread may be another schema's members, which the object itself doesn't show
  ++depth_;
  for (const Node *part : written->properties) {
    if (const auto *spread = llvm::dyn_cast<SpreadElement>(part)) {
      size_t known = node.problems.size();
      const Value &source = values.of(*spread->argument);
      if (!llvm::isa<UndefinedValue, NullValue>(source))
        addShape(node, source);
      // a spread that isn't known may replace what stands before it
      if (node.problems.size() > known)
        for (SchemaMember &member : node.members)
          member.part = {nullptr, &unresolved(spread, "it may be replaced by a member that is not "
                                                      "known")};
      continue;
    }
    const auto &property = llvm::cast<Property>(*part);
    std::optional<std::string> key = values.keyOf(property);
    const PropertyValue *known = key ? object->find(*key) : nullptr;
    if (!known) {
      node.problems.push_back({"", part, openObject.str()});
      continue;
    }
    bool isLast = known->site == property.value;
    addMember(
        node, *key,
        {isLast ? &settled(*known->value, known->site) : &values.of(*property.value), nullptr});
  }
  --depth_;
}

/// True if a literal may have more elements because of what is spread into it, rather than by a
/// later change.
static bool isOpenBySpread(const Values &values, const ArrayExpression &list) {
  return llvm::any_of(list.elements, [&](const Node *element) {
    const auto *spread = llvm::dyn_cast_or_null<SpreadElement>(element);
    const auto *known =
        spread ? llvm::dyn_cast<ArrayValue>(&values.of(*spread->argument)) : nullptr;
    return spread && (!known || known->open);
  });
}

void Reader::addParts(SchemaNode &node, const Value &list) {
  if (Continued from = continuedBy(*this, list);
      from.base && from.steps.size() == 1 &&
      (from.steps[0] == "options" || from.steps[0] == "items") &&
      (from.base->kind == SchemaKind::Union || from.base->kind == SchemaKind::Tuple)) {
    node.parts.insert(node.parts.end(), from.base->parts.begin(), from.base->parts.end());
    takeProblems(node, *from.base);
    return;
  }
  const auto *array = llvm::dyn_cast<ArrayValue>(&list);
  if (!array || !spend(1 + array->elements.size()))
    return node.problems.push_back({"", list.origin, "its parts are not known: " + describe(list)});
  const auto *written = llvm::dyn_cast_or_null<ArrayExpression>(array->origin);
  if (array->open && written && depth_ < maxChain) {
    ++depth_;
    for (const Node *element : written->elements) {
      if (const auto *spread = llvm::dyn_cast_or_null<SpreadElement>(element))
        addParts(node, values.of(*spread->argument));
      else if (element)
        node.parts.push_back({&values.of(*element), nullptr});
    }
    --depth_;
    if (!isOpenBySpread(values, *written))
      node.problems.push_back({"", list.origin, openList.str()});
    return;
  }
  bool isWritten = written && written->elements.size() == array->elements.size();
  for (size_t i = 0; i < array->elements.size(); ++i)
    node.parts.push_back(
        {&settled(*array->elements[i], isWritten ? written->elements[i] : nullptr), nullptr});
  if (array->open)
    node.problems.push_back({"", list.origin, openList.str()});
}

Json Reader::constantList(const ArrayValue &list, SchemaNode &owner, std::string path,
                          unsigned depth) {
  Json::array_t result;
  const auto *written = llvm::dyn_cast_or_null<ArrayExpression>(list.origin);
  if (list.open && written) {
    for (const Node *element : written->elements) {
      const auto *spread = llvm::dyn_cast_or_null<SpreadElement>(element);
      if (!element)
        continue;
      Json value = constant(values.of(spread ? *spread->argument : *element), owner,
                            spread ? path : pathTo(path, std::to_string(result.size())), depth + 1);
      if (spread && value.is_array())
        result.insert(result.end(), value.begin(), value.end());
      else if (!spread)
        result.push_back(std::move(value));
    }
    if (!isOpenBySpread(values, *written))
      owner.problems.push_back({path, list.origin, openList.str()});
    return result;
  }
  for (const Value *element : list.elements) {
    if (!spend(1))
      break;
    result.push_back(
        constant(*element, owner, pathTo(path, std::to_string(result.size())), depth + 1));
  }
  if (list.open)
    owner.problems.push_back({path, list.origin, openList.str()});
  return result;
}

Json Reader::constantObject(const ObjectValue &object, SchemaNode &owner, std::string path,
                            unsigned depth) {
  Json::object_t result;
  if (object.open)
    owner.problems.push_back({path, object.origin, openObject.str()});
  for (const PropertyValue &property : object.properties) {
    if (llvm::isa<FunctionValue, UndefinedValue>(property.value))
      continue; // as JSON.stringify does
    if (!spend(1)) {
      owner.problems.push_back({path, object.origin, "it is larger than agentc extracts"});
      break;
    }
    std::string inner = pathTo(path, property.key);
    size_t known = owner.problems.size();
    Json value = constant(*property.value, owner, inner, depth + 1);
    if (value.is_null() && owner.problems.size() > known)
      continue;
    if (property.mayDiffer)
      owner.problems.push_back(
          {inner, property.site, "it may be replaced by a member that is not known"});
    // keys of an ObjectValue are distinct, so none needs to be looked up
    result.push_back({property.key.str(), std::move(value)});
  }
  return result;
}

Json Reader::constant(const Value &value, SchemaNode &owner, std::string path, unsigned depth) {
  auto fail = [&](std::string why) -> Json {
    owner.problems.push_back({path, value.origin, std::move(why)});
    return nullptr;
  };
  if (depth > maxSchemaDepth || !spend(1))
    return fail("it is larger than agentc extracts");
  switch (value.kind) {
  case ValueKind::Null:
    return nullptr;
  case ValueKind::Boolean:
    return llvm::cast<BooleanValue>(value).value;
  case ValueKind::Number:
    return numberAsJson(llvm::cast<NumberValue>(value).value);
  case ValueKind::String: {
    llvm::StringRef text = llvm::cast<StringValue>(value).value;
    return text.size() <= maxSchemaBytes ? Json(text.str())
                                         : fail("it is larger than agentc extracts");
  }
  case ValueKind::Array:
    return constantList(llvm::cast<ArrayValue>(value), owner, std::move(path), depth);
  case ValueKind::Object:
    return constantObject(llvm::cast<ObjectValue>(value), owner, std::move(path), depth);
  case ValueKind::Unknown:
    return fail(unknownReasonText(llvm::cast<UnknownValue>(value).reason).str());
  case ValueKind::Undefined:
    return fail("it is undefined");
  case ValueKind::Union:
    if (std::optional<Json> known = firstOf(*this, llvm::cast<UnionValue>(value)))
      return std::move(*known);
    return fail("it is one of several values: " + describe(value));
  case ValueKind::Api:
    if (std::optional<Json> known = dataOf(*this, value))
      return known->is_discarded() ? fail("it is undefined") : std::move(*known);
    return fail("it is not data but " + describe(value));
  default:
    return fail("it is not data but " + describe(value));
  }
}

} // namespace agentc::schemas

namespace agentc {

std::optional<Json> dataOfSchema(const Values &values, const Value &value) {
  if (!llvm::isa<ApiValue>(value))
    return std::nullopt;
  schemas::Reader reader(values);
  std::optional<Json> data = schemas::dataOf(reader, value);
  return data && !data->is_discarded() ? std::move(data) : std::nullopt;
}

Json numberAsJson(double number) {
  if (!std::isfinite(number))
    return nullptr;
  if (number == std::floor(number) && std::fabs(number) < 9007199254740992.0)
    return static_cast<int64_t>(number);
  return number;
}

} // namespace agentc
