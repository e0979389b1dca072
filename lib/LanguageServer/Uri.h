#ifndef AGENTC_LIB_LANGUAGESERVER_URI_H
#define AGENTC_LIB_LANGUAGESERVER_URI_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc::lsp {

/// The absolute path that a `file` URI of this machine names (RFC 8089), without `.` and `..`;
/// std::nullopt for any other.
std::optional<std::string> pathOfUri(llvm::StringRef uri);

/// The real path of a file's URI; empty for any other URI.
std::string realPathOfUri(llvm::StringRef uri);

/// The URI of an absolute path.
std::string uriOfPath(llvm::StringRef path);

/// The path with the links in it followed, as far as it is there.
std::string realPathOf(llvm::StringRef path);

} // namespace agentc::lsp

#endif
