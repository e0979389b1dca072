#include "Abstract/Members.h"

#include "Abstract/Calls.h"
#include "Abstract/Classes.h"
#include "Abstract/ConstructorFunctions.h"
#include "Abstract/Exports.h"
#include "Abstract/Inheritance.h"
#include "Abstract/MemberChanges.h"
#include "Abstract/Proxies.h"
#include "Abstract/Symbols.h"
#include "Builtins/ArgumentParsers.h"
#include "Builtins/Conversions.h"
#include "Builtins/FoldString.h"
#include "Builtins/Folding.h"
#include "Builtins/HostData.h"
#include "Builtins/HostFiles.h"
#include "Builtins/HostText.h"
#include "Builtins/KnownCollections.h"
#include "Builtins/Numbers.h"
#include "Builtins/Patches.h"
#include "Builtins/Starting.h"
#include "Compiled/RuntimeHelpers.h"
#include "Concrete/Interpreter.h"
#include "Concrete/OwnObjects.h"

#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

std::optional<llvm::StringRef> Members::keyOf(const Node &node) {
  const auto [key, computed] = keyPartOf(node);
  if (!key)
    return std::nullopt;
  if (computed) {
    const Value &value = eval(*key);
    if (const auto *text = llvm::dyn_cast<StringValue>(&value))
      return text->value;
    std::optional<std::string> text = conversions().textOf(value);
    return text ? std::optional(strings().save(llvm::StringRef(*text))) : std::nullopt;
  }
  if (const auto *identifier = llvm::dyn_cast<Identifier>(key))
    return identifier->name;
  if (const auto *name = llvm::dyn_cast<PrivateIdentifier>(key))
    return name->name;
  if (const auto *literal = llvm::dyn_cast<Literal>(key))
    return literal->literal == LiteralKind::Number ? strings().save(numberToString(literal->number))
                                                   : literal->text;
  return std::nullopt;
}

const Value &Members::computeMember(const MemberExpression &expression) {
  if (const ModuleInfo *module = runtimeHelpers().moduleOfExports(expression))
    return exports().exportsOf(*module, &expression);
  const Value &object = eval(*expression.object);
  std::optional<llvm::StringRef> key = keyOf(expression);
  const auto *type = llvm::dyn_cast<ClassValue>(&object);
  const auto *outer = llvm::dyn_cast<MemberExpression>(expression.object);
  bool isOfThis =
      llvm::isa<ThisExpression>(expression.object) ||
      (outer && llvm::isa<ThisExpression>(outer->object) && writtenKeyOf(*outer) == "constructor");
  if (type && key && !run() && isOfThis)
    return inheritance().memberOfThis(*type, *key, true, member(object, *key, &expression),
                                      expression);
  return memberOf(object, key, expression);
}

/// Returns what a value may be that has members, where it may also be undefined or null, whose
/// members cannot be read; null where there is no such choice.
const Value *Members::presentOf(const Value &object) {
  if (!llvm::isa<UnionValue>(object))
    return nullptr;
  llvm::SmallVector<const Value *, 8> present;
  bool isAll = true;
  forEachAlternative(object, [&](const Value &one) {
    if (llvm::isa<UndefinedValue, NullValue>(one))
      isAll = false;
    else
      present.push_back(&one);
  });
  return isAll || present.empty() ? nullptr : &unite(present, object.origin);
}

const Value &Members::memberOf(const Value &object, std::optional<llvm::StringRef> key,
                               const MemberExpression &expression) {
  if (run() && llvm::isa<UndefinedValue, NullValue>(object))
    return endsChain(expression) ? make<UndefinedValue>(&expression)
                                 : interpreter().fail(expression);
  if (const Value *present = presentOf(object)) {
    const Value &value = memberOf(*present, key, expression);
    return endsChain(expression) ? unite({&value, &make<UndefinedValue>(&expression)}, &expression)
                                 : value;
  }
  if (key)
    return member(object, *key, &expression);
  // a key that is one of several constants
  llvm::SmallVector<const Value *, 8> values;
  forEachAlternative(eval(*expression.property), [&](const Value &alternative) {
    std::optional<std::string> key = conversions().textOf(alternative);
    values.push_back(key ? &member(object, strings().save(llvm::StringRef(*key)), &expression)
                     : isSymbol(alternative) ? &memberBySymbol(object, &expression)
                                             : &memberByUnknownKey(object, &expression));
  });
  return unite(values, &expression);
}

