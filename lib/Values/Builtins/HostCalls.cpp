#include "Builtins/HostCalls.h"

#include "Abstract/Calls.h"
#include "Abstract/Members.h"
#include "Builtins/Conversions.h"
#include "Builtins/HostFiles.h"
#include "Builtins/HostJson.h"
#include "Builtins/HostNumber.h"
#include "Builtins/HostObject.h"
#include "Builtins/HostText.h"
#include "Builtins/KnownCollections.h"
#include "Builtins/Numbers.h"
#include "Builtins/Patches.h"
#include "agentc/Support/Utf16.h"

#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

const Value *HostCalls::invokeHost(llvm::StringRef path, Arguments arguments, const Node &site) {
  if (path == "global:require"_api)
    return arguments.empty() ? nullptr : &calls().importModule(site, *arguments[0]);
  if (path == "global:Promise.resolve"_api && !arguments.empty())
    return arguments[0];
  // the same function, to be awaited
  if (path == "module:util.promisify"_api && !arguments.empty() &&
      llvm::isa<ApiValue>(arguments[0]))
    return arguments[0];
  if (path == "module:module.createRequire"_api)
    return &api("global:require"_api, &site);
  if (path.starts_with("module:fs"_api) || path.starts_with("module:path"_api))
    return hostFiles().invokeFileFunction(path, arguments, site);
  if (!path.consume_front("global:"))
    return nullptr;
  if (path == "Reflect.get" && arguments.size() >= 2) {
    if (std::optional<std::string> key = conversions().textOf(*arguments[1]))
      return &members().member(*arguments[0], strings().save(llvm::StringRef(*key)), &site);
    return &members().memberByUnknownKey(*arguments[0], &site);
  }
  if (path == "Reflect.apply" && arguments.size() >= 3) {
    const auto *list = llvm::dyn_cast<ArrayValue>(arguments[2]);
    return &calls().invoke(*arguments[0], list ? list->elements : Arguments(), site, false);
  }
  if (path == "Reflect.construct" && arguments.size() >= 2) {
    const auto *list = llvm::dyn_cast<ArrayValue>(arguments[1]);
    return &calls().invoke(*arguments[0], list ? list->elements : Arguments(), site, true);
  }
  const Value *folded = foldHost(path, arguments, site);
  // an array stays one, whoever changes it
  return folded && path != "Array.isArray" ? &madeOf(arguments, *folded, &site) : folded;
}

const Value *HostCalls::foldHost(llvm::StringRef path, Arguments arguments, const Node &site) {
  if (path.consume_front("Object.") || path.consume_front("Reflect."))
    return hostObject().invokeObjectFunction(path, arguments, site);
  // where it leads is followed above even if it is written over; what it computes isn't known then
  auto [owner, name] = path.contains('.') ? path.rsplit('.') : std::pair(llvm::StringRef(), path);
  if (patches().isPatched(owner, name))
    return nullptr;
  if (path == "Array" || path.starts_with("Array."))
    return invokeArrayFunction(path, arguments, site);
  if (path == "JSON.parse")
    return hostJson().parseJson(arguments, site);
  if (path == "JSON.stringify")
    return hostJson().stringifyJson(arguments, site);
  if (path.consume_front("Math."))
    return hostNumber().invokeMath(path, arguments, site);
  if (const Value *known = hostNumber().invokeNumberFunction(path, arguments, site))
    return known;
  return hostText().invokeStringFunction(path, arguments, site);
}

const Value *HostCalls::constructHost(llvm::StringRef path, Arguments arguments, const Node &site) {
  if (path == "global:Array"_api)
    return invokeArrayFunction("Array", arguments, site);
  return nullptr;
}

const Value *HostCalls::invokeMadeFunction(const ResultValue &made, const Node &site) {
  const auto *text = made.callee->path == "global:Function"_api && made.arguments.size() == 1
                         ? llvm::dyn_cast<StringValue>(made.arguments[0])
                         : nullptr;
  llvm::StringRef body = text ? text->value : "";
  if (!body.consume_front("return") || body.size() > 256 || !spend(body.size()))
    return nullptr;
  body = body.rtrim(';');
  if (body.starts_with(" ")) {
    body = body.trim(' ');
    if (body == "this")
      return &api("global:globalThis"_api, &site);
    return nativeFunctionName(body) ? &api("global:" + body, &site) : nullptr;
  }
  llvm::StringRef pattern = body;
  if (pattern.consume_front("/") && pattern.consume_back("/") && !pattern.empty() &&
      llvm::all_of(pattern, llvm::isAlnum))
    return &make<RegExpValue>(strings().save(pattern), "", &site);
  return nullptr;
}

