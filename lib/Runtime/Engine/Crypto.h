#ifndef AGENTC_LIB_RUNTIME_CRYPTO_H
#define AGENTC_LIB_RUNTIME_CRYPTO_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <openssl/evp.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// OpenSSL for the guest, without V8. Whatever fails gives nothing, and `takeFailure` says why if
/// OpenSSL does. Lengths and numbers come from a stranger and are judged here.
namespace agentc::crypto {

using Input = llvm::ArrayRef<uint8_t>;
using Output = std::vector<uint8_t>;

template <auto function> struct Release {
  template <typename T> void operator()(T *object) const { function(object); }
};
using HashContext = std::unique_ptr<EVP_MD_CTX, Release<EVP_MD_CTX_free>>;
using MacContext = std::unique_ptr<EVP_MAC_CTX, Release<EVP_MAC_CTX_free>>;
using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, Release<EVP_CIPHER_CTX_free>>;
using Key = std::unique_ptr<EVP_PKEY, Release<EVP_PKEY_free>>;

/// Without configuration file, which the walls refuse, and with the kernel's randomness: copies of
/// a process must not share a generator.
void initialize();

/// OpenSSL's first complaint since the last one was taken: its number, library and reason with NUL
/// between; empty if there is none.
std::string takeFailure();

/// A digest by any of the names that OpenSSL knows it by; null if it has none such.
const EVP_MD *digestNamed(llvm::StringRef name);
/// Bytes of a digest; of those of any length, what Node gives unasked.
size_t sizeOf(const EVP_MD *digest);

HashContext startHash(llvm::StringRef name);
HashContext copyOf(const HashContext &hash);
bool update(const HashContext &hash, Input bytes);
/// `length` is for functions of any length alone, 0 for their own.
std::optional<Output> finish(const HashContext &hash, size_t length);

MacContext startHmac(llvm::StringRef digest, Input key);
bool update(const MacContext &mac, Input bytes);
std::optional<Output> finish(const MacContext &mac);

std::optional<Output> pbkdf2(llvm::StringRef digest, Input password, Input salt,
                             uint32_t iterations, size_t length);
std::optional<Output> hkdf(llvm::StringRef digest, Input key, Input salt, Input info,
                           size_t length);
struct ScryptCost {
  uint64_t n, r, p, maximalMemory;
};
std::optional<Output> scrypt(Input password, Input salt, ScryptCost cost, size_t length);

/// Lengths in bytes; the mode's short name, empty for a cipher that this interface cannot run.
struct CipherInfo {
  int keyLength, ivLength, blockSize;
  llvm::StringRef mode;
};
std::optional<CipherInfo> cipherNamed(llvm::StringRef name);
CipherContext startCipher(llvm::StringRef name, bool encrypt, Input key, Input iv);
bool setPadding(const CipherContext &cipher, bool on);
bool addAuthenticated(const CipherContext &cipher, Input bytes);
std::optional<Output> update(const CipherContext &cipher, Input bytes);
/// Before the end when decrypting.
bool setTag(const CipherContext &cipher, Input tag);
std::optional<Output> finish(const CipherContext &cipher);
/// After the end of encrypting.
std::optional<Output> tagOf(const CipherContext &cipher, size_t length);

/// How a key is written: `structure` is `pkcs8`, `spki`, `pkcs1` or `sec1`, empty for any when
/// reading; a private key with a passphrase is encrypted by `cipher`.
struct KeyForm {
  bool isPem = false, isPrivate = false;
  llvm::StringRef structure = "", cipher = "";
  std::optional<llvm::StringRef> passphrase = std::nullopt;
};
Key readKey(Input bytes, const KeyForm &form);
std::optional<Output> writeKey(const Key &key, const KeyForm &form);
/// `kind` is `rsa` with bits, `ec` with a curve's name, or a name such as `ed25519`.
Key generateKey(llvm::StringRef kind, unsigned bits, llvm::StringRef curve);
/// Kind, bits and group with NUL between, `rsa`, `ec` and so on.
std::string describe(const Key &key);

struct SignatureForm {
  llvm::StringRef digest; ///< empty where the algorithm has its own
  bool isHashed = false;  ///< the bytes are the digest of what is signed
  int padding = 0;        ///< RSA's; 0 for its usual one
  int saltLength = -2;    ///< of PSS, or OpenSSL's special values
};
std::optional<Output> sign(const Key &key, const SignatureForm &form, Input bytes);
bool verify(const Key &key, const SignatureForm &form, Input bytes, Input signature);

struct EncryptionForm {
  int padding = 0;
  llvm::StringRef digest = ""; ///< OAEP's
  Input label = {};
};
std::optional<Output> encrypt(const Key &key, const EncryptionForm &form, Input bytes);
std::optional<Output> decrypt(const Key &key, const EncryptionForm &form, Input bytes);

/// The secret that two keys of one group agree on.
std::optional<Output> agree(const Key &own, const Key &peer);

} // namespace agentc::crypto

#endif
