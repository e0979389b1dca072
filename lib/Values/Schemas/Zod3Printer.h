#ifndef AGENTC_LIB_VALUES_SCHEMAS_ZOD3PRINTER_H
#define AGENTC_LIB_VALUES_SCHEMAS_ZOD3PRINTER_H

#include "SchemaReader.h"

namespace agentc::schemas {

/// Writes a schema of zod 3 as the package zod-to-json-schema does (3.20 to 3.25, for draft 7): a
/// schema that was written before is a reference to its first place.
class Zod3Printer {
public:
  Zod3Printer(Reader &reader, const SchemaPrinting &printing)
      : reader_(reader), printing_(printing) {}

  /// std::nullopt if it is larger than agentc extracts.
  std::optional<Json> print(SchemaNode &root);

private:
  using Path = std::vector<std::string>;
  /// The written schema; std::nullopt for one that the package leaves out.
  using Written = std::optional<Json>;

  static constexpr unsigned maxNesting = 400;

  /// A schema at a path; `isMember` while it still is an object's member itself.
  Written write(SchemaNode &node, const Path &path, bool isMember, unsigned depth);
  Written writePart(SchemaPart &part, Path path, llvm::ArrayRef<llvm::StringRef> more,
                    unsigned depth);
  Written writeOwn(SchemaNode &node, const Path &path, bool isMember, unsigned depth);
  Written writeHeld(SchemaNode &node, const Path &path, bool isMember, unsigned depth);
  Written writeUnsayable(SchemaNode &node) const;
  Json writeString(const SchemaNode &node) const;
  Json writeNumber(const SchemaNode &node) const;
  Json writeEnum(const SchemaNode &node) const;
  Json writeLiteral(const SchemaNode &node) const;
  Json writeArray(SchemaNode &node, const Path &path, unsigned depth);
  Json writeObject(SchemaNode &node, const Path &path, unsigned depth);
  Json writeRecord(SchemaNode &node, const Path &path, unsigned depth);
  Json writeTuple(SchemaNode &node, const Path &path, unsigned depth);
  Written writeUnion(SchemaNode &node, const Path &path, unsigned depth);
  Written writeIntersection(SchemaNode &node, const Path &path, unsigned depth);
  Written writeNullable(SchemaNode &node, const Path &path, unsigned depth);
  Written writePipe(SchemaNode &node, const Path &path, bool isMember, unsigned depth);

  /// Returns the stand-in for a schema that was written at `first` before; std::nullopt if it is
  /// written again.
  Written referTo(const Path &first, const Path &path) const;
  std::string pointer(const Path &path) const;
  /// The words that zod 3 keeps with a schema.
  std::string descriptionOf(SchemaNode &node);
  /// True if a schema takes `undefined`, by which the package tells which members may be left
  /// out.
  bool takesUndefined(SchemaNode &node, unsigned depth = 0);
  bool isPrimitive(const SchemaNode &node) const;

  Reader &reader_;
  const SchemaPrinting &printing_;
  Path root_;
  llvm::DenseMap<const SchemaNode *, Path> seen_;
  size_t spent_ = 0;
};

} // namespace agentc::schemas

#endif
