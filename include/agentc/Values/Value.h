#ifndef AGENTC_VALUES_VALUE_H
#define AGENTC_VALUES_VALUE_H

#include "agentc/Program/Program.h"

namespace agentc {

enum class ValueKind : uint8_t {
  Unknown,
  Undefined,
  Null,
  Boolean,
  Number,
  BigInt,
  String,
  RegExp,
  Array,
  Object,
  Function,
  Class,
  Instance,
  Namespace,
  Api,
  Result,
  Union,
};

/// Why a value is unknown.
enum class UnknownReason : uint8_t {
  Parameter,   ///< a parameter, whose value the caller gives
  Call,        ///< the result of a call that is not followed
  Member,      ///< a member of something unknown, or by an unknown key
  Unsupported, ///< an expression that is not evaluated
  Cycle,       ///< the value depends on itself
  Limit,       ///< depth, steps or size ran out
  Unresolved,  ///< an import that no module answers
  Shared,      ///< what may have been changed at one of more places than are followed
};
llvm::StringRef unknownReasonText(UnknownReason reason);

/// The things that an expression can denote. Immutable, in the arena of `Values`; never null where
/// a Value is promised.
struct Value {
  ValueKind kind;
  /// The expression that made it: the literal, the object, the call, or the expression that was
  /// folded.
  const ast::Node *origin = nullptr;

protected:
  Value(ValueKind kind, const ast::Node *origin) : kind(kind), origin(origin) {}
};

template <ValueKind K> struct ValueOf : Value {
  static bool classof(const Value *value) { return value->kind == K; }

protected:
  explicit ValueOf(const ast::Node *origin) : Value(K, origin) {}
};

struct UnknownValue : ValueOf<ValueKind::Unknown> {
  UnknownReason reason;
  UnknownValue(UnknownReason reason, const ast::Node *origin) : ValueOf(origin), reason(reason) {}
};
struct UndefinedValue : ValueOf<ValueKind::Undefined> {
  explicit UndefinedValue(const ast::Node *origin) : ValueOf(origin) {}
};
struct NullValue : ValueOf<ValueKind::Null> {
  explicit NullValue(const ast::Node *origin) : ValueOf(origin) {}
};
struct BooleanValue : ValueOf<ValueKind::Boolean> {
  bool value;
  BooleanValue(bool value, const ast::Node *origin) : ValueOf(origin), value(value) {}
};
struct NumberValue : ValueOf<ValueKind::Number> {
  double value;
  NumberValue(double value, const ast::Node *origin) : ValueOf(origin), value(value) {}
};
/// Decimal or prefixed digits, as written.
struct BigIntValue : ValueOf<ValueKind::BigInt> {
  llvm::StringRef digits;
  BigIntValue(llvm::StringRef digits, const ast::Node *origin) : ValueOf(origin), digits(digits) {}
};
/// WTF-8.
struct StringValue : ValueOf<ValueKind::String> {
  llvm::StringRef value;
  StringValue(llvm::StringRef value, const ast::Node *origin) : ValueOf(origin), value(value) {}
};
struct RegExpValue : ValueOf<ValueKind::RegExp> {
  llvm::StringRef pattern;
  llvm::StringRef flags;
  RegExpValue(llvm::StringRef pattern, llvm::StringRef flags, const ast::Node *origin)
      : ValueOf(origin), pattern(pattern), flags(flags) {}
};

/// An array; `open` if it may hold more than the elements known (a spread of something unknown).
struct ArrayValue : ValueOf<ValueKind::Array> {
  llvm::ArrayRef<const Value *> elements;
  bool open;
  bool isShared = false; ///< as of objects
  ArrayValue(llvm::ArrayRef<const Value *> elements, bool open, const ast::Node *origin)
      : ValueOf(origin), elements(elements), open(open) {}
};

/// A property of an object: its value and the expression that gave it.
struct PropertyValue {
  llvm::StringRef key;
  const Value *value = nullptr;
  const ast::Node *site = nullptr;
  /// A later member whose name isn't known may have replaced it.
  bool mayDiffer = false;
};

/// An object with the properties known, in order; `open` if it may have others or others' values.
struct ObjectValue : ValueOf<ValueKind::Object> {
  llvm::ArrayRef<PropertyValue> properties;
  llvm::ArrayRef<uint32_t> byKey; ///< indices of `properties`, sorted by key
  bool open;
  /// It is used at more places than are followed, one of which may change it: code that reads a
  /// member gets something unknown as well. A definition is taken by its word.
  bool isShared = false;
  ObjectValue(llvm::ArrayRef<PropertyValue> properties, llvm::ArrayRef<uint32_t> byKey, bool open,
              const ast::Node *origin)
      : ValueOf(origin), properties(properties), byKey(byKey), open(open) {}
  /// The property of that key, or null; there is at most one.
  const PropertyValue *find(llvm::StringRef key) const;
};

/// The variables around a function that was made while code was run on known values.
struct Environment;

/// A function of the bundle; `origin` is the function's node. With an environment it is a closure
/// over variables whose values are known; without one they are what they can be anywhere.
struct FunctionValue : ValueOf<ValueKind::Function> {
  Environment *environment;
  explicit FunctionValue(const ast::Node *function, Environment *environment = nullptr)
      : ValueOf(function), environment(environment) {}
};
/// A class of the bundle; `origin` is the class's node, `superClass` null if it extends nothing.
struct ClassValue : ValueOf<ValueKind::Class> {
  const Value *superClass;
  ClassValue(const Value *superClass, const ast::Node *node)
      : ValueOf(node), superClass(superClass) {}
};
/// The object that `new` makes of a class of the bundle, and `this` inside of it. `fields` are
/// those that its constructor is known to give it; null where the constructor could not be
/// followed.
struct InstanceValue : ValueOf<ValueKind::Instance> {
  const ClassValue *type;
  const ObjectValue *fields;
  InstanceValue(const ClassValue *type, const ast::Node *origin,
                const ObjectValue *fields = nullptr)
      : ValueOf(origin), type(type), fields(fields) {}
};
/// The namespace of a module of the bundle (`import * as ns`, `require` of an ES module).
struct NamespaceValue : ValueOf<ValueKind::Namespace> {
  const ModuleInfo *module;
  NamespaceValue(const ModuleInfo *module, const ast::Node *origin)
      : ValueOf(origin), module(module) {}
};

struct ResultValue;

/// Something that the bundle does not define, by the one path that names it however it was reached:
/// `global:eval`, `global:process.env.KEY`, `module:axios.post`, `module:fs` (never `node:fs`),
/// `any:constructor` (the constructor of something unknown), `handler:ctx.userId`. A module and its
/// default export are the same path. A member by an unknown key is written `[?]`, a call's result
/// `()`.
struct ApiValue : ValueOf<ValueKind::Api> {
  llvm::StringRef path;
  /// The result of the last call in the path, so that `z.string().min` knows its string; null for a
  /// path without a call, and where it isn't known.
  const ResultValue *receiver;
  ApiValue(llvm::StringRef path, const ast::Node *origin, const ResultValue *receiver = nullptr)
      : ValueOf(origin), path(path), receiver(receiver) {}
};

/// The result of calling or constructing an API; `origin` is the call. Its members are reached by
/// the path of the callee followed by `()`.
struct ResultValue : ValueOf<ValueKind::Result> {
  const ApiValue *callee;
  llvm::ArrayRef<const Value *> arguments;
  ResultValue(const ApiValue *callee, llvm::ArrayRef<const Value *> arguments,
              const ast::Node *call)
      : ValueOf(call), callee(callee), arguments(arguments) {}
};

/// One of several values, none of them a union; at most maxUnionSize.
struct UnionValue : ValueOf<ValueKind::Union> {
  llvm::ArrayRef<const Value *> alternatives;
  UnionValue(llvm::ArrayRef<const Value *> alternatives, const ast::Node *origin)
      : ValueOf(origin), alternatives(alternatives) {}
};

} // namespace agentc

#endif
