#include "Evaluator.h"

#include "Utf16.h"

#include "agentc/Support/Json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

namespace agentc {

using namespace ast;

const Value *Values::Evaluator::invokeHost(llvm::StringRef path, Arguments arguments,
                                           const Node &site) {
  if (path == "global:require")
    return arguments.empty() ? nullptr : &importModule(site, *arguments[0]);
  if (path == "global:Promise.resolve" && !arguments.empty())
    return arguments[0];
  if (path == "module:module.createRequire")
    return &api("global:require", &site);
  if (path == "global:Reflect.get" && arguments.size() >= 2) {
    if (std::optional<std::string> key = textOf(*arguments[1]))
      return &member(*arguments[0], strings_.save(llvm::StringRef(*key)), &site);
    return &memberByUnknownKey(*arguments[0], &site);
  }
  if (path == "global:Reflect.apply" && arguments.size() >= 3) {
    const auto *list = llvm::dyn_cast<ArrayValue>(arguments[2]);
    return &invoke(*arguments[0], list ? list->elements : Arguments(), site, false);
  }
  if (path == "global:Reflect.construct" && arguments.size() >= 2) {
    const auto *list = llvm::dyn_cast<ArrayValue>(arguments[1]);
    return &invoke(*arguments[0], list ? list->elements : Arguments(), site, true);
  }
  if (path.consume_front("global:Object.") || path.consume_front("global:Reflect."))
    return invokeObjectFunction(path, arguments, site);
  if (path == "global:Array.of")
    return &array(arguments, false, &site);
  return invokeStringFunction(path, arguments, site);
}

const Value *Values::Evaluator::invokeObjectFunction(llvm::StringRef name, Arguments arguments,
                                                     const Node &site) {
  if (arguments.empty())
    return nullptr;
  const Value &first = *arguments[0];
  if (name == "freeze" || name == "seal" || name == "preventExtensions")
    return &first;
  if (name == "getPrototypeOf") {
    switch (first.kind) {
    case ValueKind::Function:
    case ValueKind::Class:
      return &api("global:Function.prototype", &site);
    case ValueKind::Instance:
      return &first;
    case ValueKind::Array:
      return &api("global:Array.prototype", &site);
    case ValueKind::Object:
      return &api("global:Object.prototype", &site);
    default:
      return &api("any:prototype", &site);
    }
  }
  if (name == "getOwnPropertyDescriptor" && arguments.size() >= 2) {
    std::optional<std::string> key = textOf(*arguments[1]);
    const Value &value = key ? member(first, strings_.save(llvm::StringRef(*key)), &site)
                             : memberByUnknownKey(first, &site);
    return &object({{"value", &value, &site}}, false, &site);
  }
  if (name == "assign") {
    llvm::SmallVector<PropertyValue, 8> properties;
    llvm::StringMap<size_t> indices;
    bool open = false;
    for (const Value *source : arguments) {
      const auto *known = llvm::dyn_cast<ObjectValue>(source);
      if (known && !spend(known->properties.size() * propertyWork))
        return &unknown(UnknownReason::Limit, &site);
      open |= !known || known->open;
      for (const PropertyValue &property :
           known ? known->properties : llvm::ArrayRef<PropertyValue>()) {
        auto [slot, fresh] = indices.try_emplace(property.key, properties.size());
        if (fresh)
          properties.push_back(property);
        else
          properties[slot->second] = property;
      }
    }
    return llvm::isa<ObjectValue>(first) ? &object(properties, open, first.origin) : nullptr;
  }
  const auto *known = llvm::dyn_cast<ObjectValue>(&first);
  if (!known || known->open || !spend(known->properties.size() * propertyWork))
    return nullptr;
  llvm::SmallVector<const Value *, 8> list;
  for (const PropertyValue &property : known->properties) {
    const Value &key = string(property.key, property.site);
    if (name == "keys")
      list.push_back(&key);
    else if (name == "values")
      list.push_back(property.value);
    else if (name == "entries")
      list.push_back(&array({&key, property.value}, false, property.site));
    else
      return nullptr;
  }
  return name == "keys" || name == "values" || name == "entries" ? &array(list, false, &site)
                                                                 : nullptr;
}

namespace {

std::optional<std::string> percentDecode(llvm::StringRef text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    if (text[i] != '%') {
      out += text[i];
    } else if (i + 2 < text.size() && !text.substr(i + 1, 2).getAsInteger(16, byte)) {
      out += static_cast<char>(byte);
      i += 2;
    } else {
      return std::nullopt;
    }
  }
  return out;
}

/// Base64 as `atob` and Buffer read it: padding may be missing.
std::optional<std::string> decodeBase64(llvm::StringRef text) {
  std::string padded;
  for (char c : text.rtrim('='))
    if (!llvm::isSpace(c))
      padded += c == '-' ? '+' : c == '_' ? '/' : c;
  padded.append((4 - padded.size() % 4) % 4, '=');
  std::vector<char> bytes;
  if (llvm::Error error = llvm::decodeBase64(padded, bytes)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  return std::string(bytes.begin(), bytes.end());
}

std::string latin1ToUtf8(llvm::StringRef bytes) {
  std::u16string text;
  for (unsigned char byte : bytes)
    text += byte;
  return fromUtf16(text);
}

} // namespace

const Value *Values::Evaluator::invokeStringFunction(llvm::StringRef path, Arguments arguments,
                                                     const Node &site) {
  if (path == "global:String.fromCharCode" || path == "global:String.fromCodePoint") {
    std::u16string text;
    for (const Value *argument : arguments) {
      std::optional<double> code = numberOf(*argument);
      if (!code || !(*code >= 0 && *code <= 0x10FFFF))
        return nullptr;
      uint32_t point = static_cast<uint32_t>(*code);
      if (point >= 0x10000 && path.ends_with("Point"))
        text += static_cast<char16_t>(0xD7C0 + (point >> 10)), point = 0xDC00 | (point & 0x3FF);
      text += static_cast<char16_t>(point);
    }
    return &string(fromUtf16(text), &site);
  }
  std::optional<std::string> text = arguments.empty() ? std::nullopt : textOf(*arguments[0]);
  if (!text)
    return nullptr;
  if (path == "global:String")
    return &string(*text, &site);
  if (path == "global:Number")
    if (std::optional<double> value = numberOf(*arguments[0]))
      return &number(*value, &site);
  if (path == "global:parseInt" && llvm::isa<StringValue>(arguments[0])) {
    std::optional<double> base =
        arguments.size() > 1 ? numberOf(*arguments[1]) : std::optional(10.0);
    long long value = 0;
    if (base && *base >= 2 && *base <= 36 &&
        !llvm::StringRef(*text).trim().getAsInteger(static_cast<unsigned>(*base), value))
      return &number(value, &site);
  }
  std::optional<std::string> decoded;
  if (path == "global:atob") {
    if (std::optional<std::string> bytes = decodeBase64(*text))
      decoded = latin1ToUtf8(*bytes);
  } else if (path == "global:decodeURIComponent" || path == "global:decodeURI" ||
             path == "global:unescape") {
    decoded = percentDecode(*text);
  }
  return decoded ? &string(*decoded, &site) : nullptr;
}

} // namespace agentc
