#ifndef AGENTC_LIB_RULES_FILEKINDS_H
#define AGENTC_LIB_RULES_FILEKINDS_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// The kind of a file by its first bytes, whatever its name says.
enum class FileKind {
  Other,
  Elf,
  Windows, ///< PE or DOS
  MachO,
  Library, ///< an archive of object files
  Bitcode, ///< LLVM's
  JavaClass,
  Dex,
  Wasm,
  Script,     ///< `#!` and an interpreter that is not a JavaScript engine
  JavaScript, ///< `#!` and one that is
  Archive,
  Document, ///< an office document or e-book, which is a zip archive
};

struct FileIdentity {
  FileKind kind = FileKind::Other;
  llvm::StringRef what; ///< for messages: `an ELF file`
  llvm::StringRef interpreter;
};
FileIdentity identify(llvm::StringRef bytes);

} // namespace agentc

#endif