const Value *HostCalls::iterationOf(const Value &value, const Node &site) {
  if (llvm::isa<ArrayValue>(value))
    return &value;
  if (const ArrayValue *elements = knownCollections().elementsKnownOf(value))
    return elements;
  if (const auto *text = llvm::dyn_cast<StringValue>(&value)) {
    if (!spend(text->value.size() * 2))
      return nullptr;
    llvm::SmallVector<const Value *, 16> points;
    // surrogates without a partner are three bytes each and stay apart
    for (llvm::StringRef rest = text->value; !rest.empty();) {
      unsigned char lead = rest[0];
      size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
      if (points.size() > maxArrayElements)
        return nullptr;
      points.push_back(&string(rest.take_front(length), &site));
      rest = rest.drop_front(std::min(length, rest.size()));
    }
    return &array(points, false, &site);
  }
  if (std::optional<std::string> bytes = hostText().bytesOf(value)) {
    if (bytes->size() > maxArrayElements || !spend(bytes->size() * 32))
      return nullptr;
    llvm::SmallVector<const Value *, 16> units;
    for (unsigned char byte : *bytes)
      units.push_back(&number(byte, &site));
    return &array(units, false, &site);
  }
  return nullptr;
}

const Value *HostCalls::invokeArrayFunction(llvm::StringRef path, Arguments arguments,
                                            const Node &site) {
  if (path == "Array.of")
    return &array(arguments, false, &site);
  if (path == "Array.isArray") {
    if (arguments.empty())
      return &make<BooleanValue>(false, &site);
    if (llvm::isa<UnknownValue, UnionValue, ApiValue, ResultValue, InstanceValue>(arguments[0]))
      return nullptr;
    return &make<BooleanValue>(llvm::isa<ArrayValue>(arguments[0]), &site);
  }
  if (path == "Array") {
    const auto *length =
        arguments.size() == 1 ? llvm::dyn_cast<NumberValue>(arguments[0]) : nullptr;
    if (arguments.size() == 1 && !length &&
        llvm::isa<UnknownValue, UnionValue, ApiValue, ResultValue>(arguments[0]))
      return nullptr;
    return length ? arrayOfLength(length->value, site) : &array(arguments, false, &site);
  }
  if (path != "Array.from" || arguments.empty() ||
      (arguments.size() > 1 && !llvm::isa<UndefinedValue>(arguments[1])))
    return nullptr;
  if (const Value *list = iterationOf(*arguments[0], site)) {
    const auto *known = llvm::dyn_cast<ArrayValue>(list); // unknown where a limit is reached
    return known && spend(known->elements.size() * elementWork)
               ? &array(known->elements, known->open, &site)
               : nullptr;
  }
  const auto *like = llvm::dyn_cast<ObjectValue>(arguments[0]);
  if (!like || like->open || like->find("__proto__"))
    return nullptr;
  const PropertyValue *given = like->find("length");
  std::optional<double> length = given ? conversions().numberOf(*given->value) : std::optional(0.0);
  const auto *list = llvm::dyn_cast_or_null<ArrayValue>(
      length ? arrayOfLength(std::max(0.0, toInteger(*length)), site) : nullptr);
  if (!list || !spend(like->properties.size() * propertyWork))
    return nullptr;
  llvm::SmallVector<const Value *, 16> elements(list->elements);
  for (const PropertyValue &property : like->properties)
    if (std::optional<uint32_t> index = arrayIndex(property.key); index && *index < elements.size())
      elements[*index] = property.value;
  return &array(elements, false, &site);
}

const Value *HostCalls::arrayOfLength(double length, const Node &site) {
  if (!(length >= 0 && length <= maxArrayElements) || length != static_cast<uint32_t>(length) ||
      !spend(static_cast<uint64_t>(length) * elementWork))
    return nullptr;
  llvm::SmallVector<const Value *, 16> elements(static_cast<size_t>(length),
                                                &make<UndefinedValue>(&site));
  return &array(elements, false, &site);
}

} // namespace agentc
