#include "Evaluator.h"

#include "Utf16.h"

namespace agentc {

using namespace ast;

std::optional<std::string> Values::Evaluator::keyOf(const Node &node) {
  const Node *key = nullptr;
  bool computed = false;
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&node))
    key = member->property, computed = member->computed;
  else if (const auto *property = llvm::dyn_cast<Property>(&node))
    key = property->key, computed = property->computed;
  else if (const auto *method = llvm::dyn_cast<MethodDefinition>(&node))
    key = method->key, computed = method->computed;
  else if (const auto *field = llvm::dyn_cast<PropertyDefinition>(&node))
    key = field->key, computed = field->computed;
  if (!key)
    return std::nullopt;
  if (computed)
    return textOf(eval(*key));
  if (const auto *identifier = llvm::dyn_cast<Identifier>(key))
    return identifier->name.str();
  if (const auto *name = llvm::dyn_cast<PrivateIdentifier>(key))
    return name->name.starts_with("#") ? name->name.str() : ("#" + name->name).str();
  if (const auto *literal = llvm::dyn_cast<Literal>(key))
    return literal->literal == LiteralKind::Number ? numberToString(literal->number)
                                                   : literal->text.str();
  return std::nullopt;
}

const Value &Values::Evaluator::computeMember(const MemberExpression &expression) {
  const Value &object = eval(*expression.object);
  if (std::optional<std::string> key = keyOf(expression)) {
    const Value &read = member(object, strings_.save(llvm::StringRef(*key)), &expression);
    // `o.b = o.a` reads a variable whose value isn't complete yet
    const auto *variable = llvm::dyn_cast<Identifier>(expression.object);
    const Symbol *symbol = variable ? program_.symbolOf(*variable) : nullptr;
    if (!symbol || !partialSymbols_.contains(symbol))
      return read;
    const PropertyWrites &writes = writesTo(*symbol);
    auto written = writes.find(*key);
    return written == writes.end()
               ? read
               : unite({&read, &valueOf(written->second, &expression)}, &expression);
  }
  // a key that is one of several constants
  if (const auto *keys = llvm::dyn_cast<UnionValue>(&eval(*expression.property))) {
    llvm::SmallVector<const Value *, 8> values;
    for (const Value *alternative : keys->alternatives) {
      std::optional<std::string> key = textOf(*alternative);
      values.push_back(key ? &member(object, strings_.save(llvm::StringRef(*key)), &expression)
                           : &memberByUnknownKey(object, &expression));
    }
    return unite(values, &expression);
  }
  return memberByUnknownKey(object, &expression);
}

const Value &Values::Evaluator::memberByUnknownKey(const Value &object, const Node *site) {
  llvm::SmallVector<const Value *, 8> values;
  forEachAlternative(object, [&](const Value &alternative) {
    if (const auto *path = llvm::dyn_cast<ApiValue>(&alternative))
      values.push_back(
          &api(path->path == "global:globalThis" ? llvm::Twine("global:[?]") : path->path + ".[?]",
               site));
    else if (const auto *known = llvm::dyn_cast<ObjectValue>(&alternative)) {
      if (!spend(known->properties.size() * propertyWork))
        return values.push_back(&unknown(UnknownReason::Limit, site));
      for (const PropertyValue &property : known->properties)
        values.push_back(property.value);
      values.push_back(&unknown(UnknownReason::Member, site));
    } else if (const auto *list = llvm::dyn_cast<ArrayValue>(&alternative)) {
      if (!spend(list->elements.size() * propertyWork))
        return values.push_back(&unknown(UnknownReason::Limit, site));
      values.append(list->elements.begin(), list->elements.end());
      values.push_back(&unknown(UnknownReason::Member, site));
    } else {
      values.push_back(&unknown(UnknownReason::Member, site));
    }
  });
  return unite(values, site);
}

