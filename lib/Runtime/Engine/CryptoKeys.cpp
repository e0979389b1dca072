#include "Crypto.h"

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/decoder.h>
#include <openssl/encoder.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#include <climits>
#include <cstring>

namespace agentc::crypto {

using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Release<EVP_PKEY_CTX_free>>;

/// The provider's name of a structure; a key's own format is one name for PKCS #1 and SEC 1.
static const char *structureOf(llvm::StringRef name) {
  if (name == "pkcs8")
    return "PrivateKeyInfo";
  if (name == "spki")
    return "SubjectPublicKeyInfo";
  return name == "pkcs1" || name == "sec1" ? "type-specific" : nullptr;
}

static int selectionOf(const KeyForm &form) {
  return form.isPrivate ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
}

/// Never asks a terminal, as OpenSSL does by itself where there is no passphrase.
static int givePassphrase(char *buffer, size_t size, size_t *length, const OSSL_PARAM[],
                          void *argument) {
  const auto *form = static_cast<const KeyForm *>(argument);
  if (!form->passphrase || form->passphrase->size() > size)
    return 0;
  memcpy(buffer, form->passphrase->data(), form->passphrase->size());
  *length = form->passphrase->size();
  return 1;
}

static Key keyOfCertificate(Input bytes) {
  std::unique_ptr<BIO, Release<BIO_free>> source(
      BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())));
  std::unique_ptr<X509, Release<X509_free>> certificate(
      PEM_read_bio_X509(source.get(), nullptr, nullptr, nullptr));
  return Key(certificate ? X509_get_pubkey(certificate.get()) : nullptr);
}

Key readKey(Input bytes, const KeyForm &form) {
  if (bytes.empty() || bytes.size() > (1 << 20))
    return nullptr;
  llvm::StringRef text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (form.isPem && !form.isPrivate && text.contains("-----BEGIN CERTIFICATE-----"))
    return keyOfCertificate(bytes);
  EVP_PKEY *key = nullptr;
  std::unique_ptr<OSSL_DECODER_CTX, Release<OSSL_DECODER_CTX_free>> decoder(
      OSSL_DECODER_CTX_new_for_pkey(&key, form.isPem ? "PEM" : "DER", structureOf(form.structure),
                                    nullptr, selectionOf(form), nullptr, nullptr));
  const unsigned char *at = bytes.data();
  size_t left = bytes.size();
  if (!decoder ||
      OSSL_DECODER_CTX_set_passphrase_cb(decoder.get(), givePassphrase,
                                         const_cast<KeyForm *>(&form)) != 1 ||
      OSSL_DECODER_from_data(decoder.get(), &at, &left) != 1) {
    EVP_PKEY_free(key);
    return nullptr;
  }
  ERR_clear_error();
  return Key(key);
}

std::optional<Output> writeKey(const Key &key, const KeyForm &form) {
  std::unique_ptr<OSSL_ENCODER_CTX, Release<OSSL_ENCODER_CTX_free>> encoder(
      OSSL_ENCODER_CTX_new_for_pkey(key.get(), selectionOf(form), form.isPem ? "PEM" : "DER",
                                    structureOf(form.structure), nullptr));
  // A passphrase that nothing encrypts with would be a secret written openly.
  if (!encoder || form.passphrase.has_value() == form.cipher.empty())
    return std::nullopt;
  if (form.passphrase &&
      (OSSL_ENCODER_CTX_set_cipher(encoder.get(), form.cipher.str().c_str(), nullptr) != 1 ||
       OSSL_ENCODER_CTX_set_passphrase(
           encoder.get(), reinterpret_cast<const unsigned char *>(form.passphrase->data()),
           form.passphrase->size()) != 1))
    return std::nullopt;
  unsigned char *written = nullptr;
  size_t size = 0;
  if (OSSL_ENCODER_to_data(encoder.get(), &written, &size) != 1)
    return std::nullopt;
  Output out(written, written + size);
  OPENSSL_clear_free(written, size);
  return out;
}

Key generateKey(llvm::StringRef kind, unsigned bits, llvm::StringRef curve) {
  // Longer ones take minutes; the CPU limit would end the call without a word.
  if (kind == "rsa")
    return Key(bits >= 512 && bits <= 8192
                   ? EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", static_cast<size_t>(bits))
                   : nullptr);
  if (kind == "ec")
    return Key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", curve.str().c_str()));
  return Key(kind == "ed25519" || kind == "ed448" || kind == "x25519" || kind == "x448"
                 ? EVP_PKEY_Q_keygen(nullptr, nullptr, kind.upper().c_str())
                 : nullptr);
}

std::string describe(const Key &key) {
  const char *kind = EVP_PKEY_get0_type_name(key.get());
  std::string text = llvm::StringRef(kind ? kind : "").lower();
  text += '\0';
  text += std::to_string(EVP_PKEY_get_bits(key.get()));
  text += '\0';
  char group[80];
  size_t size = 0;
  if (EVP_PKEY_get_group_name(key.get(), group, sizeof group, &size) == 1)
    text.append(group, size);
  ERR_clear_error();
  return text;
}

/// Sets the parameters that RSA needs beside the digest; other keys have no padding.
static bool setUp(EVP_PKEY_CTX *context, const Key &key, const SignatureForm &form) {
  if (!EVP_PKEY_is_a(key.get(), "RSA") && !EVP_PKEY_is_a(key.get(), "RSA-PSS"))
    return true;
  if (form.padding && EVP_PKEY_CTX_set_rsa_padding(context, form.padding) <= 0)
    return false;
  return form.padding != RSA_PKCS1_PSS_PADDING ||
         EVP_PKEY_CTX_set_rsa_pss_saltlen(context, form.saltLength) > 0;
}

