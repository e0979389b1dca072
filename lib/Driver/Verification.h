#ifndef AGENTC_LIB_DRIVER_VERIFICATION_H
#define AGENTC_LIB_DRIVER_VERIFICATION_H

#include "Flags/Options.h"

#include "agentc/Packaging/Signature.h"
#include "agentc/Pipeline/BundleFindings.h"

namespace agentc {

/// Compares a package, compiled up to its plan, with what is sealed in it, and its signature with
/// the keys of which one must have signed.
llvm::Expected<BundleResult> compareWithSeal(Compilation &compilation, llvm::StringRef bytes,
                                             llvm::StringRef path, llvm::ArrayRef<PublicKey> keys,
                                             Severity failOn);

/// Reads a package that is in memory, as `agentc verify` reads a file; `name` stands for its path
/// in messages.
llvm::Expected<BundleResult> verifyBytes(DriverEnv &env, CommonOptions options,
                                         llvm::StringRef name, llvm::StringRef bytes,
                                         llvm::ArrayRef<PublicKey> keys, Compilation &compilation);

/// The verdict as `agentc verify` prints it.
std::string renderVerified(const BundleResult &result, const CommonOptions &options);

} // namespace agentc

#endif
