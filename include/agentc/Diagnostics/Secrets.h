#ifndef AGENTC_DIAGNOSTICS_SECRETS_H
#define AGENTC_DIAGNOSTICS_SECRETS_H

#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Support/FileTree.h"
#include "agentc/Support/Json.h"

namespace agentc {

/// Bytes of a file that no output may show, and the secret that they are or stand for.
struct SecretPlace {
  std::string file;
  ByteRange range;
  std::string value;
};

/// Puts stars for secrets, and for what is left of those that were cut short, into every message
/// and note, whichever rule quotes them, and drops fixes that would repeat one.
void maskSecrets(DiagnosticList &diagnostics, llvm::ArrayRef<SecretPlace> secrets);

/// Puts them into every text of a document, but for the names of members.
void maskSecrets(Json &document, llvm::ArrayRef<SecretPlace> secrets);

/// The files with stars for the secrets' bytes; offsets, lines and columns hold.
FileTree maskedFiles(const FileTree &files, llvm::ArrayRef<SecretPlace> secrets);

} // namespace agentc

#endif
