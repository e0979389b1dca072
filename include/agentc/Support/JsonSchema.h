#ifndef AGENTC_SUPPORT_JSONSCHEMA_H
#define AGENTC_SUPPORT_JSONSCHEMA_H

#include "agentc/Support/Json.h"

#include <vector>

namespace agentc {

/// The drafts of JSON Schema that are known.
enum class SchemaDraft { Draft7, Draft202012 };

/// A fault at a place of a JSON document.
struct JsonFault {
  std::string pointer; ///< by RFC 6901; empty: the document itself
  std::string message;
};

/// The draft that a schema's own `$schema` names; std::nullopt for one that is not known.
/// `whereUnsaid` is the answer for a schema that names none.
std::optional<SchemaDraft> draftOf(const Json &schema, SchemaDraft whereUnsaid);

/// The faults that keep a document from being a JSON Schema: whatever the draft's metaschema
/// refuses, and references inside the document that lead nowhere. Patterns are not compiled, and
/// references to other documents not followed. A few faults at most.
std::vector<JsonFault> checkSchema(const Json &schema, SchemaDraft draft);

/// The faults of a value by a schema, from what is certain: `format`, `unevaluatedProperties`,
/// `unevaluatedItems`, `$dynamicRef`, references to other documents, and patterns that aren't
/// compiled refuse nothing. The schema must be one. Bounded in steps; a few faults at most.
std::vector<JsonFault> checkBySchema(const Json &schema, const Json &value, SchemaDraft draft);

/// The value that a reference such as `#/$defs/name` or `#anchor` leads to; null if it leads
/// nowhere, or out of the document.
const Json *followReference(const Json &document, llvm::StringRef reference);

/// One step of a JSON pointer: `~` and `/` escaped.
std::string pointerStep(llvm::StringRef key);

} // namespace agentc

#endif