/// True if a value is a symbol, which never equals a name with a meaning.
bool Members::isSymbol(const Value &value) {
  static constexpr llvm::StringLiteral wellKnown[] = {
      "global:Symbol.asyncDispose"_api, "global:Symbol.asyncIterator"_api,
      "global:Symbol.dispose"_api,      "global:Symbol.hasInstance"_api,
      "global:Symbol.iterator"_api,     "global:Symbol.species"_api,
      "global:Symbol.toPrimitive"_api,  "global:Symbol.toStringTag"_api};
  const auto *made = llvm::dyn_cast<ResultValue>(&value);
  if (made)
    return (made->callee->path == "global:Symbol"_api && !patches().isPatched("", "Symbol")) ||
           (made->callee->path == "global:Symbol.for"_api && !patches().isPatched("Symbol", "for"));
  const auto *api = llvm::dyn_cast<ApiValue>(&value);
  return api && llvm::is_contained(wellKnown, api->path) && !patches().isPatched("", "Symbol");
}

const Value &Members::memberBySymbol(const Value &object, const Node *site) {
  llvm::SmallVector<const Value *, 8> values;
  forEachAlternative(object, [&](const Value &alternative) {
    const auto *path = llvm::dyn_cast<ApiValue>(&alternative);
    bool isHost = path && !path->path.starts_with("module:");
    values.push_back(isHost ? &member(alternative, "@@symbol", site)
                            : &memberByUnknownKey(alternative, site));
  });
  return unite(values, site);
}

/// Adds what copies all members of its arguments into a first one that is made there.
void Members::appendCopied(const Node &made, llvm::SmallVectorImpl<const Node *> &sources) {
  const auto *call = llvm::dyn_cast<CallExpression>(&made);
  if (!call && made.parent)
    call = llvm::dyn_cast<CallExpression>(made.parent);
  if (!call || call->arguments.empty() || sources.size() > maxUnionSize)
    return;
  const Value &callee = outsideRun([&]() -> const Value & { return eval(*call->callee); });
  const auto *path = llvm::dyn_cast<ApiValue>(&callee);
  const auto *helper = llvm::dyn_cast<FunctionValue>(&callee);
  const bool isHelper =
      helper && program().shapeOf(*helper->origin).kind != HelperShape::Kind::None;
  if (!isHelper && (!path || path->path != "global:Object.assign"_api))
    return;
  llvm::append_range(sources, call->arguments);
  // `Object.assign(Object.assign({}, fs), {…})`
  if (call != &made && call->arguments[0] == &made)
    appendCopied(*call, sources);
}

/// The modules outside the bundle all of whose members an object takes: `{...fs}`, in compiled code
/// `Object.assign({}, fs)`.
llvm::SmallVector<const ApiValue *, 2> Members::modulesCopiedInto(const ObjectValue &object) {
  llvm::SmallVector<const Node *, 8> sources;
  if (!object.open || !object.origin)
    return {};
  if (const auto *literal = llvm::dyn_cast<ObjectExpression>(object.origin))
    for (const Node *part : literal->properties)
      if (const auto *spread = llvm::dyn_cast<SpreadElement>(part))
        sources.push_back(spread->argument);
  appendCopied(*object.origin, sources);
  llvm::SmallVector<const ApiValue *, 2> copied;
  for (const Node *source : sources) {
    if (!llvm::isa<Identifier, CallExpression, MemberExpression>(source))
      continue;
    const Value &value = outsideRun([&]() -> const Value & { return eval(*source); });
    if (const auto *path = llvm::dyn_cast<ApiValue>(&value); path && isModule(value))
      copied.push_back(path);
  }
  return copied;
}

