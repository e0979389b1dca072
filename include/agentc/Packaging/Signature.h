#ifndef AGENTC_PACKAGING_SIGNATURE_H
#define AGENTC_PACKAGING_SIGNATURE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace agentc {

/// Loads OpenSSL's libcrypto, which stays loaded; an Error if this machine has none. Whatever
/// returns an Expected here does so itself.
llvm::Error requireCrypto();

/// An Ed25519 public key (RFC 8032), as SubjectPublicKeyInfo (RFC 8410).
class PublicKey {
public:
  /// From PEM text, `BEGIN PUBLIC KEY`; an Error says why it is none.
  static llvm::Expected<PublicKey> fromPem(llvm::StringRef pem);
  /// From DER, after `requireCrypto`; std::nullopt if it is not an Ed25519 key.
  static std::optional<PublicKey> fromDer(llvm::StringRef der);

  /// SubjectPublicKeyInfo in DER, 44 bytes: one key has one form.
  llvm::StringRef der() const { return der_; }
  /// SHA-256 of `der`, in hexadecimal.
  std::string id() const;
  bool verifies(llvm::StringRef message, llvm::StringRef signature) const;

private:
  explicit PublicKey(std::string der) : der_(std::move(der)) {}
  std::string der_;
};

/// An Ed25519 private key. Signing is deterministic.
class SigningKey {
public:
  /// From PEM text, PKCS#8 without a passphrase; an Error says why it is none.
  static llvm::Expected<SigningKey> fromPem(llvm::StringRef pem);
  static llvm::Expected<SigningKey> generate();
  SigningKey(SigningKey &&) = default;
  ~SigningKey();

  std::string privatePem() const; ///< PKCS#8
  std::string publicPem() const;  ///< SubjectPublicKeyInfo
  PublicKey publicKey() const;
  std::string sign(llvm::StringRef message) const;

private:
  explicit SigningKey(std::string seed) : seed_(std::move(seed)) {}
  std::string seed_; ///< RFC 8032's 32 bytes; wiped at the end
};

} // namespace agentc

#endif
