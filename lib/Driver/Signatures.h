#ifndef AGENTC_LIB_DRIVER_SIGNATURES_H
#define AGENTC_LIB_DRIVER_SIGNATURES_H

#include "Flags/Options.h"

#include "agentc/Diagnostics/Renderers.h"
#include "agentc/Packaging/Attestation.h"

namespace agentc {

/// The keys that `--key` names, in their order.
llvm::Expected<std::vector<PublicKey>> readPublicKeys(DriverEnv &env,
                                                      const llvm::opt::InputArgList &arguments);

/// A package's signature in words: `unsigned: nothing says who made it`; empty for one that is
/// wrong, of which the findings tell.
std::string describeSigner(const Signer &signer);

/// By which rules a package was sealed, in words.
std::string describePolicy(const SealPolicy &policy);

/// A package's signature as reports tell it.
SignatureResult signatureResult(const Signer &signer);

/// Returns the path of the public half of a key file: `key.pub.pem` beside `key.pem`.
std::string publicKeyFile(llvm::StringRef file);

} // namespace agentc

#endif