const Value &Members::memberByUnknownKey(const Value &object, const Node *site) {
  llvm::SmallVector<const Value *, 8> values;
  forEachAlternative(object, [&](const Value &alternative) {
    const auto *path = llvm::dyn_cast<ApiValue>(&alternative);
    if (path && !isListOfTexts(path->path) && !isAddedToPrototype(path->path))
      values.push_back(&api(path->path == "global:globalThis"_api ? llvm::Twine("global:[?]"_api)
                                                                  : path->path + ".[?]",
                            site));
    else if (const auto *known = llvm::dyn_cast<ObjectValue>(&alternative)) {
      if (!spend(known->properties.size() * propertyWork))
        return values.push_back(&unknown(UnknownReason::Limit, site));
      for (const PropertyValue &property : known->properties)
        values.push_back(property.value);
      for (const ApiValue *copied : modulesCopiedInto(*known))
        values.push_back(&memberByUnknownKey(*copied, site));
      values.push_back(&unknown(UnknownReason::Member, site));
    } else if (const auto *list = llvm::dyn_cast<ArrayValue>(&alternative)) {
      if (!spend(list->elements.size() * propertyWork))
        return values.push_back(&unknown(UnknownReason::Limit, site));
      values.append(list->elements.begin(), list->elements.end());
      values.push_back(&unknown(UnknownReason::Member, site));
    } else if (const ResultValue *proxy = Proxies::asProxy(alternative)) {
      values.push_back(&proxies().memberOf(*proxy, unknown(UnknownReason::Member, site), site));
    } else {
      values.push_back(&unknown(UnknownReason::Member, site));
    }
  });
  return unite(values, site);
}

namespace {

/// A path with one more member. A name that the path holds twice already leads back to where it
/// stands there, so that what is taken of itself again and again has few paths.
std::string longerPath(llvm::StringRef path, llvm::StringRef key) {
  std::string member = ("." + key).str();
  if (path.count('.') < 2)
    return (path + member).str();
  size_t last = llvm::StringRef::npos;
  unsigned count = 0;
  for (size_t at = path.find(member); at != llvm::StringRef::npos; at = path.find(member, at + 1)) {
    size_t end = at + member.size();
    if (end == path.size() || path[end] == '.' || path[end] == '(')
      last = end, ++count;
  }
  return count < 2 ? (path + member).str() : path.take_front(last).str();
}

} // namespace