const Value &Values::Evaluator::member(const Value &object, llvm::StringRef key, const Node *site) {
  switch (object.kind) {
  case ValueKind::Union: {
    llvm::SmallVector<const Value *, 8> values;
    for (const Value *alternative : llvm::cast<UnionValue>(object).alternatives)
      values.push_back(&member(*alternative, key, site));
    return unite(values, site);
  }
  case ValueKind::Object: {
    const auto &known = llvm::cast<ObjectValue>(object);
    if (const PropertyValue *property = known.find(key))
      return *property->value;
    return known.open && key != "constructor" && key != "__proto__"
               ? unknown(UnknownReason::Member, site)
               : memberOfBuiltin("Object", key, site);
  }
  case ValueKind::Array: {
    const auto &list = llvm::cast<ArrayValue>(object);
    size_t index = 0;
    if (!key.getAsInteger(10, index)) {
      if (list.open)
        return memberByUnknownKey(list, site);
      return index < list.elements.size() ? *list.elements[index] : make<UndefinedValue>(site);
    }
    if (key == "length" && !list.open)
      return number(list.elements.size(), site);
    return memberOfBuiltin("Array", key, site);
  }
  case ValueKind::String: {
    size_t index = 0;
    bool isIndex = !key.getAsInteger(10, index);
    llvm::StringRef value = llvm::cast<StringValue>(object).value;
    if ((isIndex || key == "length") && !spend(value.size()))
      return unknown(UnknownReason::Limit, site);
    std::u16string text = isIndex || key == "length" ? toUtf16(value) : std::u16string();
    if (key == "length")
      return number(text.size(), site);
    if (isIndex)
      return index < text.size() ? string(fromUtf16(text.substr(index, 1)), site)
                                 : make<UndefinedValue>(site);
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
    if (const Value *written = writtenMember(object, key, site))
      return *written;
    return memberOfBuiltin("Function", key, site);
  case ValueKind::Class:
    return memberOfClass(llvm::cast<ClassValue>(object), key, site);
  case ValueKind::Instance:
    if (const Value *written = writtenMember(object, key, site))
      return unite({written, &memberOfInstance(*llvm::cast<InstanceValue>(object).type, key, site)},
                   site);
    return memberOfInstance(*llvm::cast<InstanceValue>(object).type, key, site);
  case ValueKind::Namespace:
    return exportOf(*llvm::cast<NamespaceValue>(object).module, key, site);
  case ValueKind::Api:
    return memberOfApi(llvm::cast<ApiValue>(object).path, key, site);
  case ValueKind::Result:
    return api(llvm::cast<ResultValue>(object).callee->path + "()." + key, site);
  case ValueKind::Unknown:
    if (key == "constructor" || key == "__proto__")
      return api("any:" + key, site);
    [[fallthrough]];
  case ValueKind::Undefined:
  case ValueKind::Null:
    return unknown(UnknownReason::Member, site);
  }
  return unknown(UnknownReason::Member, site);
}

/// Inherited members of the built-in types.
const Value &Values::Evaluator::memberOfBuiltin(llvm::StringRef type, llvm::StringRef key,
                                                const Node *site) {
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
  return api("global:" + type + ".prototype." + key, site);
}

namespace {

/// Host objects that are no functions, so that their `constructor` is not Function.
bool isObjectPath(llvm::StringRef path) {
  static constexpr llvm::StringLiteral objects[] = {
      "global:globalThis",  "global:process", "global:console", "global:Math",
      "global:JSON",        "global:Reflect", "global:module",  "global:exports",
      "global:process.env", "global:Atomics", "global:Intl",    "global:crypto",
      "global:performance"};
  return llvm::is_contained(objects, path);
}

/// Names that lead to the same thing as another path.
llvm::StringRef canonicalPath(llvm::StringRef path) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> same[] = {
      {"handler:ctx.require", "global:require"},
      {"handler:ctx.process", "global:process"},
      {"global:module.require", "global:require"},
      {"global:require.main", "global:module"},
      {"global:module.parent", "global:module"},
      {"global:process.mainModule", "global:module"},
      {"global:module.exports.constructor", "global:Object"},
      {"module:process", "global:process"},
  };
  for (const auto &[from, to] : same)
    if (path == from)
      return to;
  return path;
}

} // namespace

const Value &Values::Evaluator::memberOfApi(llvm::StringRef path, llvm::StringRef key,
                                            const Node *site) {
  if (path == "global:globalThis") {
    if (key == "globalThis" || key == "window" || key == "self" || key == "global")
      return api(path, site);
    return api("global:" + key, site);
  }
  bool isModule = path.starts_with("module:");
  if (isModule && key == "default")
    return api(path, site);
  if (path == "global:module" && key == "exports" && site) {
    const ModuleInfo &module = program_.moduleOf(*site);
    if (module.goal == Goal::CommonJs)
      return exportsOf(module, site);
  }
  if (key == "constructor" && !isModule) {
    if (path.consume_back(".prototype"))
      return api(path, site);
    if (path == "any:constructor" || (path.starts_with("global:") && !isObjectPath(path)))
      return api("global:Function", site);
  }
  if (key == "prototype" && path.ends_with(".prototype"))
    return make<UndefinedValue>(site);
  std::string longer = (path + "." + key).str();
  return api(canonicalPath(longer), site);
}

} // namespace agentc