static bool setDigest(EVP_PKEY_CTX *context, const SignatureForm &form) {
  return form.digest.empty() ||
         EVP_PKEY_CTX_set_signature_md(context, digestNamed(form.digest)) > 0;
}

std::optional<Output> sign(const Key &key, const SignatureForm &form, Input bytes) {
  const EVP_MD *digest = form.digest.empty() ? nullptr : digestNamed(form.digest);
  if (!digest && !form.digest.empty())
    return std::nullopt;
  size_t size = 0;
  Output out;
  if (form.isHashed) {
    KeyContext context(EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr));
    if (!context || EVP_PKEY_sign_init(context.get()) <= 0 || !setUp(context.get(), key, form) ||
        !setDigest(context.get(), form) ||
        EVP_PKEY_sign(context.get(), nullptr, &size, bytes.data(), bytes.size()) <= 0)
      return std::nullopt;
    out.resize(size);
    if (EVP_PKEY_sign(context.get(), out.data(), &size, bytes.data(), bytes.size()) <= 0)
      return std::nullopt;
  } else {
    HashContext hash(EVP_MD_CTX_new());
    EVP_PKEY_CTX *context = nullptr;
    if (!hash || EVP_DigestSignInit(hash.get(), &context, digest, nullptr, key.get()) != 1 ||
        !setUp(context, key, form) ||
        EVP_DigestSign(hash.get(), nullptr, &size, bytes.data(), bytes.size()) != 1)
      return std::nullopt;
    out.resize(size);
    if (EVP_DigestSign(hash.get(), out.data(), &size, bytes.data(), bytes.size()) != 1)
      return std::nullopt;
  }
  out.resize(size);
  return out;
}

bool verify(const Key &key, const SignatureForm &form, Input bytes, Input signature) {
  const EVP_MD *digest = form.digest.empty() ? nullptr : digestNamed(form.digest);
  bool isValid = false;
  if (!digest && !form.digest.empty())
    return false;
  if (form.isHashed) {
    KeyContext context(EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr));
    isValid = context && EVP_PKEY_verify_init(context.get()) > 0 &&
              setUp(context.get(), key, form) && setDigest(context.get(), form) &&
              EVP_PKEY_verify(context.get(), signature.data(), signature.size(), bytes.data(),
                              bytes.size()) == 1;
  } else {
    HashContext hash(EVP_MD_CTX_new());
    EVP_PKEY_CTX *context = nullptr;
    isValid = hash && EVP_DigestVerifyInit(hash.get(), &context, digest, nullptr, key.get()) == 1 &&
              setUp(context, key, form) &&
              EVP_DigestVerify(hash.get(), signature.data(), signature.size(), bytes.data(),
                               bytes.size()) == 1;
  }
  // A wrong signature is not a failure.
  ERR_clear_error();
  return isValid;
}

template <int initialize(EVP_PKEY_CTX *),
          int run(EVP_PKEY_CTX *, unsigned char *, size_t *, const unsigned char *, size_t)>
static std::optional<Output> crypt(const Key &key, const EncryptionForm &form, Input bytes) {
  const EVP_MD *digest = form.digest.empty() ? nullptr : digestNamed(form.digest);
  KeyContext context(EVP_PKEY_CTX_new_from_pkey(nullptr, key.get(), nullptr));
  if (!context || (!digest && !form.digest.empty()) || initialize(context.get()) <= 0 ||
      (form.padding && EVP_PKEY_CTX_set_rsa_padding(context.get(), form.padding) <= 0))
    return std::nullopt;
  if (form.padding == RSA_PKCS1_OAEP_PADDING && digest &&
      EVP_PKEY_CTX_set_rsa_oaep_md(context.get(), digest) <= 0)
    return std::nullopt;
  if (form.padding == RSA_PKCS1_OAEP_PADDING && !form.label.empty() &&
      form.label.size() <= INT_MAX) {
    // OpenSSL takes the copy.
    void *label = OPENSSL_memdup(form.label.data(), form.label.size());
    if (!label || EVP_PKEY_CTX_set0_rsa_oaep_label(context.get(), label,
                                                   static_cast<int>(form.label.size())) <= 0) {
      OPENSSL_free(label);
      return std::nullopt;
    }
  }
  size_t size = 0;
  if (run(context.get(), nullptr, &size, bytes.data(), bytes.size()) <= 0)
    return std::nullopt;
  Output out(size);
  if (run(context.get(), out.data(), &size, bytes.data(), bytes.size()) <= 0)
    return std::nullopt;
  out.resize(size);
  return out;
}

std::optional<Output> encrypt(const Key &key, const EncryptionForm &form, Input bytes) {
  return crypt<EVP_PKEY_encrypt_init, EVP_PKEY_encrypt>(key, form, bytes);
}

std::optional<Output> decrypt(const Key &key, const EncryptionForm &form, Input bytes) {
  return crypt<EVP_PKEY_decrypt_init, EVP_PKEY_decrypt>(key, form, bytes);
}

std::optional<Output> agree(const Key &own, const Key &peer) {
  KeyContext context(EVP_PKEY_CTX_new_from_pkey(nullptr, own.get(), nullptr));
  size_t size = 0;
  if (!context || EVP_PKEY_derive_init(context.get()) <= 0 ||
      EVP_PKEY_derive_set_peer(context.get(), peer.get()) <= 0 ||
      EVP_PKEY_derive(context.get(), nullptr, &size) <= 0)
    return std::nullopt;
  Output out(size);
  if (EVP_PKEY_derive(context.get(), out.data(), &size) <= 0)
    return std::nullopt;
  out.resize(size);
  return out;
}

} // namespace agentc::crypto
