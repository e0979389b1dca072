#ifndef AGENTC_OCI_REFERENCE_H
#define AGENTC_OCI_REFERENCE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace agentc::oci {

/// A place of a package outside of this machine's files: a repository of a registry, or an image
/// layout in a folder, and what is meant there.
struct Reference {
  std::string registry;   ///< `host` or `host:port`; empty for a layout
  std::string repository; ///< `team/name`; empty for a layout
  std::string folder;     ///< of a layout; else empty
  std::string tag;        ///< may be empty
  std::string digest;     ///< `sha256:…`, or empty

  bool isLayout() const { return !folder.empty(); }
  /// The place without tag and digest.
  std::string place() const;
  /// The place with tag and digest.
  std::string text() const;
};

/// True if a text says by its form that it is a reference: `oci:FOLDER`, `oci://REGISTRY/NAME`.
bool hasReferencePrefix(llvm::StringRef text);

/// Reads `[oci://]REGISTRY/NAME[:TAG][@sha256:…]` by the grammar of distribution's reference
/// package, or `oci:FOLDER[:TAG][@sha256:…]`. Stricter than docker: the registry has to be named (a
/// `.`, a port, or `localhost`), digests are SHA-256. An Error says what is wrong.
llvm::Expected<Reference> parseReference(llvm::StringRef text);

/// True for `sha256:` and 64 hexadecimal digits in lower case.
bool isDigest(llvm::StringRef text);
/// True for a tag by the distribution specification.
bool isTag(llvm::StringRef text);

} // namespace agentc::oci

#endif
