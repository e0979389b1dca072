#include "TextFunctions.h"

#include "llvm/ADT/StringSwitch.h"

namespace agentc {

namespace {

constexpr llvm::StringLiteral keeping[] = {
    "global:String",
    "global:Object",
    "global:Array",
    "global:JSON.parse",
    "global:structuredClone",
    "global:Object.assign",
    "global:Object.freeze",
    "global:Object.fromEntries",
    "global:Array.from",
    "global:Array.of",
    "global:Promise.resolve",
    "global:Promise.all",
    "global:Promise.allSettled",
    "global:Promise.race",
    "global:Buffer.from",
    "global:Map",
    "global:Set",
    "global:atob",
    "global:decodeURIComponent",
    "global:decodeURI",
    "global:encodeURI",
    "global:escape",
    "global:unescape",
    "module:util.inspect",
    "module:fs.realpathSync",
    "module:fs.promises.realpath",
    "module:fs/promises.realpath",
    "global:String.raw",
    "global:JSON.stringify",
};

constexpr llvm::StringLiteral mixing[] = {
    "global:Object.values",
    "global:Object.keys",
    "global:Object.entries",
    "module:path.join",
    "module:path.resolve",
    "module:path.normalize",
    "module:path.format",
    "module:path.relative",
    "module:path.dirname",
    "module:util.format",
    "global:URL",
    "module:querystring.stringify",
    "global:URLSearchParams",
    "global:String.prototype.concat",
};

/// Functions that make a text harmless in an SQL statement or a command, by their last name.
bool isEscaper(llvm::StringRef path, llvm::StringRef name, TextUse use) {
  if (use == TextUse::Sql)
    return llvm::is_contained({"escape", "escapeId", "escapeLiteral", "escapeIdentifier", "literal",
                               "ident", "format", "escapeString"},
                              name) &&
           path != "global:escape" && !path.starts_with("module:util") &&
           !path.starts_with("module:path");
  if (use == TextUse::Command)
    return path.starts_with("module:shell-quote") || path.starts_with("module:shell-escape") ||
           path.starts_with("module:shescape") || path.starts_with("module:shlex") ||
           path.starts_with("module:puka") || path.starts_with("module:any-shell-escape");
  return name == "basename" || name == "encodeURIComponent" ||
         path.starts_with("module:sanitize-filename") || path.starts_with("module:slugify") ||
         path.starts_with("module:filenamify");
}

} // namespace

TextFunction textFunctionOf(llvm::StringRef path, TextUse use) {
  llvm::StringRef name = path.substr(path.find_last_of(".:") + 1);
  if (isEscaper(path, name, use))
    return TextFunction::Stops;
  if (path == "global:encodeURIComponent" || path == "module:path.basename")
    return TextFunction::Keeps;
  // path.posix and path.win32 are path's own
  for (llvm::StringRef flavor : {"module:path.posix.", "module:path.win32.", "module:path/posix."})
    if (path.consume_front(flavor))
      return name == "parse" ? TextFunction::Stops : TextFunction::Mixes;
  if (llvm::is_contained(keeping, path))
    return TextFunction::Keeps;
  if (llvm::is_contained(mixing, path))
    return TextFunction::Mixes;
  if (path.starts_with("module:lodash"))
    return TextFunction::Keeps;
  return TextFunction::Stops;
}

TextMethod textMethodOf(llvm::StringRef name) {
  return llvm::StringSwitch<TextMethod>(name)
      .Cases("trim", "trimStart", "trimEnd", "slice", "substring", "substr", "normalize",
             TextMethod::Text)
      .Cases("toLowerCase", "toUpperCase", "toLocaleLowerCase", "toLocaleUpperCase", "toString",
             "valueOf", "repeat", "padStart", "padEnd", TextMethod::Text)
      .Cases("charAt", "split", "match", "matchAll", "exec", "href", "toJSON", TextMethod::Text)
      .Cases("replace", "replaceAll", TextMethod::Replaces)
      .Cases("concat", "join", TextMethod::Joins)
      .Cases("filter", "reverse", "sort", "toSorted", "toReversed", "flat", "values", "splice",
             TextMethod::Elements)
      .Cases("catch", "finally", "with", "fill", TextMethod::Elements)
      .Cases("then", "reduce", "reduceRight", TextMethod::Calls)
      .Cases("pop", "shift", "find", "findLast", "at", "get", "getAll", "next", TextMethod::Element)
      .Cases("map", "flatMap", TextMethod::Maps)
      .Default(TextMethod::None);
}

CallbackStyle callbackStyleOf(llvm::StringRef method) {
  return llvm::StringSwitch<CallbackStyle>(method)
      .Cases("map", "flatMap", "forEach", "filter", "find", "findLast", "some", "every",
             CallbackStyle::Element)
      .Cases("reduce", "reduceRight", CallbackStyle::Reduce)
      .Case("then", CallbackStyle::Result)
      .Case("from", CallbackStyle::From)
      .Default(CallbackStyle::None);
}

bool isCollecting(llvm::StringRef method) {
  return llvm::is_contained(
      {"push", "unshift", "splice", "add", "set", "append", "write", "concat"}, method);
}

bool isCleaning(const Value &pattern, TextUse use) {
  llvm::StringRef text;
  if (const auto *expression = llvm::dyn_cast<RegExpValue>(&pattern)) {
    if (!expression->flags.contains('g'))
      return false;
    text = expression->pattern;
    if (text.contains("[^") || text.contains("\\W"))
      return true;
  } else if (const auto *known = llvm::dyn_cast<StringValue>(&pattern)) {
    text = known->value;
  }
  switch (use) {
  case TextUse::Sql:
    return text.contains('\'');
  case TextUse::Command:
    return text.contains('\'') || text.contains('"') || text.contains('`');
  case TextUse::Path:
    return text.contains('/') || text.contains("..") || text.contains("\\.");
  }
  return false;
}

} // namespace agentc
