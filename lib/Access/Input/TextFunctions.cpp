#include "TextFunctions.h"

#include "agentc/Values/ApiPath.h"
#include "llvm/ADT/StringSwitch.h"

namespace agentc {

namespace {

constexpr llvm::StringLiteral keeping[] = {
    "global:String"_api,
    "global:Object"_api,
    "global:Array"_api,
    "global:JSON.parse"_api,
    "global:structuredClone"_api,
    "global:Object.assign"_api,
    "global:Object.freeze"_api,
    "global:Object.fromEntries"_api,
    "global:Array.from"_api,
    "global:Array.of"_api,
    "global:Promise.resolve"_api,
    "global:Promise.all"_api,
    "global:Promise.allSettled"_api,
    "global:Promise.race"_api,
    "global:Promise.any"_api,
    "global:Buffer.from"_api,
    "global:Map"_api,
    "global:Set"_api,
    "global:atob"_api,
    "global:decodeURIComponent"_api,
    "global:decodeURI"_api,
    "global:encodeURI"_api,
    "global:escape"_api,
    "global:unescape"_api,
    "module:util.inspect"_api,
    "module:fs.realpathSync"_api,
    "module:fs.promises.realpath"_api,
    "module:fs/promises.realpath"_api,
    "global:String.raw"_api,
    "global:JSON.stringify"_api,
};

constexpr llvm::StringLiteral mixing[] = {
    "global:Object.values"_api,
    "global:Object.keys"_api,
    "global:Object.entries"_api,
    "module:path.join"_api,
    "module:path.resolve"_api,
    "module:path.normalize"_api,
    "module:path.format"_api,
    "module:path.relative"_api,
    "module:path.dirname"_api,
    "module:util.format"_api,
    "global:URL"_api,
    "module:querystring.stringify"_api,
    "global:URLSearchParams"_api,
    "global:String.prototype.concat"_api,
};

/// Functions that make a text harmless in an SQL statement or a command, by their last name.
bool isEscaper(llvm::StringRef path, llvm::StringRef name, TextUse use) {
  if (use == TextUse::Sql)
    return llvm::is_contained({"escape", "escapeId", "escapeLiteral", "escapeIdentifier", "literal",
                               "ident", "format", "escapeString"},
                              name) &&
           path != "global:escape"_api && !path.starts_with("module:util"_api) &&
           !path.starts_with("module:path"_api);
  if (use == TextUse::Command)
    return path.starts_with("module:shell-quote"_api) ||
           path.starts_with("module:shell-escape"_api) || path.starts_with("module:shescape"_api) ||
           path.starts_with("module:shlex"_api) || path.starts_with("module:puka"_api) ||
           path.starts_with("module:any-shell-escape"_api);
  if (use == TextUse::Key)
    return false;
  return name == "basename" || name == "encodeURIComponent" ||
         path.starts_with("module:sanitize-filename"_api) ||
         path.starts_with("module:slugify"_api) || path.starts_with("module:filenamify"_api);
}

/// True of functions that ask a model, whose answer is up to whoever writes a part of the question.
bool isAnswerOfModel(llvm::StringRef path) {
  return (path.contains(":@modelcontextprotocol/sdk") && path.ends_with(".createMessage")) ||
         path.ends_with(":ai.generateText") || path.ends_with(":ai.generateObject");
}

} // namespace

TextFunction textFunctionOf(llvm::StringRef path, TextUse use, bool isDecoded) {
  llvm::StringRef name = path.substr(path.find_last_of(".:") + 1);
  // a code of what is harmful is harmless until it is decoded
  if (isEscaper(path, name, use))
    return isDecoded ? TextFunction::Keeps : TextFunction::Stops;
  if (path == "global:encodeURIComponent"_api || path == "module:path.basename"_api)
    return TextFunction::Keeps;
  // path.posix and path.win32 are path's own
  for (llvm::StringRef flavor :
       {"module:path.posix."_api, "module:path.win32."_api, "module:path/posix."_api})
    if (path.consume_front(flavor))
      return name == "parse" ? TextFunction::Stops : TextFunction::Mixes;
  if (llvm::is_contained(keeping, path))
    return TextFunction::Keeps;
  if (llvm::is_contained(mixing, path))
    return TextFunction::Mixes;
  // a stream of the elements, a text's bytes
  if (path.starts_with("module:lodash"_api) || path.ends_with(":stream.Readable.from") ||
      path.ends_with("ReadableStream.from") || path.ends_with(":TextEncoder().encode"))
    return TextFunction::Keeps;
  // parts of a URL have neither slashes nor a way up until they are decoded
  if (path.ends_with("URLPattern().exec"))
    return use == TextUse::Path && !isDecoded ? TextFunction::Stops : TextFunction::Mixes;
  if (isAnswerOfModel(path))
    return TextFunction::Mixes;
  return TextFunction::Stops;
}

bool isStatementMember(llvm::StringRef key) {
  return llvm::is_contained({"text", "sql", "query", "sqlText", "statement"}, key);
}

bool isPiping(llvm::StringRef method) {
  return method == "pipe" || method == "pipeThrough" || method == "pipeTo";
}

bool isListening(llvm::StringRef method) {
  return llvm::is_contained({"on", "once", "addListener", "prependListener", "addEventListener",
                             "prependOnceListener", "subscribe"},
                            method);
}

} // namespace agentc
