#include "SecretWalk.h"

#include "agentc/Access/ParsedObjects.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

/// True if a schema accepts any text, which a placeholder needs.
static bool takesAnyText(const Json &schema) {
  constexpr unsigned placeholderBytes = 46;
  if (!schema.is_object() || schema.value("type", Json()) != Json("string"))
    return false;
  for (const auto &[word, value] : schema.items())
    if (word == "minLength" ? !value.is_number() || value.get<double>() > placeholderBytes
                            : word != "type" && word != "description" && word != "default")
      return false;
  return true;
}

/// The schema of the text at `keys` of what an object's schema describes; null where it has none.
/// `path` becomes its place, as remarks say it.
static const Json *schemaAt(const Json &object, llvm::ArrayRef<llvm::StringRef> keys,
                            std::string &path) {
  const Json *at = &object;
  for (llvm::StringRef key : keys) {
    auto properties = at->find("properties");
    if (properties == at->end())
      return nullptr;
    auto found = properties->find(key.str());
    if (found == properties->end())
      return nullptr;
    path += (path.empty() ? "properties." : ".properties.") + key.str();
    at = &*found;
  }
  return at;
}

/// `schema.parse(value)` returns the secret at `keys`, if the schema leaves it unchanged.
bool SecretWalk::giveToSchema(const Node &call, size_t index, const Keys *keys) {
  std::optional<ParsedObject> parsed =
      keys && index == 0 ? parsedObjectOf(values_, call) : std::nullopt;
  if (!parsed)
    return false;
  llvm::SmallVector<llvm::StringRef, 4> names;
  for (const Keys *key = keys; key; key = key->next)
    names.push_back(key->key);
  if (!parsed->member(names.front()) && !names.front().empty())
    return true; // dropped
  std::string path;
  const Json *schema = schemaAt(*parsed->schema.schema, names, path);
  // code of a refinement or a transformation gets it
  const auto &remarks = parsed->schema.notes;
  const bool isSeen = llvm::any_of(remarks, [&](const SchemaRemark &remark) {
    return remark.path.empty() || llvm::StringRef(path).starts_with(remark.path);
  });
  if (!schema || isSeen || !takesAnyText(*schema))
    lose(call);
  else
    add(call, parsed->isWrapped ? push("data", keys) : keys);
  return true;
}

} // namespace agentc
