#ifndef AGENTC_LIB_VALUES_SCHEMAS_ZOD_H
#define AGENTC_LIB_VALUES_SCHEMAS_ZOD_H

#include "SchemaReader.h"

namespace agentc::schemas {

/// The name that a path has in zod, or std::nullopt if it isn't zod's: `string` for
/// `module:zod.z.string`, `module:zod/v4.string`, `module:any-package.z.string` (a re-export) and
/// `global:z.string`.
std::optional<llvm::StringRef> zodNameOf(llvm::StringRef path);

/// A function of zod as it was called, a method's schema aside.
struct ZodCall {
  Reader &reader;
  llvm::StringRef name;
  Arguments arguments;
  const ast::Node *site;

  const Value *operator[](size_t index) const { return argument(arguments, index); }
  /// The schema that an argument is.
  SchemaPart part(size_t index) const;
  SchemaNode &node(SchemaKind kind) const { return reader.make(kind, site, &zod); }
  SchemaNode &wrap(SchemaKind kind, SchemaPart inner) const {
    return reader.wrap(kind, inner, site, &zod);
  }
  SchemaNode &unknown(std::string why) const { return reader.unresolved(site, std::move(why)); }
};

/// A check by its name as a method or, as in zod/mini, a function: adds it to the schema. False if
/// there is no such check.
bool addZodCheck(const ZodCall &call, SchemaNode &node);
/// The string of a format (`email`, `iso.datetime`) as a check; std::nullopt if it is not a
/// format's name.
std::optional<SchemaCheck> zodFormat(const ZodCall &call, SchemaNode &node);
/// The checks that are given as values.
void addZodChecks(const ZodCall &call, SchemaNode &node, Arguments checks);

/// A function of zod that makes a schema from another.
struct ZodDerivation {
  llvm::StringLiteral name;
  SchemaNode &(*derive)(const ZodCall &, SchemaNode &base);
};

/// Makes a schema from another, by a method or by a function whose first argument it is; null
/// if there is nothing of that name.
SchemaNode *zodDerived(const ZodCall &call, SchemaNode &base);
/// Of these, what only objects have; and enums.
SchemaNode *zodDerivedObject(const ZodCall &call, SchemaNode &base);
SchemaNode *zodDerivedEnum(const ZodCall &call, SchemaNode &base);

/// Makes the schema that zod's function of that name gives for its arguments.
SchemaNode &zodConstruct(Reader &reader, llvm::StringRef name, Arguments arguments,
                         const ast::Node *site);
SchemaNode &zodMethod(Reader &reader, SchemaNode &base, llvm::StringRef name,
                      const ResultValue &call);
SchemaNode &zodMember(Reader &reader, SchemaNode &base, Steps steps, const ast::Node *site);
std::optional<Json> zodConstant(Reader &reader, SchemaNode &base, Steps steps);
const SchemaNode *zodShape(Reader &reader, SchemaNode &base, Steps steps);

/// The JSON Schema that `toJSONSchema` makes of a schema: unless it is told otherwise, of what the
/// schema gives, not of what it takes.
SchemaNode &zodAsJsonSchema(const ZodCall &call, SchemaPart schema, const Value *options);

/// The values that an enum takes, from its names and their values.
Json::array_t zodEnumValues(llvm::ArrayRef<std::pair<std::string, Json>> entries);

/// Sets what an object makes of members that it doesn't name.
void setRest(SchemaNode &object, SchemaNode *rest);

/// The pattern of a template literal; std::nullopt if a part's pattern is not known.
std::optional<std::string> zodTemplatePattern(Reader &reader, SchemaNode &node);
/// The source that a regular expression made of this pattern shows.
std::string patternSource(llvm::StringRef pattern);
/// A text as a pattern that matches only it, as a source.
std::string escapePattern(llvm::StringRef text);

} // namespace agentc::schemas

#endif
