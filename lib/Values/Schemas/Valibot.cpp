// valibot: schemas, and actions that a pipe does to them.
#include "Zod.h"

#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringSwitch.h"

namespace agentc::schemas {

namespace {

std::optional<llvm::StringRef> valibotName(llvm::StringRef path) {
  if (!path.consume_front("module:valibot."_api))
    return std::nullopt;
  path.consume_front("v.");
  return path;
}

/// zod's name for what makes the same schema of the same arguments; empty if nothing does.
llvm::StringRef zodNameFor(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Cases("string", "number", "boolean", "any", "unknown", "never", name)
      .Cases("date", "bigint", "symbol", "void", "nan", "map", "set", "file", name)
      .Cases("array", "strictObject", "object", "record", "union", "tuple", "looseObject", name)
      .Cases("literal", "enum", "lazy", "promise", "custom", name)
      .Case("nonOptional", "nonoptional")
      .Case("instance", "instanceof")
      .Cases("null_", "undefined_", "void_", "enum_", name.drop_back(name.ends_with("_")))
      .Case("picklist", "enum")
      .Case("null", "null")
      .Case("undefined", "undefined")
      .Case("blob", "file")
      .Case("looseTuple", "tuple")
      .Case("nullable", "nullable")
      .Case("nullish", "nullish")
      .Cases("optional", "exactOptional", "optional")
      .Case("strictTuple", "tuple")
      .Case("variant", "discriminatedUnion")
      .Cases("partial", "required", "pick", "omit", name)
      .Default("");
}

/// The name of zod's check that bounds the same.
llvm::StringRef checkFor(llvm::StringRef action) {
  return llvm::StringSwitch<llvm::StringRef>(action)
      .Case("minValue", "gte")
      .Case("maxValue", "lte")
      .Case("gtValue", "gt")
      .Case("ltValue", "lt")
      .Cases("minLength", "maxLength", "length", "multipleOf", "regex", "startsWith", action)
      .Cases("endsWith", "includes", "email", "url", "uuid", "ulid", "cuid2", "nanoid", action)
      .Cases("ipv4", "ipv6", "base64", "emoji", "trim", "toLowerCase", "toUpperCase", action)
      .Case("nonEmpty", "nonempty")
      .Case("isoDate", "iso.date")
      .Case("isoTimestamp", "iso.datetime")
      .Default("");
}

SchemaNode &fail(Reader &reader, llvm::StringRef name, const ast::Node *site) {
  return reader.unresolved(site,
                           ("valibot's `" + name + "` makes no schema that agentc reads").str());
}

/// Does an action of a pipe to a schema; false if it is none that is known.
bool act(Reader &reader, SchemaNode &node, llvm::StringRef name, const ResultValue &action) {
  ZodCall call{reader, checkFor(name), reader.argumentsOf(action), action.origin};
  auto say = [&](llvm::StringRef key) {
    if (!node.meta)
      node.meta = Json::object();
    if (std::optional<std::string> text = reader.text(call[0], node, key))
      (*node.meta)[key.str()] = std::move(*text);
    return true;
  };
  if (name == "description" || name == "title")
    return say(name);
  if (name == "integer" || name == "safeInteger") {
    SchemaCheck check(SchemaCheck::Kind::NumberFormat);
    check.text = name == "integer" ? "integer" : "safeint";
    node.checks.push_back(check);
    return true;
  }
  if (name == "metadata" || name == "examples" || name == "brand" || name == "readonly" ||
      name == "flavor")
    return true;
  if (name == "transform" || name == "check" || name == "rawCheck" || name == "rawTransform" ||
      name == "partialCheck" || name == "forward") {
    node.notes.push_back(
        {"", action.origin, ("a function checks or changes the value (" + name + ")").str()});
    return true;
  }
  return !call.name.empty() && addZodCheck(call, node);
}

SchemaNode &valibotPipe(Reader &reader, Arguments arguments, const ast::Node *site) {
  if (arguments.empty())
    return reader.unresolved(site, "a schema is not given");
  SchemaNode &node = reader.copyOf(reader.read(*arguments[0]), site, true);
  for (const Value *argument : arguments.drop_front()) {
    const auto *action = llvm::dyn_cast<ResultValue>(argument);
    std::optional<llvm::StringRef> name =
        action && !action->callee->receiver ? valibotName(action->callee->path) : std::nullopt;
    if (name && act(reader, node, *name, *action))
      continue;
    // a schema after a transformation describes its result, not the input
    if (name && !zodNameFor(*name).empty() && !node.notes.empty())
      break;
    node.problems.push_back(
        {"", argument->origin, "it is not an action that agentc reads: " + describe(*argument)});
  }
  return node;
}

/// `pick` and `omit` by a list of keys.
SchemaNode &keyed(Reader &reader, llvm::StringRef name, SchemaNode &base, const Value *list,
                  const ast::Node *site) {
  const auto *keys = llvm::dyn_cast_or_null<ArrayValue>(list);
  if (base.kind != SchemaKind::Object || !keys || keys->open)
    return reader.unresolved(site, "which members it keeps is not known");
  SchemaNode &node = reader.copyOf(base, site, false);
  node.members.clear();
  node.memberIndex.clear();
  for (const SchemaMember &member : base.members) {
    bool isNamed = llvm::any_of(keys->elements,
                                [&](const Value *key) { return asString(*key) == member.key; });
    if (isNamed == (name == "pick"))
      reader.addMember(node, member.key, member.part);
  }
  return node;
}

SchemaNode &constructValibot(Reader &reader, llvm::StringRef name, const ResultValue &result) {
  Arguments arguments = reader.argumentsOf(result);
  if (name == "pipe")
    return valibotPipe(reader, arguments, result.origin);
  if (name == "intersect") {
    SchemaNode &node = reader.make(SchemaKind::Intersection, result.origin, &valibot);
    if (const Value *list = argument(arguments, 0))
      reader.addParts(node, *list);
    return node;
  }
  llvm::StringRef known = zodNameFor(name);
  const Value *first = argument(arguments, 0);
  if (known.empty())
    return fail(reader, name, result.origin);
  bool isDerived = name == "partial" || name == "required" || name == "pick" || name == "omit";
  if (isDerived) {
    if (!first)
      return fail(reader, name, result.origin);
    SchemaNode &base = reader.read(*first);
    if (name == "pick" || name == "omit")
      return keyed(reader, name, base, argument(arguments, 1), result.origin);
    const Value *keys = argument(arguments, 1);
    ZodCall call{reader, known, {}, result.origin};
    SchemaNode *derived =
        keys || base.kind != SchemaKind::Object ? nullptr : zodDerivedObject(call, base);
    return derived ? *derived : fail(reader, name, result.origin);
  }
  // a second argument of `optional` and the like is a default, of others a message
  bool mayHaveDefault = known == "optional" || known == "nullable" || known == "nullish";
  bool isLoose = known == "tuple" && name != "strictTuple";
  size_t taken = known == "record" || known == "discriminatedUnion" ? 2 : 1;
  SchemaNode &node = zodConstruct(reader, known, arguments.take_front(taken), result.origin);
  node.partial = known == "record"; // no key need be there
  if (isLoose) {
    node.hasRest = true;
    node.rest = {nullptr, &reader.make(SchemaKind::Anything, result.origin, &valibot)};
  }
  if (!mayHaveDefault || arguments.size() < 2 || llvm::isa<UndefinedValue>(arguments[1]))
    return node;
  if (known == "nullable") { // null has a default, absence has none
    node.notes.push_back({"", result.origin, "null stands for a default"});
    return node;
  }
  ZodCall withDefault{reader, "default", arguments.slice(1, 1), result.origin};
  return *zodDerived(withDefault, node);
}

} // namespace

const Library valibot = {valibotName, constructValibot};

} // namespace agentc::schemas
