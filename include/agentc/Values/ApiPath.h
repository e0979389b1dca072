#ifndef AGENTC_VALUES_APIPATH_H
#define AGENTC_VALUES_APIPATH_H

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace agentc {

namespace api_paths {

inline constexpr std::string_view known[] = {
#define API_PATH(path) path,
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/ApiPaths.def"
};

/// A path as it is written in a source.
template <size_t Size> struct Written {
  char text[Size];

  consteval Written(const char (&path)[Size]) { std::copy_n(path, Size, text); }
  constexpr std::string_view view() const { return {text, Size - 1}; }
};

/// True if ApiPaths.def has a path or, for one that ends with a separator, a path that begins so.
consteval bool isKnown(std::string_view path) {
  auto firstFrom = [](std::string_view wanted) {
    const auto *at = std::lower_bound(std::begin(known), std::end(known), wanted);
    return at == std::end(known) ? std::string_view() : *at;
  };
  if (path.back() != '.' && path.back() != '/')
    return firstFrom(path) == path;
  std::string_view whole = path.substr(0, path.size() - 1);
  return firstFrom(whole) == whole || firstFrom(path).starts_with(path);
}

} // namespace api_paths

/// An API path, or with a separator at its end what paths begin with: `"global:process.env"_api`,
/// `"module:path.posix."_api`. Compiles only if ApiPaths.def has the path, so that a typo does not.
template <api_paths::Written Path> consteval llvm::StringLiteral operator""_api() {
  static_assert(api_paths::isKnown(Path.view()), "ApiPaths.def has no such path");
  return llvm::StringLiteral(Path.text);
}

} // namespace agentc

#endif
