#ifndef AGENTC_PACKAGING_ATTESTATION_H
#define AGENTC_PACKAGING_ATTESTATION_H

#include "agentc/Packaging/Package.h"
#include "agentc/Packaging/Signature.h"

namespace agentc {

/// The sealer's decisions about a package, which nobody can derive from it.
struct SealPolicy {
  Trust trust = Trust::Registry;
  Severity failOn = Severity::Warning;
};

/// Adds `agentc/attestation.json` to a plan: an in-toto statement (v1) about the bundle digest and
/// every file below `agentc/`, in a DSSE envelope (v1.0.2) with one Ed25519 signature. Equal plans,
/// keys and policies give equal bytes. The predicate is described by
/// docs/schemas/attestation-1.schema.json.
void signPlan(PackagePlan &plan, const SigningKey &key, const SealPolicy &policy);

enum class SignatureState {
  Unsigned,
  Unchecked, ///< signed by the key that the package names; whose that is nobody said
  Checked,   ///< signed by one of the keys that were given
  Wrong,     ///< reported
};

/// `unsigned`, `unchecked`, `checked`, `wrong`.
llvm::StringRef signatureStateName(SignatureState state);

/// Who signed a package.
struct Signer {
  SignatureState state = SignatureState::Unsigned;
  std::string keyId; ///< of the key that the signature fits; else empty
  /// The policy that the signer states; only where the signature fits.
  std::optional<SealPolicy> policy = std::nullopt;
};

/// `author`, `registry`.
llvm::StringRef trustName(Trust trust);

/// Checks `agentc/attestation.json` against the package it stands in and, where there are any,
/// against the keys of which one must have signed. What is wrong is reported; an Error means that
/// this machine cannot check signatures.
llvm::Expected<Signer> checkAttestation(const FileTree &packageFiles,
                                        llvm::ArrayRef<PublicKey> keys,
                                        DiagnosticList &diagnostics);

} // namespace agentc

#endif
