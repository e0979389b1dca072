#ifndef AGENTC_SUPPORT_ATOMICFILE_H
#define AGENTC_SUPPORT_ATOMICFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace agentc {

/// Writes a whole file or none: a temporary file in the target's folder, fsync, rename. What stood
/// there before stays until the rename. Mode 0644 less the umask. Through a symbolic link the file
/// it names is replaced; devices, pipes and `/dev/stdout` are written to as they are. A signal that
/// ends the program removes the temporary file.
llvm::Error writeFileAtomically(llvm::StringRef path, llvm::StringRef bytes);

} // namespace agentc

#endif