const Value &Members::member(const Value &object, llvm::StringRef key, const Node *site) {
  if (&object == &nothing())
    return nothing();
  switch (object.kind) {
  case ValueKind::Union: {
    llvm::SmallVector<const Value *, 8> values;
    for (const Value *alternative : llvm::cast<UnionValue>(object).alternatives)
      values.push_back(&member(*alternative, key, site));
    return unite(values, site);
  }
  case ValueKind::Object: {
    const auto &known = llvm::cast<ObjectValue>(object);
    // stages after this one ask without a place of their own
    const bool isChangedElsewhere = known.isShared && site != object.origin;
    if (const PropertyValue *property = known.find(key)) {
      if (ownObjects().isLocal(object) && !property->mayDiffer)
        return *property->value;
      const Value &value = memberChanges().withMemberChanges(*property->value, key, site);
      if (property->mayDiffer)
        return unite({&value, &unknown(UnknownReason::Member, site)}, site);
      return isChangedElsewhere ? unite({&value, &unknown(UnknownReason::Shared, site)}, site)
                                : value;
    }
    if ((!known.open && !isChangedElsewhere) || key == "constructor" || key == "__proto__")
      return memberOfBuiltin("Object", key, site);
    llvm::SmallVector<const Value *, 4> values = {&unknown(UnknownReason::Member, site)};
    for (const ApiValue *copied : modulesCopiedInto(known))
      values.push_back(&member(*copied, key, site));
    return unite(values, site);
  }
  case ValueKind::Array: {
    const auto &list = llvm::cast<ArrayValue>(object);
    size_t index = 0;
    if (!key.getAsInteger(10, index)) {
      if (list.open || (list.isShared && site != object.origin))
        return memberByUnknownKey(list, site);
      return index < list.elements.size() ? *list.elements[index] : make<UndefinedValue>(site);
    }
    if (key == "length" && (list.open || list.isShared))
      return unknown(UnknownReason::Member, site);
    if (key == "length")
      return number(list.elements.size(), site);
    return memberOfBuiltin("Array", key, site);
  }
  case ValueKind::String: {
    if (const Value *part = foldString().memberOfString(llvm::cast<StringValue>(object), key, site))
      return *part;
    return memberOfBuiltin("String", key, site);
  }
  case ValueKind::Number:
    return memberOfBuiltin("Number", key, site);
  case ValueKind::BigInt:
    return memberOfBuiltin("BigInt", key, site);
  case ValueKind::Boolean:
    return memberOfBuiltin("Boolean", key, site);
  case ValueKind::RegExp:
    return memberOfBuiltin("RegExp", key, site);
  case ValueKind::Function:
    if (const Value *written = symbols().writtenMember(object, key, site)) {
      const Value *known = key == "prototype"
                               ? constructorFunctions().writtenPrototype(
                                     constructorFunctions().classOf(*object.origin), *written, site)
                               : nullptr;
      return known ? *known : *written;
    }
    if (key == "prototype" && constructorFunctions().isConstructorFunction(*object.origin))
      return make<InstanceValue>(&constructorFunctions().classOf(*object.origin), site);
    if (const Value *superClass = constructorFunctions().classOf(*object.origin).superClass;
        superClass && key != "constructor")
      return member(*superClass, key, site);
    return memberOfBuiltin("Function", key, site);
  case ValueKind::Class:
    return classes().memberOfClass(llvm::cast<ClassValue>(object), key, site);
  case ValueKind::Instance: {
    if (const auto *fields = llvm::cast<InstanceValue>(object).fields) {
      if (const PropertyValue *field = fields->find(key))
        return classes().memberOfKnownInstance(llvm::cast<InstanceValue>(object), *field, site);
      if (ownObjects().isLocal(*fields) && site)
        if (const Value *known =
                classes().memberOfNewInstance(llvm::cast<InstanceValue>(object), key, *site))
          return *known;
    }
    if (const Value *written = symbols().writtenMember(object, key, site)) {
      const Value *known =
          classes().inheritedMember(*llvm::cast<InstanceValue>(object).type, key, site);
      return known ? unite({written, known}, site) : *written;
    }
    const ClassValue &type = *llvm::cast<InstanceValue>(object).type;
    const Value &own = classes().memberOfInstance(type, key, site);
    bool isThis = site && object.origin && llvm::isa<ThisExpression>(object.origin);
    return isThis ? inheritance().memberOfThis(type, key, false, own, *site) : own;
  }
  case ValueKind::Namespace:
    return exports().exportOf(*llvm::cast<NamespaceValue>(object).module, key, site);
  case ValueKind::Api:
    return memberOfApi(llvm::cast<ApiValue>(object), key, site);
  case ValueKind::Result: {
    if (const ArrayValue *elements =
            key == "size" ? knownCollections().elementsKnownOf(object) : nullptr)
      return number(elements->elements.size(), site);
    if (const Value *known =
            hostText().foldResultMember(llvm::cast<ResultValue>(object), key, site))
      return *known;
    if (const Value *part = hostFiles().memberOfEntry(llvm::cast<ResultValue>(object), key))
      return *part;
    llvm::StringRef path = llvm::cast<ResultValue>(object).callee->path;
    if (const ResultValue *proxy = Proxies::asProxy(object))
      return proxies().memberOf(*proxy, string(key, site), site);
    if (givesData(path)) {
      llvm::StringRef type = path;
      // `Object(value)` gives the value back
      bool isItsOwn =
          type.consume_front("global:") && type != "Object" && isNativeConstructor(type);
      return isItsOwn && key == "constructor" ? api(path, site) : memberOfUnknown(key, site);
    }
    const Value &inner =
        api(longerPath((path + "()").str(), key), site, &llvm::cast<ResultValue>(object));
    const auto *end = key == "argv" && site ? llvm::dyn_cast<ApiValue>(&inner) : nullptr;
    const Value *parsed = end ? argumentParsers().parsedByYargs(*end, {}, *site) : nullptr;
    return parsed ? *parsed : inner;
  }
  case ValueKind::Unknown:
    return memberOfUnknown(key, site);
  case ValueKind::Undefined:
  case ValueKind::Null:
    return unknown(UnknownReason::Member, site);
  }
  return unknown(UnknownReason::Member, site);
}

const Value &Members::memberOfUnknown(llvm::StringRef key, const Node *site) {
  if (key == "constructor" || key == "__proto__")
    return api("any:" + key, site);
  return unknown(UnknownReason::Member, site);
}

