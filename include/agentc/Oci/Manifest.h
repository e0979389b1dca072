#ifndef AGENTC_OCI_MANIFEST_H
#define AGENTC_OCI_MANIFEST_H

#include "agentc/Support/Json.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// The data of the OCI image specification 1.1 that agentc uses.
namespace agentc::oci {

inline constexpr llvm::StringLiteral manifestType = "application/vnd.oci.image.manifest.v1+json";
inline constexpr llvm::StringLiteral indexType = "application/vnd.oci.image.index.v1+json";
inline constexpr llvm::StringLiteral emptyType = "application/vnd.oci.empty.v1+json";
/// The content of `emptyType`.
inline constexpr llvm::StringLiteral emptyBlob = "{}";
/// The file name of a layer, by which `oras` names it, too.
inline constexpr llvm::StringLiteral titleAnnotation = "org.opencontainers.image.title";

/// The bytes that a manifest or index may have, which is what the distribution specification
/// recommends, and the entries of a list.
inline constexpr uint64_t maxManifestBytes = 4 << 20;
inline constexpr size_t maxListed = 1000;

using Annotations = std::map<std::string, std::string>;

/// Content by its digest.
struct Descriptor {
  std::string mediaType;
  std::string digest; ///< `sha256:…`
  uint64_t size = 0;
  std::string artifactType; ///< of a manifest in an index; else empty
  Annotations annotations;

  /// Describes bytes.
  static Descriptor of(llvm::StringRef bytes, llvm::StringRef mediaType);
  bool sameContent(const Descriptor &other) const {
    return digest == other.digest && size == other.size && mediaType == other.mediaType;
  }
};

/// An image manifest.
struct Manifest {
  std::string artifactType;
  Descriptor config;
  std::vector<Descriptor> layers;
  std::optional<Descriptor> subject;
  Annotations annotations;
};

/// A repository sent something other than what was asked for, or than its digest says; it cannot be
/// trusted any further. The message is escaped for a terminal.
class UntrustedContent : public llvm::ErrorInfo<UntrustedContent> {
public:
  static char ID;
  explicit UntrustedContent(std::string message) : message_(std::move(message)) {}
  void log(llvm::raw_ostream &out) const override { out << message_; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

private:
  std::string message_;
};
llvm::Error untrusted(const llvm::Twine &message);

Json toJson(const Descriptor &descriptor);
/// Reads a descriptor strictly; std::nullopt if it is not one, or names another digest than
/// SHA-256.
std::optional<Descriptor> readDescriptor(const Json &json);

/// A manifest's text: one line, the same bytes for the same content.
std::string printManifest(const Manifest &manifest);
/// Reads a manifest of `manifestType`; an Error is an UntrustedContent.
llvm::Expected<Manifest> parseManifest(llvm::StringRef text);

/// An index with no manifest in it.
Json emptyIndex();
/// Reads an image index, as JSON, so that what agentc doesn't know of it stays when it is written
/// again; its `manifests` are at most `maxListed` descriptors. An Error is an UntrustedContent.
llvm::Expected<Json> parseIndex(llvm::StringRef text);

} // namespace agentc::oci

#endif
