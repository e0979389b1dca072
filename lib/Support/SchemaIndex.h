#ifndef AGENTC_LIB_SUPPORT_SCHEMAINDEX_H
#define AGENTC_LIB_SUPPORT_SCHEMAINDEX_H

#include "agentc/Support/JsonSchema.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace agentc {

/// Resolves the references in a document: finds its schemas by `$id`, `$anchor` and
/// `$dynamicAnchor`, as the draft has them (RFC 3986 for the base of a relative one). Holds on
/// to the document.
class SchemaIndex {
public:
  SchemaIndex(const Json &root, SchemaDraft draft);

  /// The schema that a reference in this one means; null if it leads nowhere or to another
  /// document.
  const Json *follow(const Json &schema, llvm::StringRef reference) const;

private:
  void add(const Json &schema, unsigned base);
  unsigned takeId(const Json &schema, unsigned base);
  void addInside(const Json &schema, unsigned base);

  unsigned draft_;
  std::vector<std::string> bases_; ///< the addresses of the document's resources
  llvm::DenseMap<const Json *, unsigned> baseOf_;
  llvm::StringMap<const Json *> resources_, anchors_;
};

} // namespace agentc

#endif
