#include "agentc/Packaging/Signature.h"

#include "agentc/Support/Digest.h"

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/provider.h>
#include <openssl/x509.h>

#include <memory>

namespace agentc {
namespace {

template <auto Free> struct Freed {
  template <typename T> void operator()(T *pointer) const { Free(pointer); }
};
using Bio = std::unique_ptr<BIO, Freed<BIO_free>>;
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Freed<EVP_MD_CTX_free>>;

constexpr size_t keyBytes = 32;
constexpr size_t signatureBytes = 64;
constexpr const char *algorithm = "ED25519";

/// Not the default context: that one obeys the machine's openssl.cnf, engines and modules included.
OSSL_LIB_CTX *library() {
  static OSSL_LIB_CTX *const context = [] {
    OSSL_LIB_CTX *made = OSSL_LIB_CTX_new();
    OSSL_PROVIDER_load(made, "default");
    return made;
  }();
  return context;
}

const unsigned char *bytesOf(llvm::StringRef text) {
  return reinterpret_cast<const unsigned char *>(text.data());
}

Bio readFrom(llvm::StringRef text) {
  return Bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::string textOf(BIO &bio) {
  char *start = nullptr;
  const long size = BIO_get_mem_data(&bio, &start);
  return std::string(start, static_cast<size_t>(size));
}

/// A passphrase is never asked for: agentc has to run where nobody types.
int noPassphrase(char *, int, int, void *) { return 0; }

Key privateKey(llvm::StringRef seed) {
  return Key(
      EVP_PKEY_new_raw_private_key_ex(library(), algorithm, nullptr, bytesOf(seed), seed.size()));
}

std::string derOf(EVP_PKEY &key) {
  unsigned char *start = nullptr;
  const int size = i2d_PUBKEY(&key, &start);
  std::string der(reinterpret_cast<char *>(start), size > 0 ? static_cast<size_t>(size) : 0);
  OPENSSL_free(start);
  return der;
}

Key publicKeyOf(llvm::StringRef der) {
  const unsigned char *start = bytesOf(der);
  return Key(d2i_PUBKEY_ex(nullptr, &start, static_cast<long>(der.size()), library(), nullptr));
}

bool isEd25519(const Key &key) { return key && EVP_PKEY_is_a(key.get(), algorithm); }

/// One PEM block and nothing but white space around it: what else stands there nobody has read.
llvm::Error checkPem(llvm::StringRef pem, llvm::StringRef label) {
  llvm::StringRef text = pem.trim();
  if (pem.size() > (64 << 10) || !text.consume_front("-----BEGIN "))
    return llvm::createStringError("is no PEM file");
  if (text.starts_with("ENCRYPTED "))
    return llvm::createStringError("is encrypted; agentc asks for no passphrase");
  if (!text.starts_with((label + "-----\n").str()) &&
      !text.starts_with((label + "-----\r\n").str()))
    return llvm::createStringError("has no `BEGIN " + label + "`");
  if (!text.ends_with(("-----END " + label + "-----").str()) || text.count("-----BEGIN ") != 0)
    return llvm::createStringError("holds more than one PEM block");
  return llvm::Error::success();
}

} // namespace

llvm::Expected<PublicKey> PublicKey::fromPem(llvm::StringRef pem) {
  if (llvm::Error error = checkPem(pem, "PUBLIC KEY"))
    return error;
  Key key(PEM_read_bio_PUBKEY_ex(readFrom(pem).get(), nullptr, noPassphrase, nullptr, library(),
                                 nullptr));
  if (!isEd25519(key))
    return llvm::createStringError("holds no Ed25519 public key");
  return PublicKey(derOf(*key));
}

std::optional<PublicKey> PublicKey::fromDer(llvm::StringRef der) {
  Key key = publicKeyOf(der);
  if (!isEd25519(key) || derOf(*key) != der)
    return std::nullopt;
  return PublicKey(der.str());
}

std::string PublicKey::id() const { return sha256Hex(der_); }

bool PublicKey::verifies(llvm::StringRef message, llvm::StringRef signature) const {
  Key key = publicKeyOf(der_);
  DigestContext context(EVP_MD_CTX_new());
  return signature.size() == signatureBytes &&
         EVP_DigestVerifyInit_ex(context.get(), nullptr, nullptr, library(), nullptr, key.get(),
                                 nullptr) == 1 &&
         EVP_DigestVerify(context.get(), bytesOf(signature), signature.size(), bytesOf(message),
                          message.size()) == 1;
}

llvm::Expected<SigningKey> SigningKey::fromPem(llvm::StringRef pem) {
  if (llvm::Error error = checkPem(pem, "PRIVATE KEY"))
    return error;
  Key key(PEM_read_bio_PrivateKey_ex(readFrom(pem).get(), nullptr, noPassphrase, nullptr, library(),
                                     nullptr));
  std::string seed(keyBytes, '\0');
  size_t size = seed.size();
  if (!isEd25519(key) || EVP_PKEY_get_raw_private_key(
                             key.get(), reinterpret_cast<unsigned char *>(seed.data()), &size) != 1)
    return llvm::createStringError("holds no Ed25519 private key; `agentc keygen` makes one");
  return SigningKey(std::move(seed));
}

llvm::Expected<SigningKey> SigningKey::generate() {
  Key key(EVP_PKEY_Q_keygen(library(), nullptr, algorithm));
  std::string seed(keyBytes, '\0');
  size_t size = seed.size();
  if (!key || EVP_PKEY_get_raw_private_key(
                  key.get(), reinterpret_cast<unsigned char *>(seed.data()), &size) != 1)
    return llvm::createStringError("the system gives no random numbers to make a key of");
  return SigningKey(std::move(seed));
}

SigningKey::~SigningKey() { OPENSSL_cleanse(seed_.data(), seed_.size()); }

std::string SigningKey::privatePem() const {
  Bio out(BIO_new(BIO_s_mem()));
  PEM_write_bio_PKCS8PrivateKey(out.get(), privateKey(seed_).get(), nullptr, nullptr, 0,
                                noPassphrase, nullptr);
  return textOf(*out);
}

std::string SigningKey::publicPem() const {
  Bio out(BIO_new(BIO_s_mem()));
  PEM_write_bio_PUBKEY(out.get(), privateKey(seed_).get());
  return textOf(*out);
}

PublicKey SigningKey::publicKey() const {
  std::optional<PublicKey> key = PublicKey::fromDer(derOf(*privateKey(seed_)));
  assert(key && "a key's own public half is a key");
  return *key;
}

std::string SigningKey::sign(llvm::StringRef message) const {
  Key key = privateKey(seed_);
  DigestContext context(EVP_MD_CTX_new());
  std::string signature(signatureBytes, '\0');
  size_t size = signature.size();
  const bool done =
      EVP_DigestSignInit_ex(context.get(), nullptr, nullptr, library(), nullptr, key.get(),
                            nullptr) == 1 &&
      EVP_DigestSign(context.get(), reinterpret_cast<unsigned char *>(signature.data()), &size,
                     bytesOf(message), message.size()) == 1;
  assert(done && size == signatureBytes && "Ed25519 signs any message");
  (void)done;
  return signature;
}

} // namespace agentc
