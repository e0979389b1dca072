#include "PathTexts.h"

#include "agentc/Support/PosixPath.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::paths {

bool hasMark(llvm::StringRef text) {
  return text.find_first_of(llvm::StringRef("\0\1\2\3", 4)) != llvm::StringRef::npos;
}

bool maybeDots(llvm::StringRef part) {
  return part.contains(plainText) &&
         part.find_first_not_of(llvm::StringRef(".\3")) == llvm::StringRef::npos;
}

std::string normal(llvm::StringRef path) {
  if (isAny(path))
    return any().front();
  llvm::SmallVector<llvm::StringRef, 16> parts;
  path.split(parts, '/');
  return llvm::any_of(llvm::ArrayRef(parts).drop_back(), maybeDots) ? any().front()
                                                                    : posix::normalizePath(path);
}

bool givesName(llvm::StringRef path) {
  static constexpr llvm::StringLiteral paths[] = {"global:Date.now"_api,
                                                  "global:Date().getTime"_api,
                                                  "global:Date().toISOString"_api,
                                                  "global:Date().valueOf"_api,
                                                  "global:Number"_api,
                                                  "global:parseInt"_api,
                                                  "global:parseFloat"_api,
                                                  "global:performance.now"_api,
                                                  "global:crypto.randomUUID"_api,
                                                  "module:crypto.randomUUID"_api,
                                                  "module:crypto.randomInt"_api,
                                                  "global:process.hrtime.bigint"_api};
  return llvm::is_contained(paths, path) || path.starts_with("global:Math."_api);
}

bool listsFolder(llvm::StringRef callee) {
  auto [read, rest] = callee.split("()");
  if (fileFunction(read) != "readdir")
    return false;
  while (rest.consume_front(".")) {
    auto [change, more] = rest.split("()");
    if (!llvm::is_contained({"filter", "sort", "reverse", "slice", "toSorted"}, change))
      return false;
    rest = more;
  }
  return rest.empty();
}

bool writesBytes(llvm::StringRef path) {
  return path == "module:crypto.randomBytes().toString"_api ||
         (path.starts_with("module:crypto.createHash()"_api) && path.ends_with(".digest"));
}

/// True if a character class includes everything that is not part of names: `/[^a-z0-9]/g`.
static bool matchesSlashes(const Value &pattern) {
  const auto *expression = llvm::dyn_cast<RegExpValue>(&pattern);
  if (!expression || !expression->flags.contains('g'))
    return false;
  llvm::StringRef text = expression->pattern;
  text.consume_back("+");
  if (!text.consume_front("[^") || !text.consume_back("]") || text.contains(".-") ||
      text.contains("--"))
    return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool isEscape = text[i] == '\\';
    if (isEscape && ++i == text.size())
      return false;
    if (isEscape ? !llvm::StringRef("wds._-").contains(text[i])
                 : !llvm::isAlnum(text[i]) && !llvm::StringRef("_.-").contains(text[i]))
      return false;
  }
  return true;
}

bool givesPlainText(llvm::StringRef callee) {
  return callee == "global:encodeURIComponent"_api || callee == "module:sanitize-filename"_api ||
         callee == "module:slugify"_api;
}

bool leavesPlainText(llvm::StringRef method, llvm::ArrayRef<const Value *> arguments,
                     bool wasPlain) {
  if (method == "replace" || method == "replaceAll") {
    const auto *with = arguments.size() == 2 ? llvm::dyn_cast<StringValue>(arguments[1]) : nullptr;
    return with && with->value.find_first_of("/$") == llvm::StringRef::npos &&
           !hasMark(with->value) && (wasPlain || matchesSlashes(*arguments[0]));
  }
  if (method == "toISOString" || method == "getTime")
    return true;
  return wasPlain && llvm::is_contained({"toLowerCase", "toUpperCase", "toString", "toFixed",
                                         "trim", "slice", "substring", "substr"},
                                        method);
}

llvm::StringRef pathFunction(llvm::StringRef path) {
  if (!path.consume_front("module:path"_api))
    return "";
  path.consume_front("/posix");
  path.consume_front(".posix");
  return path.consume_front(".") && !path.contains('(') ? path : "";
}

llvm::StringRef fileFunction(llvm::StringRef path) {
  if (!path.consume_front("module:fs"_api))
    return "";
  path.consume_front("/promises");
  path.consume_front(".promises");
  if (!path.consume_front(".") || path.contains('('))
    return "";
  path.consume_back(".native");
  path.consume_back("Sync");
  return path;
}

std::string pathOfUrl(llvm::StringRef url) {
  if (hasMark(url) || !url.consume_front_insensitive("file:"))
    return "";
  std::string text = url.take_front(url.find_first_of("?#")).str();
  std::replace(text.begin(), text.end(), '\\', '/');
  llvm::StringRef rest = text;
  if (rest.consume_front("//"))
    rest.consume_front_insensitive("localhost");
  if (!rest.starts_with("/") || rest.starts_with("//"))
    return "";
  std::string path;
  for (size_t i = 0; i < rest.size(); ++i) {
    unsigned code = 0;
    if (rest[i] == '%' && !rest.substr(i + 1, 2).getAsInteger(16, code) && i + 2 < rest.size()) {
      path += static_cast<char>(code);
      i += 2;
    } else {
      path += rest[i];
    }
  }
  return hasMark(path) ? "" : path;
}

std::string joinUrl(llvm::StringRef text, llvm::StringRef base) {
  if (hasMark(text))
    return any().front();
  std::string clean;
  for (char c : text.trim(" "))
    if (c != '\t' && c != '\n' && c != '\r')
      clean += c == '\\' ? '/' : c;
  llvm::StringRef rest = clean;
  const size_t colon = rest.find(':');
  const bool hasScheme =
      colon != llvm::StringRef::npos && colon > 0 && rest.find_first_of("/?#") > colon;
  if (hasScheme && (!rest.starts_with_insensitive("file:") || rest.substr(5).starts_with("/")))
    return clean;
  if (hasScheme)
    rest = rest.drop_front(5);
  const std::string folder = pathOfUrl(base);
  if (folder.empty())
    return any().front();
  if (rest.starts_with("//"))
    return ("file:" + rest).str();
  if (rest.starts_with("/"))
    return ("file://" + rest).str();
  // what was decoded once is not decoded again
  if (llvm::StringRef(folder).find_first_of("%?#") != llvm::StringRef::npos)
    return any().front();
  return ("file://" + folder.substr(0, folder.rfind('/') + 1) + rest).str();
}

} // namespace agentc::paths
