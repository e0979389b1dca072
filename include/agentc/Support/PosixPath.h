#ifndef AGENTC_SUPPORT_POSIXPATH_H
#define AGENTC_SUPPORT_POSIXPATH_H

#include "llvm/ADT/StringRef.h"

#include <string>

/// Node's `path.posix`, of texts.
namespace agentc::posix {

std::string normalizePath(llvm::StringRef path);
llvm::StringRef baseName(llvm::StringRef path);
llvm::StringRef folderName(llvm::StringRef path);
llvm::StringRef extension(llvm::StringRef path);
/// True if a normalized path is the folder itself or lies below it.
bool isWithin(llvm::StringRef path, llvm::StringRef folder);

} // namespace agentc::posix

/// The folders that tools find in the sandbox; the same on each machine.
namespace agentc::sandbox {

inline constexpr llvm::StringLiteral bundleFolder = "/bundle";
inline constexpr llvm::StringLiteral scratchFolder = "/tmp";
/// The home of the user that tools run as, which is the folder that outlives a call.
inline constexpr llvm::StringLiteral dataFolder = "/home/agent";

} // namespace agentc::sandbox

#endif
