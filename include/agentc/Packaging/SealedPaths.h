#ifndef AGENTC_PACKAGING_SEALEDPATHS_H
#define AGENTC_PACKAGING_SEALEDPATHS_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// The path of a package's signature, where it is signed.
inline constexpr llvm::StringLiteral attestationPath = "agentc/attestation.json";
/// The path of a package's list of components (CycloneDX 1.6).
inline constexpr llvm::StringLiteral sbomPath = "agentc/sbom.cdx.json";

} // namespace agentc

#endif
