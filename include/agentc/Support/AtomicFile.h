#ifndef AGENTC_SUPPORT_ATOMICFILE_H
#define AGENTC_SUPPORT_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace agentc {

/// How a new file comes to its place.
struct NewFile {
  unsigned mode = 0644; ///< less the umask
  bool replace = true;  ///< else it is an error if a file is there already
  bool durable = true;  ///< else it may be lost, or not whole, after a power failure
};

/// Writes a whole file or none: a file without a name, fsync, a link. What stood there before stays
/// until a rename replaces it. Through a symbolic link the file it names is replaced; devices,
/// pipes and `/dev/stdout` are written to as they are. A program that is killed leaves nothing
/// behind, except between the two calls that replace an older file, or where the file system has no
/// files without a name: then `.agentc-*.tmp`.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes, NewFile how = {});

} // namespace agentc

#endif
