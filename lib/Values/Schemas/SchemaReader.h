#ifndef AGENTC_LIB_VALUES_SCHEMAS_SCHEMAREADER_H
#define AGENTC_LIB_VALUES_SCHEMAS_SCHEMAREADER_H

#include "SchemaNode.h"

#include <deque>

namespace agentc::schemas {

class Reader;

using Arguments = llvm::ArrayRef<const Value *>;
using Steps = llvm::ArrayRef<llvm::StringRef>;

/// A library whose values are schemas.
struct Library {
  /// The name that a path has in the library (`string` for `module:zod.z.string`), or
  /// std::nullopt if the path is not the library's.
  std::optional<llvm::StringRef> (*nameOf)(llvm::StringRef path);
  /// The schema made by calling the library's function.
  SchemaNode &(*construct)(Reader &reader, llvm::StringRef name, const ResultValue &call);
  /// The schema made by calling a schema's method; null where schemas have no methods.
  SchemaNode &(*method)(Reader &reader, SchemaNode &base, llvm::StringRef name,
                        const ResultValue &call) = nullptr;
  /// The schema that members of a schema lead to: `shape`, `city`.
  SchemaNode &(*member)(Reader &reader, SchemaNode &base, Steps steps,
                        const ast::Node *site) = nullptr;
  /// Plain data that members of a schema lead to: `options`. Discarded (`is_discarded`) where
  /// there is no such member; std::nullopt where it isn't known.
  std::optional<Json> (*constant)(Reader &reader, SchemaNode &base, Steps steps) = nullptr;
  /// The members that members of a schema lead to; null if they are none.
  const SchemaNode *(*shape)(Reader &reader, SchemaNode &base, Steps steps) = nullptr;
  /// The schema that the library's name stands for where it is not called.
  SchemaNode &(*bare)(Reader &reader, llvm::StringRef name, const ast::Node *site) = nullptr;
};

extern const Library zod, bundledZod, jsonSchemas, typeBox, valibot, arkType;

/// The library that a path without a call belongs to, and the name it has there.
std::pair<const Library *, llvm::StringRef> libraryOf(llvm::StringRef path);

/// Reads values as schemas. Owns the nodes; each value is read once.
class Reader {
public:
  explicit Reader(const Values &values) : values(values) {}

  const Values &values;

  SchemaNode &read(const Value &value);
  SchemaNode &read(SchemaPart &part) {
    if (!part.node)
      part.node = &read(*part.value);
    return *part.node;
  }

  SchemaNode &make(SchemaKind kind, const ast::Node *site, const Library *library);
  SchemaNode &unresolved(const ast::Node *site, std::string reason);
  /// A schema that holds another.
  SchemaNode &wrap(SchemaKind kind, SchemaPart inner, const ast::Node *site,
                   const Library *library);
  /// A schema like another; `inherits` if it keeps the other's words.
  SchemaNode &copyOf(SchemaNode &base, const ast::Node *site, bool inherits);

  /// The members of an object of schemas, added to those there are; what isn't known becomes a
  /// problem of the node.
  void addShape(SchemaNode &node, const Value &shape);
  /// Adds what is unresolved of another schema that this one has parts of.
  void takeProblems(SchemaNode &node, const SchemaNode &from);
  void addMember(SchemaNode &node, std::string key, SchemaPart part);
  /// The schemas of an array, added to the parts.
  void addParts(SchemaNode &node, const Value &list);

  /// A value as JSON. What isn't known is `null` and becomes a problem of `owner`, by its path
  /// after `path`.
  Json constant(const Value &value, SchemaNode &owner, std::string path, unsigned depth = 0);
  /// The number that a value is; a problem of `owner` otherwise.
  std::optional<double> number(const Value *value, SchemaNode &owner, llvm::StringRef what);
  std::optional<std::string> text(const Value *value, SchemaNode &owner, llvm::StringRef what);

  /// Returns the result of a function of the bundle without parameters; null if it is not a
  /// single expression.
  const Value *returned(const ast::Node &function) const;
  /// Returns the result of calling a value without arguments; null if it is not such a function.
  const Value *called(const Value &function) const;
  /// A value, or what the expression that gives it denotes, where that was not known yet: schemas
  /// may hold themselves.
  const Value &settled(const Value &value, const ast::Node *written) const;
  Arguments argumentsOf(const ResultValue &call);

  /// Counts work; false when it ran out.
  bool spend(size_t steps) { return (steps_ += steps) <= maxSteps; }
  bool isExhausted() const { return steps_ > maxSteps; }

private:
  static constexpr size_t maxSteps = 2'000'000;
  static constexpr size_t maxTakenProblems = 100;
  static constexpr unsigned maxChain = 400;

  /// Returns the result of a call that is made at most once, however the value was reached, since
  /// schemas that hold themselves are recognized by identity. Null where the call may be made
  /// again with other values.
  const Value *madeOnce(const Value &value) const;
  /// True if a place is in the result of a function.
  static bool isReturned(const ast::Node *site);
  SchemaNode &compute(const Value &value);
  SchemaNode &computeCall(const ResultValue &call);
  SchemaNode &computePath(const ApiValue &path);
  Json constantList(const ArrayValue &list, SchemaNode &owner, std::string path, unsigned depth);
  Json constantObject(const ObjectValue &object, SchemaNode &owner, std::string path,
                      unsigned depth);

  std::deque<SchemaNode> nodes_;
  std::deque<std::vector<const Value *>> arguments_;
  llvm::DenseMap<const Value *, SchemaNode *> read_;
  size_t steps_ = 0;
  unsigned depth_ = 0;
};

/// The names after the last call in a path that continues a call's result (`shape`, `city`,
/// `optional`); empty if they are not known.
std::vector<llvm::StringRef> stepsAfter(const Values &values, const ApiValue &path);

/// `base.key`, or `base["a b"]` where the key is not a name; without a base the key alone.
std::string pathTo(llvm::StringRef base, llvm::StringRef key);

/// Returns the known value of an argument; null where there is none.
inline const Value *argument(Arguments arguments, size_t index) {
  return index < arguments.size() ? arguments[index] : nullptr;
}

/// The member of an options object (`{precision: 3}`); null where it isn't known.
const Value *option(const Value *options, llvm::StringRef key);

} // namespace agentc::schemas

#endif
