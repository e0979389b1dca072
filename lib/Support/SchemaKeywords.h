#ifndef AGENTC_LIB_SUPPORT_SCHEMAKEYWORDS_H
#define AGENTC_LIB_SUPPORT_SCHEMAKEYWORDS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace agentc {

/// The kind of value that a keyword of JSON Schema takes, by the metaschemas of both drafts.
enum class Takes : uint8_t {
  Schema,
  Schemas,         ///< a list of schemas, not empty
  SchemaMap,       ///< an object of schemas
  SchemaOrSchemas, ///< draft-07's `items`
  Dependencies,    ///< an object of schemas or lists of names
  NameMap,         ///< an object of lists of names
  Names,           ///< a list of texts, each once
  Type,
  Text,
  Anchor,
  Boolean,
  Number,
  Positive, ///< a number above 0
  Count,    ///< a whole number, 0 or more
  List,
};

inline constexpr unsigned in7 = 1, in2020 = 2, inBoth = 3;

struct SchemaKeyword {
  llvm::StringLiteral name;
  Takes takes;
  unsigned drafts = inBoth;
};

/// The keyword of that name in the draft, `in7` or `in2020`; null for what is none.
const SchemaKeyword *findSchemaKeyword(llvm::StringRef name, unsigned draft);

} // namespace agentc

#endif
