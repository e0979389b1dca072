#include "agentc/Packaging/Signature.h"

#include "Crypto.h"

#include "agentc/Support/Digest.h"

#include <memory>

namespace agentc {
namespace {

/// Only where a function that can fail has made sure of it.
const Crypto &crypto() {
  const Crypto *loaded = loadedCrypto();
  assert(loaded && "keys and signatures are asked for after `requireCrypto`");
  return *loaded;
}

template <auto Free> struct Freed {
  template <typename T> void operator()(T *pointer) const { (crypto().*Free)(pointer); }
};
using Bio = std::unique_ptr<BIO, Freed<&Crypto::BIO_free>>;
using Key = std::unique_ptr<EVP_PKEY, Freed<&Crypto::EVP_PKEY_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Freed<&Crypto::EVP_MD_CTX_free>>;

constexpr size_t keyBytes = 32;
constexpr size_t signatureBytes = 64;
constexpr const char *algorithm = "ED25519";

const unsigned char *bytesOf(llvm::StringRef text) {
  return reinterpret_cast<const unsigned char *>(text.data());
}

Bio readFrom(llvm::StringRef text) {
  return Bio(crypto().BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
}

std::string textOf(BIO &bio) {
  char *start = nullptr;
  const long size = crypto().BIO_ctrl(&bio, BIO_CTRL_INFO, 0, &start);
  return std::string(start, static_cast<size_t>(size));
}

/// A passphrase is never asked for: agentc has to run where nobody types.
int noPassphrase(char *, int, int, void *) { return 0; }

Key privateKey(llvm::StringRef seed) {
  return Key(crypto().EVP_PKEY_new_raw_private_key_ex(crypto().context, algorithm, nullptr,
                                                      bytesOf(seed), seed.size()));
}

std::string derOf(EVP_PKEY &key) {
  unsigned char *start = nullptr;
  const int size = crypto().i2d_PUBKEY(&key, &start);
  std::string der(reinterpret_cast<char *>(start), size > 0 ? static_cast<size_t>(size) : 0);
  crypto().CRYPTO_free(start, __FILE__, __LINE__);
  return der;
}

Key publicKeyOf(llvm::StringRef der) {
  const unsigned char *start = bytesOf(der);
  return Key(crypto().d2i_PUBKEY_ex(nullptr, &start, static_cast<long>(der.size()),
                                    crypto().context, nullptr));
}

bool isEd25519(const Key &key) { return key && crypto().EVP_PKEY_is_a(key.get(), algorithm); }

/// One PEM block and nothing but white space around it: what else stands there nobody has read.
llvm::Error checkPem(llvm::StringRef pem, llvm::StringRef label) {
  llvm::StringRef text = pem.trim();
  if (pem.size() > (64 << 10) || !text.consume_front("-----BEGIN "))
    return llvm::createStringError("is not a PEM file");
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

llvm::Error requireCrypto() {
  if (loadedCrypto())
    return llvm::Error::success();
  return llvm::createStringError("cannot load libcrypto; signatures need OpenSSL 3 (libssl3)");
}

llvm::Expected<PublicKey> PublicKey::fromPem(llvm::StringRef pem) {
  if (llvm::Error error = requireCrypto())
    return error;
  if (llvm::Error error = checkPem(pem, "PUBLIC KEY"))
    return error;
  Key key(crypto().PEM_read_bio_PUBKEY_ex(readFrom(pem).get(), nullptr, noPassphrase, nullptr,
                                          crypto().context, nullptr));
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
  DigestContext context(crypto().EVP_MD_CTX_new());
  return signature.size() == signatureBytes &&
         crypto().EVP_DigestVerifyInit_ex(context.get(), nullptr, nullptr, crypto().context,
                                          nullptr, key.get(), nullptr) == 1 &&
         crypto().EVP_DigestVerify(context.get(), bytesOf(signature), signature.size(),
                                   bytesOf(message), message.size()) == 1;
}

llvm::Expected<SigningKey> SigningKey::fromPem(llvm::StringRef pem) {
  if (llvm::Error error = requireCrypto())
    return error;
  if (llvm::Error error = checkPem(pem, "PRIVATE KEY"))
    return error;
  Key key(crypto().PEM_read_bio_PrivateKey_ex(readFrom(pem).get(), nullptr, noPassphrase, nullptr,
                                              crypto().context, nullptr));
  std::string seed(keyBytes, '\0');
  size_t size = seed.size();
  if (!isEd25519(key) || crypto().EVP_PKEY_get_raw_private_key(
                             key.get(), reinterpret_cast<unsigned char *>(seed.data()), &size) != 1)
    return llvm::createStringError("holds no Ed25519 private key; `agentc keygen` makes one");
  return SigningKey(std::move(seed));
}

llvm::Expected<SigningKey> SigningKey::generate() {
  if (llvm::Error error = requireCrypto())
    return error;
  Key key(crypto().EVP_PKEY_Q_keygen(crypto().context, nullptr, algorithm));
  std::string seed(keyBytes, '\0');
  size_t size = seed.size();
  if (!key || crypto().EVP_PKEY_get_raw_private_key(
                  key.get(), reinterpret_cast<unsigned char *>(seed.data()), &size) != 1)
    return llvm::createStringError("the system gives no random numbers to make a key of");
  return SigningKey(std::move(seed));
}

SigningKey::~SigningKey() {
  if (!seed_.empty())
    crypto().OPENSSL_cleanse(seed_.data(), seed_.size());
}

std::string SigningKey::privatePem() const {
  Bio out(crypto().BIO_new(crypto().BIO_s_mem()));
  crypto().PEM_write_bio_PKCS8PrivateKey(out.get(), privateKey(seed_).get(), nullptr, nullptr, 0,
                                         noPassphrase, nullptr);
  return textOf(*out);
}

std::string SigningKey::publicPem() const {
  Bio out(crypto().BIO_new(crypto().BIO_s_mem()));
  crypto().PEM_write_bio_PUBKEY(out.get(), privateKey(seed_).get());
  return textOf(*out);
}

PublicKey SigningKey::publicKey() const {
  std::optional<PublicKey> key = PublicKey::fromDer(derOf(*privateKey(seed_)));
  assert(key && "a key's own public half is a key");
  return *key;
}

std::string SigningKey::sign(llvm::StringRef message) const {
  Key key = privateKey(seed_);
  DigestContext context(crypto().EVP_MD_CTX_new());
  std::string signature(signatureBytes, '\0');
  size_t size = signature.size();
  const bool done =
      crypto().EVP_DigestSignInit_ex(context.get(), nullptr, nullptr, crypto().context, nullptr,
                                     key.get(), nullptr) == 1 &&
      crypto().EVP_DigestSign(context.get(), reinterpret_cast<unsigned char *>(signature.data()),
                              &size, bytesOf(message), message.size()) == 1;
  assert(done && size == signatureBytes && "Ed25519 signs any message");
  (void)done;
  return signature;
}

} // namespace agentc
