#include "SchemaFiles.h"

#include "Uses.h"

#include "llvm/ADT/SmallVector.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr unsigned maxReferences = 32;

/// True if a schema can accept objects, as far as its `type` and its references say.
bool takesObjects(const Json &root, const Json &schema, unsigned depth) {
  if (!schema.is_object())
    return true;
  if (auto type = schema.find("type"); type != schema.end()) {
    auto isObject = [](const Json &one) { return one == "object"; };
    if (type->is_array() ? llvm::none_of(*type, isObject) : !isObject(*type))
      return false;
  }
  auto reference = schema.find("$ref");
  if (reference == schema.end() || !reference->is_string() || depth >= maxReferences)
    return true;
  const Json *target = followReference(root, reference->get_ref<const std::string &>());
  return !target || takesObjects(root, *target, depth + 1);
}

} // namespace

std::optional<ByteRange> JsonDocument::placeOf(llvm::StringRef pointer) const {
  if (!tree)
    return std::nullopt;
  JsonNode at = tree->root();
  llvm::SmallVector<llvm::StringRef, 8> steps;
  pointer.drop_front(pointer.empty() ? 0 : 1).split(steps, '/');
  if (pointer.empty())
    return ByteRange{at.range().begin, at.range().begin + 1};
  for (llvm::StringRef step : steps) {
    std::optional<JsonNode> next;
    for (const JsonNode::Member &member : at.members())
      if (pointerStep(member.key) == step)
        next = member.value;
    size_t index = 0;
    if (at.kind() == JsonKind::Array && !step.getAsInteger(10, index)) {
      std::vector<JsonNode> items = at.items();
      if (index < items.size())
        next = items[index];
    }
    if (!next)
      break;
    at = *next;
  }
  return at.range();
}

std::optional<JsonDocument> readJsonFile(const Bundle &bundle, llvm::StringRef path) {
  const File *file = bundle.files.find(path);
  if (!file)
    return std::nullopt;
  JsonDocument document;
  document.path = path.str();
  if (file->bytes.size() > maxConfigFileBytes) {
    document.error = "it is larger than 1 MB";
    return document;
  }
  JsonError error;
  std::optional<Json> value = parseJson(file->bytes, &error);
  if (!value) {
    auto at = static_cast<uint32_t>(error.offset);
    document.error = error.message;
    document.errorRange = ByteRange{at, at};
    return document;
  }
  document.value = std::make_shared<const Json>(std::move(*value));
  JsonFile::Error ignored;
  document.tree = JsonFile::parse(path, file->bytes, ignored);
  return document;
}

std::vector<JsonFault> faultsOfObjectSchema(const Json &schema) {
  std::optional<SchemaDraft> draft = draftOf(schema, SchemaDraft::Draft202012);
  if (!draft)
    return {{"/$schema", "`$schema` names no draft that is known; it takes 2020-12 or draft-07"}};
  std::vector<JsonFault> faults = checkSchema(schema, *draft);
  if (faults.empty() && !schema.is_object())
    faults.push_back({"", "the schema is not an object"});
  else if (faults.empty() && !takesObjects(schema, schema, 0))
    faults.push_back({schema.contains("type") ? "/type" : "", "the schema takes no object"});
  return faults;
}

} // namespace agentc
