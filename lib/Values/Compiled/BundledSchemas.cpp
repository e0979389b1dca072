#include "Compiled/BundledDefinitions.h"

#include "Abstract/Classes.h"
#include "Abstract/ConstructorFunctions.h"

namespace agentc {

using namespace ast;

namespace {

/// The `type` of zod 4's definitions that JSON Schema has words for, or a note.
bool isSchemaType(llvm::StringRef type) {
  static constexpr llvm::StringLiteral types[] = {
      "any",         "array",    "bigint",       "boolean",
      "catch",       "custom",   "date",         "default",
      "enum",        "file",     "intersection", "lazy",
      "literal",     "map",      "nan",          "never",
      "nonoptional", "null",     "nullable",     "number",
      "object",      "optional", "pipe",         "prefault",
      "promise",     "readonly", "record",       "set",
      "string",      "success",  "symbol",       "template_literal",
      "transform",   "tuple",    "undefined",    "union",
      "unknown",     "void"};
  return llvm::is_contained(types, type);
}

std::optional<llvm::StringRef> constantAt(const ObjectValue &object, llvm::StringRef key) {
  const PropertyValue *property = object.find(key);
  return property ? asString(*property->value) : std::nullopt;
}

bool mentions(const Node &node, llvm::StringRef key) {
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&node))
    if (writtenKeyOf(*member) == key)
      return true;
  bool isFound = false;
  forEachChild(node, [&](const Node &child) { isFound = isFound || mentions(child, key); });
  return isFound;
}

} // namespace

/// A schema of a copy of zod that a bundler put into the file is made from one definition object,
/// which says all about it: zod 4 hands it to what `$constructor` made, zod 3 to a class. What such
/// a construction gives is the call of `bundled:zod4` or `bundled:zod3` with that object.
const Value *BundledDefinitions::bundledSchema(const Value &callee, Arguments arguments,
                                               const Node &site) {
  const auto *definition =
      arguments.empty() ? nullptr : llvm::dyn_cast<ObjectValue>(arguments.front());
  if (!definition)
    return nullptr;
  auto made = [&](llvm::StringRef path) -> const Value * {
    // unknown where a limit is reached
    const auto *callee = llvm::dyn_cast<ApiValue>(&api(path, &site));
    return callee ? &make<ResultValue>(callee, copy(arguments.take_front()), &site) : nullptr;
  };
  if (std::optional<llvm::StringRef> type = constantAt(*definition, "type")) {
    const Node *factory =
        llvm::isa<FunctionValue>(callee) ? functionAround(*callee.origin) : nullptr;
    return factory && isSchemaType(*type) && isSchemaFactory(*factory) ? made("bundled:zod4")
                                                                       : nullptr;
  }
  std::optional<llvm::StringRef> name = constantAt(*definition, "typeName");
  if (!name || !name->starts_with("Zod"))
    return nullptr;
  const auto *type = llvm::dyn_cast<ClassValue>(
      llvm::isa<FunctionValue>(callee) ? &constructorFunctions().classOf(*callee.origin) : &callee);
  bool parses = false;
  if (type)
    forEachAlternative(classes().memberOfInstance(*type, "safeParse", &site),
                       [&](const Value &one) { parses |= llvm::isa<FunctionValue>(one); });
  return parses ? made("bundled:zod3") : nullptr;
}

/// True if a function is zod 4's `$constructor`, which gives each object it makes a member
/// `_zod`.
bool BundledDefinitions::isSchemaFactory(const Node &function) {
  auto [entry, isNew] = schemaFactories_.try_emplace(&function, false);
  if (isNew)
    entry->second = mentions(function, "_zod") && mentions(function, "traits");
  return entry->second;
}

} // namespace agentc
