#ifndef AGENTC_LIB_VALUES_SCHEMAS_SCHEMAPRINTER_H
#define AGENTC_LIB_VALUES_SCHEMAS_SCHEMAPRINTER_H

#include "SchemaReader.h"

#include "llvm/ADT/DenseSet.h"

#include <map>

namespace agentc::schemas {

/// Writes a schema as JSON Schema the way zod 4's `toJSONSchema` does (unless it is told otherwise
/// by 4.5 with `io: "input"` for draft 2020-12), so that the two can be compared: the schema in
/// place wherever it is used, `$defs` for those that hold themselves and those with an `id`.
class Printer {
public:
  Printer(Reader &reader, SchemaAnswer &answer, SchemaPrinting printing = {})
      : reader_(reader), answer_(answer), printing_(std::move(printing)) {}

  void print(SchemaNode &root);

private:
  static constexpr unsigned maxNesting = 400; ///< of schemas in each other, wrappers included

  // the order in which schemas are met, and which of them hold themselves
  void collect(SchemaNode &node, unsigned depth);
  void collectPart(SchemaPart &part, unsigned depth) { collect(reader_.read(part), depth + 1); }
  void nameDefinitions(SchemaNode &root);

  /// A schema where it is used: itself, or a reference to its definition.
  Json use(SchemaNode &node, const std::string &path, unsigned depth);
  /// A schema at a place of its own in another.
  Json useWithin(SchemaPart &part, const std::string &path, unsigned depth);
  Json write(SchemaNode &node, const std::string &path, unsigned depth);
  /// Which keys a definition says already, so that who refers to it need not.
  void dropWhatIsDefined(Json &json, SchemaNode &definition, unsigned depth);
  /// A schema that is only a reference to itself says nothing.
  void refuseItself(Json &body, const SchemaNode &node, const std::string &path);
  /// Returns a schema's entry in `$defs`; null while it is being written.
  const Json *definitionOf(SchemaNode &node, unsigned depth);
  std::string inheritedReference(const SchemaNode &node) const;
  void remark(const SchemaNode &node, const std::string &path);

  void writeOwn(SchemaNode &node, Json::object_t &json, const std::string &path, unsigned depth);
  void writeString(SchemaNode &node, Json::object_t &json, const std::string &path);
  void writeNumber(SchemaNode &node, Json::object_t &json, const std::string &path);
  void writeFile(SchemaNode &node, Json::object_t &json);
  void writeEnum(SchemaNode &node, Json::object_t &json);
  void writeLiteral(SchemaNode &node, Json::object_t &json);
  void writeArray(SchemaNode &node, Json::object_t &json, const std::string &path, unsigned depth);
  void writeObject(SchemaNode &node, Json::object_t &json, const std::string &path, unsigned depth);
  void writeTuple(SchemaNode &node, Json::object_t &json, const std::string &path, unsigned depth);
  void writeRecord(SchemaNode &node, Json::object_t &json, const std::string &path, unsigned depth);
  void writeOptions(SchemaNode &node, Json::object_t &json, const std::string &path,
                    unsigned depth);
  void writeIntersection(SchemaNode &node, Json::array_t &list, const std::string &path,
                         unsigned depth);
  void writeMeta(SchemaNode &node, Json::object_t &json);

  /// The schema whose words a wrapper takes; null for what is not a wrapper.
  SchemaNode *heldBy(SchemaNode &node);
  Json::object_t metaOf(const SchemaNode &node) const;
  Presence presenceOf(SchemaNode &node, unsigned depth = 0);
  bool mayBeLeftOut(SchemaNode &node);
  bool isLeftOutOfOutput(SchemaNode &node, unsigned depth = 0);
  /// Returns the key of the definitions: `$defs`, or `definitions` in draft 7.
  const char *definitionsKey() const { return printing_.isDraft7 ? "definitions" : "$defs"; }
  bool isTransforming(SchemaNode &node, llvm::DenseSet<const SchemaNode *> &seen, unsigned depth);
  /// The values that are all a schema takes; std::nullopt if there are others.
  std::optional<Json::array_t> valuesOf(SchemaNode &node, unsigned depth = 0);

  bool spend(size_t bytes) { return (spent_ += bytes) <= maxSchemaBytes; }

  Reader &reader_;
  SchemaAnswer &answer_;
  SchemaPrinting printing_;
  std::vector<SchemaNode *> order_;
  std::map<SchemaNode *, Json> definitions_;
  llvm::DenseSet<SchemaNode *> writing_;
  unsigned level_ = 0; ///< schemas around the one that is written, wrappers aside
  size_t spent_ = 0;
};

/// `"anyOf":[{"type":"a"},{"type":"b"}]` as `"type":["a","b"]`.
void joinTypes(Json &schema);
/// Object members of `allOf` as the one object that they describe together.
void joinObjects(Json &schema);
/// Rewrites the schema of a record's keys for property names, which are texts.
void nameKeys(Json &names);
/// Sets a member of an object, in the place of the one that is there.
void assign(Json::object_t &object, llvm::StringRef key, Json value);

/// Writes a schema by the printer that is asked for; null where something isn't known.
std::shared_ptr<const Json> printBy(Reader &reader, SchemaNode &root,
                                    const SchemaPrinting &printing);

} // namespace agentc::schemas

#endif
