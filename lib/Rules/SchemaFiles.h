#ifndef AGENTC_LIB_RULES_SCHEMAFILES_H
#define AGENTC_LIB_RULES_SCHEMAFILES_H

#include "agentc/Bundle/JsonTree.h"
#include "agentc/Rules/Rules.h"
#include "agentc/Support/JsonSchema.h"

namespace agentc {

/// Larger JSON is not a configuration.
inline constexpr size_t maxConfigFileBytes = 1 << 20;

/// A JSON file of the bundle: its value, and its tree for places.
struct JsonDocument {
  std::string path;
  std::shared_ptr<const Json> value; ///< null: it is not JSON, and `error` says why
  std::string error;
  std::optional<ByteRange> errorRange;
  std::optional<JsonFile> tree; ///< std::nullopt where it is not an object

  /// The place of a fault: the member's value, or the nearest one around it that is there.
  std::optional<ByteRange> placeOf(llvm::StringRef pointer) const;
};
/// std::nullopt if the bundle has no such file.
std::optional<JsonDocument> readJsonFile(const Bundle &bundle, llvm::StringRef path);

/// Returns the reasons why a document is not a JSON Schema for an object; `$schema` may name
/// draft-07 or 2020-12, which is also the default.
std::vector<JsonFault> faultsOfObjectSchema(const Json &schema);

} // namespace agentc

#endif
