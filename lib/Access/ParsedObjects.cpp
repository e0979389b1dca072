#include "agentc/Access/ParsedObjects.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

/// True of a schema that began as an object of named members, whatever was called on it since.
static bool beginsWithObject(const ResultValue &schema) {
  const ResultValue *first = &schema;
  while (first->callee->receiver)
    first = first->callee->receiver;
  llvm::StringRef name = first->callee->path.rsplit('.').second;
  return name == "object" || name == "strictObject";
}

const Json *ParsedObject::member(llvm::StringRef name) const {
  auto properties = schema.schema->find("properties");
  if (properties == schema.schema->end())
    return nullptr;
  auto found = properties->find(name.str());
  return found == properties->end() ? nullptr : &*found;
}

std::optional<ParsedObject> parsedObjectOf(const Values &values, const Node &call) {
  if (!llvm::isa<CallExpression>(call))
    return std::nullopt;
  const auto *member = llvm::dyn_cast<MemberExpression>(partsOf(call).callee);
  std::optional<std::string> method = member ? values.keyOf(*member) : std::nullopt;
  const bool isWrapped = method == "safeParse" || method == "safeParseAsync";
  if (!isWrapped && method != "parse" && method != "parseAsync")
    return std::nullopt;
  const Value &schema = values.of(*member->object);
  const auto *made = llvm::dyn_cast<ResultValue>(&schema);
  if (!made || !isSchema(schema) || !beginsWithObject(*made))
    return std::nullopt;
  ParsedObject parsed{readSchema(values, schema), isWrapped};
  if (!parsed.schema.schema || parsed.schema.schema->value("type", Json()) != Json("object") ||
      llvm::any_of(parsed.schema.unresolved, [](const auto &one) { return one.path.empty(); }))
    return std::nullopt;
  auto others = parsed.schema.schema->find("additionalProperties");
  if (others != parsed.schema.schema->end() && *others != Json(false))
    return std::nullopt;
  return parsed;
}

std::optional<std::vector<std::string>> variablesParsed(const Values &values, const ApiUse &use) {
  const Node *call = use.node ? use.node->parent : nullptr;
  if (use.path != "global:process.env"_api || !call || !llvm::isa<CallExpression>(call))
    return std::nullopt;
  NodeList arguments = partsOf(*call).arguments;
  if (arguments.empty() || arguments[0] != use.node)
    return std::nullopt;
  std::optional<ParsedObject> parsed = parsedObjectOf(values, *call);
  if (!parsed)
    return std::nullopt;
  std::vector<std::string> names;
  const Json properties = parsed->schema.schema->value("properties", Json::object());
  for (const auto &[name, schema] : properties.items())
    names.push_back(name);
  return names;
}

} // namespace agentc