/// Inherited members of the built-in types.
const Value &Members::memberOfBuiltin(llvm::StringRef type, llvm::StringRef key, const Node *site) {
  if (key == "constructor")
    return api("global:" + type, site);
  if (key == "__proto__")
    return api("global:" + type + ".prototype", site);
  static constexpr llvm::StringLiteral ofObject[] = {
      "hasOwnProperty",   "isPrototypeOf",   "propertyIsEnumerable", "toString",
      "valueOf",          "toLocaleString",  "__defineGetter__",     "__defineSetter__",
      "__lookupGetter__", "__lookupSetter__"};
  if (type == "Object" && !llvm::is_contained(ofObject, key))
    return make<UndefinedValue>(site);
  // `[][[]]`: what is not a name is nothing that anybody adds to a prototype
  bool isName =
      !key.empty() &&
      llvm::all_of(key, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; }) &&
      key != "NaN" && key != "undefined" && key != "true" && key != "false" && key != "null";
  if (!isName)
    return make<UndefinedValue>(site);
  // functions and arrays get members of their own where nobody sees it
  static constexpr llvm::StringLiteral newer[] = {"toReversed", "toSorted",     "toSpliced",
                                                  "with",       "isWellFormed", "toWellFormed"};
  std::string prototype = (type + ".prototype").str();
  bool isOwn =
      key == "length" || key == "name" ||
      (type == "Function" && llvm::is_contained({"prototype", "caller", "arguments"}, key));
  bool isBuiltin = hasPrototypeMember(type, key) || llvm::is_contained(newer, key);
  if (isOwn || (!isBuiltin && !patches().isPatched(prototype, key)))
    return unknown(UnknownReason::Member, site);
  return api("global:" + llvm::Twine(prototype) + "." + key, site);
}

namespace {

/// Host objects that are not functions, so that their `constructor` is not Function.
bool isObjectPath(llvm::StringRef path) {
  static constexpr llvm::StringLiteral objects[] = {
      "global:globalThis"_api,  "global:process"_api, "global:console"_api, "global:Math"_api,
      "global:JSON"_api,        "global:Reflect"_api, "global:module"_api,  "global:exports"_api,
      "global:process.env"_api, "global:Atomics"_api, "global:Intl"_api,    "global:crypto"_api,
      "global:performance"_api};
  return llvm::is_contained(objects, path);
}

/// Names that lead to the same thing as another path.
llvm::StringRef canonicalPath(llvm::StringRef path) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> same[] = {
      {"handler:ctx.require"_api, "global:require"_api},
      {"handler:ctx.process"_api, "global:process"_api},
      {"global:module.require"_api, "global:require"_api},
      {"global:require.main"_api, "global:module"_api},
      {"global:module.parent"_api, "global:module"_api},
      {"global:process.mainModule"_api, "global:module"_api},
      {"global:module.exports.constructor"_api, "global:Object"_api},
      {"module:console"_api, "global:console"_api},
      {"module:process"_api, "global:process"_api},
      {"module:timers.setInterval"_api, "global:setInterval"_api},
      {"module:timers.setTimeout"_api, "global:setTimeout"_api},
      {"module:url.URL"_api, "global:URL"_api},
      {"module:url.URLSearchParams"_api, "global:URLSearchParams"_api},
  };
  for (const auto &[from, to] : same)
    if (path == from)
      return to;
  return path;
}

} // namespace

const Value &Members::memberOfApi(const ApiValue &object, llvm::StringRef key, const Node *site) {
  llvm::StringRef path = canonicalPath(object.path);
  if (object.path.starts_with("module:") && key == "default")
    return api(path, site);
  if (path == "global:globalThis"_api) {
    if (key == "globalThis" || key == "window" || key == "self" || key == "global")
      return api(path, site);
    return api("global:" + key, site);
  }
  if (isListOfTexts(path) && llvm::all_of(key, llvm::isDigit))
    return unknown(UnknownReason::Member, site);
  if (const Value *known = folding().foldApiMember(path, key, site))
    return *known;
  if (const Value *known = start() ? starting().memberAtStart(path, key, site) : nullptr)
    return *known;
  bool isModule = path.starts_with("module:");
  if (path == "global:module"_api && key == "exports" && site) {
    const ModuleInfo &module = program().moduleOf(*site);
    if (module.goal == Goal::CommonJs)
      return exports().exportsOf(module, site);
  }
  if (key == "constructor" && !isModule) {
    if (path.consume_back(".prototype"))
      return api(path, site);
    if (path == "any:constructor"_api || (path.starts_with("global:") && !isObjectPath(path)))
      return api("global:Function"_api, site);
  }
  if (key == "prototype" && path.ends_with(".prototype"))
    return make<UndefinedValue>(site);
  if (isAddedToPrototype(path))
    return memberOfUnknown(key, site);
  return api(canonicalPath(longerPath(path, key)), site, object.receiver);
}

} // namespace agentc
