#include "Builtins/HostText.h"

#include "Abstract/Members.h"
#include "Builtins/Conversions.h"
#include "Builtins/FoldString.h"
#include "Builtins/HostFiles.h"
#include "Builtins/HostObject.h"
#include "Builtins/Numbers.h"
#include "Builtins/TextCodings.h"
#include "Compiled/DefinitionResults.h"
#include "agentc/Support/Utf16.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/Support/Base64.h"

#include <cmath>

namespace agentc {

using namespace ast;

const Value *HostText::invokeStringFunction(llvm::StringRef path, Arguments arguments,
                                            const Node &site) {
  if (path == "String.fromCharCode" || path == "String.fromCodePoint") {
    std::u16string text;
    bool isPoint = path.ends_with("Point");
    if (!spend(arguments.size() * 4))
      return nullptr;
    for (const Value *argument : arguments) {
      std::optional<double> code = conversions().numberOf(*argument);
      if (!code || (isPoint && !(*code >= 0 && *code <= 0x10FFFF && *code == std::trunc(*code))))
        return nullptr;
      uint32_t point = toUint32(*code);
      if (isPoint && point >= 0x10000) {
        text += static_cast<char16_t>(0xD7C0 + (point >> 10));
        point = 0xDC00 | (point & 0x3FF);
      }
      text += static_cast<char16_t>(point);
    }
    return &foldString().stringOfUnits(text, &site);
  }
  if (path == "String" && arguments.empty())
    return &string("", &site);
  static constexpr llvm::StringLiteral known[] = {
      "String",    "atob",   "btoa",    "decodeURIComponent", "decodeURI", "encodeURIComponent",
      "encodeURI", "escape", "unescape"};
  if (!llvm::is_contained(known, path))
    return nullptr;
  std::optional<std::string> text =
      arguments.empty() ? "undefined" : conversions().textOf(*arguments[0]);
  if (!text || !spend(text->size() * 8))
    return nullptr;
  std::optional<std::string> result;
  if (path == "String") {
    result = *text;
  } else if (path == "atob") {
    if (std::optional<std::string> bytes = decodeForgivingBase64(*text))
      result = latin1ToUtf8(*bytes);
  } else if (path == "btoa") {
    std::u16string units = toUtf16(*text);
    if (llvm::all_of(units, [](char16_t unit) { return unit < 0x100; }))
      result = llvm::encodeBase64(std::string(units.begin(), units.end()));
  } else if (path.starts_with("decodeURI")) {
    result = decodeUri(*text, path == "decodeURI" ? ";/?:@&=+$,#" : "");
  } else if (path.starts_with("encodeURI")) {
    result = encodeUri(*text, path == "encodeURI" ? ";/?:@&=+$,#" : "");
  } else if (path == "escape") {
    result = escapeText(*text);
  } else {
    result = unescapeText(*text);
  }
  return result ? &string(*result, &site) : nullptr;
}

namespace {

/// True if a method reads bytes and leaves them unchanged.
bool isReader(llvm::StringRef method) {
  static constexpr llvm::StringLiteral readers[] = {
      "toString", "equals", "compare", "includes", "indexOf", "lastIndexOf", "at",
      "join",     "decode", "concat",  "from",     "apply",   "length"};
  return llvm::is_contained(readers, method);
}

} // namespace

/// True if nothing can have written to the bytes between their creation and their use: the
/// expression is used in place, or through a variable that is only read.
bool HostText::isUnwritten(const ResultValue &bytes) {
  auto isRead = [](const Node &use) {
    const Node *parent = use.parent;
    while (parent && llvm::isa<ArrayExpression, SpreadElement>(parent))
      parent = parent->parent;
    if (!parent)
      return false;
    const auto *member = llvm::dyn_cast<MemberExpression>(parent);
    if (!member) {
      const auto *call = llvm::dyn_cast<CallExpression>(parent);
      member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
    }
    if (!member)
      return llvm::isa<BinaryExpression, TemplateLiteral>(parent);
    if (member->computed) {
      const auto *write = llvm::dyn_cast<AssignmentExpression>(member->parent);
      return !(write && write->left == member) && !llvm::isa<UpdateExpression>(member->parent);
    }
    const auto *name = llvm::dyn_cast<Identifier>(member->property);
    return name && isReader(name->name);
  };
  const Node *made = bytes.origin;
  if (isRead(*made))
    return true;
  const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(made->parent);
  const auto *name = declarator ? llvm::dyn_cast<Identifier>(declarator->id) : nullptr;
  const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
  return symbol && symbol->targets.size() == 1 &&
         llvm::all_of(symbol->references, [&](const Identifier *use) { return isRead(*use); });
}

std::optional<std::string> HostText::bytesOf(const Value &value) {
  const auto *made = llvm::dyn_cast<ResultValue>(&value);
  if (!made || !spend(64) || !isUnwritten(*made))
    return std::nullopt;
  llvm::StringRef path = made->callee->path;
  Arguments arguments = made->arguments;
  if (path.starts_with("module:fs"_api))
    return hostFiles().readFile(*made);
  path.consume_front("module:buffer."_api) || path.consume_front("global:");
  if (path == "Buffer.concat" && arguments.size() == 1) {
    const auto *list = llvm::dyn_cast<ArrayValue>(arguments[0]);
    std::string all;
    if (!list || list->open)
      return std::nullopt;
    for (const Value *part : list->elements) {
      std::optional<std::string> bytes = bytesOf(*part);
      if (!bytes || all.size() > maxStringBytes || !spend(bytes->size()))
        return std::nullopt;
      all += *bytes;
    }
    return all;
  }
  if (path == "TextEncoder().encode" && arguments.size() == 1) {
    std::optional<std::string> text =
        llvm::isa<UndefinedValue>(arguments[0]) ? "" : conversions().textOf(*arguments[0]);
    return text ? encodeBytes(*text, "utf8") : std::nullopt;
  }
  bool isBuffer = path == "Buffer.from";
  if (arguments.empty() || (!isBuffer && path != "Uint8Array" && path != "Uint8Array.from"))
    return std::nullopt;
  if (const auto *text = llvm::dyn_cast<StringValue>(arguments[0]); text && isBuffer) {
    const auto *encoding =
        arguments.size() > 1 ? llvm::dyn_cast<StringValue>(arguments[1]) : nullptr;
    if ((arguments.size() > 1 && !encoding) || !spend(text->value.size() * 4))
      return std::nullopt;
    return encodeBytes(text->value, encoding ? encoding->value : "utf8");
  }
  if (arguments.size() > 1)
    return std::nullopt;
  const auto *list = llvm::dyn_cast<ArrayValue>(arguments[0]);
  if (!list)
    return bytesOf(*arguments[0]);
  std::string bytes;
  if (list->open || !spend(list->elements.size() * elementWork))
    return std::nullopt;
  for (const Value *element : list->elements) {
    std::optional<double> number = conversions().numberOf(*element);
    if (!number)
      return std::nullopt;
    bytes += static_cast<char>(toUint32(*number) & 0xFF);
  }
  return bytes;
}

const Value *HostText::foldBytesMethod(const ResultValue &receiver, llvm::StringRef key,
                                       Arguments arguments, const Node &site) {
  if (receiver.callee->path == "global:TextDecoder"_api && key == "decode" &&
      arguments.size() == 1) {
    bool isUtf8 = receiver.arguments.empty();
    if (receiver.arguments.size() == 1)
      if (const auto *label = llvm::dyn_cast<StringValue>(receiver.arguments[0]))
        isUtf8 =
            label->value.equals_insensitive("utf-8") || label->value.equals_insensitive("utf8");
    std::optional<std::string> bytes = isUtf8 ? bytesOf(*arguments[0]) : std::nullopt;
    if (!bytes || !spend(bytes->size() * 4))
      return nullptr;
    llvm::StringRef rest = *bytes;
    rest.consume_front("\xEF\xBB\xBF");
    return &string(decodeUtf8(rest), &site);
  }
  if (key != "toString" || arguments.size() > 1)
    return nullptr;
  std::optional<std::string> bytes = bytesOf(receiver);
  if (!bytes || !spend(bytes->size() * 4))
    return nullptr;
  // other arrays of bytes write numbers
  bool isBuffer = receiver.callee->path.contains("Buffer") ||
                  receiver.callee->path.starts_with("module:fs"_api);
  if (!isBuffer)
    return nullptr;
  bool isPlain = arguments.empty() || llvm::isa<UndefinedValue>(arguments[0]);
  std::optional<std::string> encoding = isPlain ? "utf8" : conversions().textOf(*arguments[0]);
  std::optional<std::string> text = encoding ? decodeBytes(*bytes, *encoding) : std::nullopt;
  return text ? &string(*text, &site) : nullptr;
}

const Value *HostText::foldResultMember(const ResultValue &result, llvm::StringRef key,
                                        const Node *site) {
  // every member of it describes the member of that name
  if (result.callee->path == "global:Object.getOwnPropertyDescriptors"_api &&
      result.arguments.size() == 1)
    return &hostObject().descriptorOf(*result.arguments[0], key, *result.origin);
  if (const DefinitionResult *made = definitionResultOf(result.callee->path);
      made && made->has(key) && made->argument < result.arguments.size())
    if (const auto *given = llvm::dyn_cast<ObjectValue>(result.arguments[made->argument]);
        given && given->find(key))
      return &members().member(*given, key, site);
  std::optional<uint32_t> index = arrayIndex(key);
  if (!index && key != "length")
    return nullptr;
  std::optional<std::string> bytes = bytesOf(result);
  if (!bytes)
    return nullptr;
  if (!index)
    return &number(bytes->size(), site);
  return *index < bytes->size() ? &number(static_cast<unsigned char>((*bytes)[*index]), site)
                                : static_cast<const Value *>(&make<UndefinedValue>(site));
}

} // namespace agentc
