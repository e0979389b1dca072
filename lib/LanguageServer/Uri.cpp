#include "Uri.h"

#include "agentc/Diagnostics/EncodedPath.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace agentc::lsp {

namespace path = llvm::sys::path;

static std::optional<std::string> decoded(llvm::StringRef text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned byte = static_cast<unsigned char>(text[i]);
    if (text[i] == '%') {
      if (i + 2 >= text.size() || text.substr(i + 1, 2).getAsInteger(16, byte))
        return std::nullopt;
      i += 2;
    }
    // No file has a name with such a byte, and what the system is asked for would end there.
    if (byte == 0)
      return std::nullopt;
    result += static_cast<char>(byte);
  }
  return result;
}

std::optional<std::string> pathOfUri(llvm::StringRef uri) {
  if (!uri.consume_front_insensitive("file:"))
    return std::nullopt;
  if (uri.consume_front("//") && !uri.starts_with("/") &&
      !uri.consume_front_insensitive("localhost"))
    return std::nullopt;
  std::optional<std::string> name =
      decoded(uri.take_until([](char c) { return c == '?' || c == '#'; }));
  if (!name || !llvm::StringRef(*name).starts_with("/"))
    return std::nullopt;
  llvm::SmallString<256> result(*name);
  path::remove_dots(result, /*remove_dot_dot=*/true);
  return result.str().str();
}

std::string uriOfPath(llvm::StringRef name) { return "file://" + encodePath(name); }

std::string realPathOf(llvm::StringRef name) {
  llvm::SmallString<256> real;
  std::string rest;
  for (llvm::StringRef at = name; !at.empty(); at = path::parent_path(at)) {
    if (!llvm::sys::fs::real_path(at, real))
      return real.str().rtrim('/').str() + rest;
    if (at.size() > 1)
      rest = "/" + path::filename(at).str() + rest;
  }
  return name.str();
}

std::string realPathOfUri(llvm::StringRef uri) {
  const std::optional<std::string> path = pathOfUri(uri);
  return path ? realPathOf(*path) : "";
}

} // namespace agentc::lsp
