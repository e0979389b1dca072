#ifndef AGENTC_LIB_VALUES_SCHEMAS_SCHEMANODE_H
#define AGENTC_LIB_VALUES_SCHEMAS_SCHEMANODE_H

#include "agentc/Values/Schema.h"

#include "llvm/ADT/StringMap.h"

#include <nlohmann/json.hpp>

namespace agentc::schemas {

enum class SchemaKind : uint8_t {
  Anything,
  String,
  Number,
  Boolean,
  Null,
  Never,
  Given,           ///< `value` is its JSON Schema
  Unsayable,       ///< of a type that JSON doesn't have
  Unresolved,      ///< not known
  Enum,            ///< `value` holds its values
  Literal,         ///< `value` holds its values
  TemplateLiteral, ///< `value` is its pattern, or null
  File,
  Transform,
  Array,        ///< parts: the element
  Object,       ///< members; `rest` is what other members are
  Union,        ///< parts: the options
  Intersection, ///< parts: left, right
  Tuple,        ///< parts: the items; `rest` is what other items are
  Record,       ///< parts: key, value
  Nullable,     ///< parts: what may be null; so are those below about what they hold
  Optional,
  NonOptional,
  Default, ///< `value`, where it is known
  Prefault,
  Catch,
  Readonly,
  Promise,
  Lazy,
  Pipe, ///< parts: in, out
};

struct SchemaNode;
struct Library;

/// A schema inside of another: a value that is read when it is asked for, since schemas may hold
/// themselves.
struct SchemaPart {
  const Value *value = nullptr;
  SchemaNode *node = nullptr;
};

struct SchemaMember {
  std::string key;
  SchemaPart part;
};

/// A bound or format that a schema was given.
struct SchemaCheck {
  enum class Kind : uint8_t {
    Minimum,
    Above,
    Maximum,
    Below,
    Multiple,
    NumberFormat, ///< `text`
    MinLength,    ///< also of items, also sizes
    MaxLength,
    StringFormat, ///< `text`, with its own `pattern` or the library's
    Mime,         ///< `texts`
    Other,        ///< what JSON Schema cannot say: `trim`
  };
  Kind kind;
  double number = 0;
  std::string text;
  std::optional<std::string> pattern;
  bool libraryPattern = false; ///< the library matches a pattern of its own for the format
  bool lax = false;            ///< the format's keyword would say too much
  std::vector<std::string> texts = {};
  std::string method = {}; ///< zod's, by which it was given
  std::string given = {};  ///< the text that a pattern was made of

  explicit SchemaCheck(Kind kind) : kind(kind) {}
};

/// Something to be said about a schema; `part` is the keyword it is about, or empty.
struct SchemaProblem {
  std::string part;
  const ast::Node *site;
  std::string message;
};

/// The rule for leaving out an object's member, as zod keeps it.
enum class Presence : uint8_t { Required, Optional, Defaulted };

/// The schema that a value describes, whatever the library.
struct SchemaNode {
  SchemaKind kind;
  const ast::Node *site;
  const Library *library = nullptr;
  std::vector<SchemaPart> parts;
  std::vector<SchemaMember> members;
  llvm::StringMap<size_t> memberIndex; ///< of `members`, by key
  SchemaPart rest;
  bool hasRest = false;
  bool exclusive = false; ///< of a union: exactly one option holds
  bool partial = false;   ///< of a record: not every key need be there
  bool loose = false;     ///< of a record: only keys that match are looked at
  std::vector<SchemaCheck> checks;
  std::optional<Json> value;
  std::vector<std::pair<std::string, Json>> entries; ///< of an enum: names with values
  /// Description, title and the like, given to this schema itself.
  std::optional<Json> meta;
  /// The schema that this one repeats with other checks or words; it inherits its words.
  SchemaNode *parent = nullptr;
  /// zod's function that made it (`coerce.string`), and the major version; 0 if that isn't said.
  std::string made;
  uint8_t zod = 0;
  bool isDerived = false;  ///< a wrapper that is a method's, which takes over the words in zod 3
  bool isReturned = false; ///< a function makes another one at each call
  std::optional<std::string> words;       ///< the description that it was made with
  SchemaNode *copied = nullptr;           ///< what it was made of, as a copy with changes
  SchemaNode *checkedByCode = nullptr;    ///< what a function of the bundle checks further
  std::optional<SchemaPrinting> printing; ///< it is JSON Schema that a printer makes of its part
  std::vector<SchemaProblem> problems;    ///< what is unresolved
  std::vector<SchemaProblem> notes;       ///< what JSON Schema cannot say

  // what printing keeps
  enum class Progress : uint8_t { None, Under, Done };
  Progress collected = Progress::None;
  Progress presenceProgress = Progress::None;
  Presence presence = Presence::Required;
  bool inCycle = false;
  std::string definition; ///< its name in `$defs`
  std::string reference;  ///< what `$ref` to it says; empty if it stands where it is used

  SchemaNode(SchemaKind kind, const ast::Node *site) : kind(kind), site(site) {}
};

/// True if a schema only changes how the schema it holds is used.
inline bool isWrapper(SchemaKind kind) { return kind >= SchemaKind::Optional; }

} // namespace agentc::schemas

#endif
