#include "Definitions.h"

#include "agentc/Values/Schema.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

SourcePlace placeOf(const agentc::Program &program, const Node &node) {
  return {program.moduleOf(node).path().str(), node.range};
}

namespace {

/// Turns a value into JSON as far as it is known; the first thing that isn't becomes the reason.
class FieldReader {
public:
  explicit FieldReader(const Values &values) : values_(values) {}

  std::string reason;

  Json read(const Value &value, unsigned depth);

private:
  Json fail(std::string why) {
    if (reason.empty())
      reason = std::move(why);
    return nullptr;
  }
  bool spend(size_t bytes) {
    spent_ += bytes;
    return spent_ <= maxFieldBytes;
  }

  const Values &values_;
  size_t spent_ = 0;
};

Json FieldReader::read(const Value &value, unsigned depth) {
  if (depth > maxFieldDepth || !spend(8))
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
    return spend(text.size()) ? Json(text.str()) : fail("it is larger than agentc extracts");
  }
  case ValueKind::Array: {
    Json list = Json::array();
    for (const Value *element : llvm::cast<ArrayValue>(value).elements) {
      list.push_back(read(*element, depth + 1));
      if (spent_ > maxFieldBytes)
        break;
    }
    if (llvm::cast<ArrayValue>(value).open)
      fail("it may hold more elements than are known");
    return list;
  }
  case ValueKind::Object: {
    Json::object_t object;
    for (const PropertyValue &property : llvm::cast<ObjectValue>(value).properties) {
      if (llvm::isa<FunctionValue, UndefinedValue>(property.value))
        continue; // as JSON.stringify does
      if (!spend(property.key.size()))
        return fail("it is larger than agentc extracts");
      // keys of an ObjectValue are distinct, so none needs to be looked up
      object.push_back({property.key.str(), read(*property.value, depth + 1)});
    }
    if (llvm::cast<ObjectValue>(value).open)
      fail("it may hold more members than are known");
    return object;
  }
  case ValueKind::Unknown:
    return fail(unknownReasonText(llvm::cast<UnknownValue>(value).reason).str());
  case ValueKind::Undefined:
    return fail("it is undefined");
  case ValueKind::Union:
    return fail("it is one of several values: " + describe(value));
  default:
    if (std::optional<Json> data = dataOfSchema(values_, value); data && spend(data->size()))
      return std::move(*data);
    return fail("it is not data but " + describe(value));
  }
}

/// Returns true if an expression spells out its value in place.
bool isLiteralSyntax(const Node &node, unsigned depth = 0) {
  if (depth > maxFieldDepth)
    return false;
  if (llvm::isa<Literal>(node))
    return true;
  if (const auto *text = llvm::dyn_cast<TemplateLiteral>(&node))
    return text->expressions.empty();
  if (const auto *negative = llvm::dyn_cast<UnaryExpression>(&node))
    return negative->op == "-" && isLiteralSyntax(*negative->argument, depth + 1);
  if (const auto *list = llvm::dyn_cast<ArrayExpression>(&node))
    return llvm::all_of(list->elements, [&](const Node *element) {
      return element && isLiteralSyntax(*element, depth + 1);
    });
  if (const auto *object = llvm::dyn_cast<ObjectExpression>(&node))
    return llvm::all_of(object->properties, [&](const Node *part) {
      const auto *property = llvm::dyn_cast<Property>(part);
      return property && !property->computed && isLiteralSyntax(*property->value, depth + 1);
    });
  return false;
}

} // namespace

ConfigField toField(const agentc::Program &program, const Values &values, const Value &value,
                    const Node &site) {
  FieldReader reader(values);
  ConfigField field;
  Json json = reader.read(value, 0);
  const Node *origin = value.origin && value.origin->parent ? value.origin : &site;
  field.source = placeOf(program, site);
  if (!reader.reason.empty()) {
    field.reason = reader.reason;
    if (!json.is_null())
      field.value = std::make_shared<const Json>(std::move(json));
    return field;
  }
  field.value = std::make_shared<const Json>(std::move(json));
  if (&program.moduleOf(*origin) != &program.moduleOf(site)) {
    field.kind = Provenance::Imported;
    field.source = placeOf(program, *origin);
  } else {
    field.kind = isLiteralSyntax(site) ? Provenance::Literal : Provenance::Folded;
  }
  return field;
}

} // namespace agentc
