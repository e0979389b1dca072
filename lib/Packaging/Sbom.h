#ifndef AGENTC_LIB_PACKAGING_SBOM_H
#define AGENTC_LIB_PACKAGING_SBOM_H

#include "agentc/Packaging/Package.h"

namespace agentc {

/// The text of `agentc/sbom.cdx.json`, CycloneDX 1.6: the bundle's components with package URLs,
/// digests, licences, evidence and the graph of what needs what. It depends on nothing but its
/// arguments: no time stamp, and a serial number made of the digest.
std::string writeSbom(const FileTree &files, const Manifest &manifest, llvm::StringRef digest,
                      llvm::StringRef generatorVersion);

} // namespace agentc

#endif
