#include "Builtins/HostText.h"

#include "Abstract/Members.h"
#include "Builtins/Conversions.h"
#include "Builtins/FoldString.h"
#include "Builtins/HostFiles.h"
#include "Builtins/HostObject.h"
#include "Builtins/Numbers.h"
#include "Builtins/TextCodings.h"
#include "Flows.h"
#include "agentc/Program/MemberIndex.h"
#include "agentc/Support/Utf16.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringSwitch.h"
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

/// True of functions whose results are arrays of bytes.
static bool makesBytes(llvm::StringRef path) {
  if (path.starts_with("module:fs"_api))
    return true;
  path.consume_front("module:buffer."_api) || path.consume_front("global:");
  return llvm::is_contained(
      {"Buffer.from", "Buffer.concat", "Uint8Array", "Uint8Array.from", "TextEncoder().encode"},
      path);
}

/// True if a place where bytes are used leaves them as they are.
bool HostText::isRead(const Node &use) {
  const Node *parent = use.parent;
  while (parent && llvm::isa<ArrayExpression, SpreadElement>(parent))
    parent = parent->parent;
  if (!parent)
    return false;
  const auto *member = llvm::dyn_cast<MemberExpression>(parent);
  if (const auto *call = member ? nullptr : llvm::dyn_cast<CallExpression>(parent)) {
    member = llvm::dyn_cast<MemberExpression>(call->callee);
    // a function of the bundle may write to what it is given, whatever its name
    if (!member ||
        !llvm::isa<ApiValue>(outsideRun([&]() -> const Value & { return eval(*member); })))
      return false;
  }
  if (!member)
    return llvm::isa<BinaryExpression, TemplateLiteral, ExportSpecifier>(parent);
  if (member->computed)
    return !isWritten(*member);
  const auto *name = llvm::dyn_cast<Identifier>(member->property);
  return name && isReader(name->name);
}

/// True if nothing can have written to the bytes between their creation and their use: the
/// expression is used in place, or through variables that are only read, in any module.
bool HostText::isUnwritten(const ResultValue &bytes) {
  const Node *made = bytes.origin;
  if (isRead(*made))
    return true;
  const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(made->parent);
  const auto *name = declarator ? llvm::dyn_cast<Identifier>(declarator->id) : nullptr;
  const Symbol *symbol = name ? program().symbolOf(*name) : nullptr;
  auto areRead = [&](const Symbol &holder) {
    return llvm::all_of(holder.references, [&](const Identifier *use) { return isRead(*use); });
  };
  if (!symbol || symbol->targets.size() != 1 || !areRead(*symbol))
    return false;
  Names &names = flows().names();
  return llvm::all_of(names.exportsOf(*symbol), [&](llvm::StringRef exported) {
    const Importers &importers =
        names.importersOf(program().moduleOf(*symbol->scope->node), exported);
    return importers.keys.empty() &&
           llvm::all_of(importers.members, [&](const Node *use) { return isRead(*use); }) &&
           llvm::all_of(importers.symbols, [&](const Symbol *other) { return areRead(*other); });
  });
}

/// The bytes of an array whose elements have `width` bytes each, the lowest first.
std::optional<std::string> HostText::bytesOfElements(Arguments elements, unsigned width) {
  std::string bytes;
  if (!spend(elements.size() * elementWork))
    return std::nullopt;
  for (const Value *element : elements) {
    std::optional<double> number = conversions().numberOf(*element);
    if (!number)
      return std::nullopt;
    for (unsigned i = 0; i < width; ++i)
      bytes += static_cast<char>((toUint32(*number) >> (8 * i)) & 0xFF);
  }
  return bytes;
}

/// The bytes behind an array of whole numbers, as whoever reads its buffer gets them.
std::optional<std::string> HostText::viewedBytesOf(const Value &value) {
  const auto *made = llvm::dyn_cast<ResultValue>(&value);
  llvm::StringRef path = made ? made->callee->path : llvm::StringRef();
  path.consume_front("global:");
  auto [type, method] = path.split('.');
  unsigned width = llvm::StringSwitch<unsigned>(type)
                       .Cases("Uint8Array", "Int8Array", 1)
                       .Cases("Uint16Array", "Int16Array", 2)
                       .Cases("Uint32Array", "Int32Array", 4)
                       .Default(0);
  bool isOf = method == "of";
  if (width == 0 || (!isOf && (width == 1 || made->arguments.size() != 1)))
    return bytesOf(value);
  const auto *list = isOf ? nullptr : llvm::dyn_cast<ArrayValue>(made->arguments[0]);
  if ((!isOf && (!list || list->open)) || !spend(64) || !isUnwritten(*made))
    return std::nullopt;
  return bytesOfElements(isOf ? made->arguments : list->elements, width);
}

/// Bytes as text, by a label of the Encoding standard; std::nullopt for one that is not known.
static std::optional<std::string> decodeLabelled(llvm::StringRef bytes, llvm::StringRef label) {
  const std::string name = label.lower();
  if (name == "utf-8" || name == "utf8") {
    bytes.consume_front("\xEF\xBB\xBF");
    return decodeUtf8(bytes);
  }
  if (name == "utf-16le" || name == "utf-16") {
    bytes.consume_front("\xFF\xFE");
    return decodeBytes(bytes, "utf16le");
  }
  // the halves of ISO 8859-1 and windows-1252 that are the same
  bool isPlain =
      llvm::all_of(bytes, [](char one) { return static_cast<unsigned char>(one) < 0x80; });
  if (isPlain && llvm::is_contained({"latin1", "iso-8859-1", "windows-1252", "ascii"}, name))
    return bytes.str();
  return std::nullopt;
}

std::optional<std::string> HostText::bytesOf(const Value &value) {
  const auto *made = llvm::dyn_cast<ResultValue>(&value);
  if (!made || !makesBytes(made->callee->path) || !spend(64) || !isUnwritten(*made))
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
  return list->open ? std::nullopt : bytesOfElements(list->elements, 1);
}

const Value *HostText::foldBytesMethod(const ResultValue &receiver, llvm::StringRef key,
                                       Arguments arguments, const Node &site) {
  if (receiver.callee->path == "global:TextDecoder"_api && key == "decode" &&
      arguments.size() == 1) {
    std::optional<llvm::StringRef> label = llvm::StringRef("utf-8");
    if (receiver.arguments.size() == 1)
      label = asString(*receiver.arguments[0]);
    std::optional<std::string> bytes =
        label && receiver.arguments.size() <= 1 ? viewedBytesOf(*arguments[0]) : std::nullopt;
    if (!bytes || !spend(bytes->size() * 4))
      return nullptr;
    std::optional<std::string> text = decodeLabelled(*bytes, *label);
    return text ? &string(*text, &site) : nullptr;
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
