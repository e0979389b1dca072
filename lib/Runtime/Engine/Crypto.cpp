#include "Crypto.h"

#include "Engine.h"

#include "llvm/ADT/StringMap.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/rand.h>

#include <climits>

namespace agentc::crypto {

void initialize() {
  static bool isDone = false;
  if (isDone)
    return;
  isDone = true;
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_ATEXIT, nullptr);
  // OpenSSL's own generator asks libc, which maps memory that the filter refuses. The interface is
  // called deprecated in favour of providers, which are the library's whole machinery once more.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  static const auto fill = [](unsigned char *bytes, int size) {
    Engine::fillRandom(bytes, static_cast<size_t>(size));
    return 1;
  };
  static const RAND_METHOD fromKernel = {nullptr, fill, nullptr, nullptr, fill, [] { return 1; }};
  RAND_set_rand_method(&fromKernel);
#pragma GCC diagnostic pop
}

std::string takeFailure() {
  unsigned long code = ERR_get_error();
  if (!code)
    return "";
  ERR_clear_error();
  const char *library = ERR_lib_error_string(code), *reason = ERR_reason_error_string(code);
  char number[32];
  snprintf(number, sizeof number, "%08lX", code);
  std::string text = number;
  text += '\0';
  text += library ? library : "";
  text += '\0';
  text += reason ? reason : "";
  return text;
}

const EVP_MD *digestNamed(llvm::StringRef name) {
  // Fetched digests are kept: the guest may ask for the same names without end, and there are few
  // others.
  static llvm::StringMap<const EVP_MD *> known;
  auto found = known.find(name);
  if (found != known.end())
    return found->second;
  std::string text = name.str();
  const EVP_MD *digest = EVP_MD_fetch(nullptr, text.c_str(), nullptr);
  if (!digest && (digest = EVP_get_digestbyname(text.c_str())))
    // Such as RSA-SHA256; some of these names stand for what no provider has.
    digest = EVP_MD_fetch(nullptr, EVP_MD_get0_name(digest), nullptr);
  ERR_clear_error();
  if (digest)
    known[name] = digest;
  return digest;
}

HashContext startHash(llvm::StringRef name) {
  const EVP_MD *digest = digestNamed(name);
  HashContext hash(digest ? EVP_MD_CTX_new() : nullptr);
  if (hash && EVP_DigestInit_ex(hash.get(), digest, nullptr) != 1)
    hash = nullptr;
  return hash;
}

HashContext copyOf(const HashContext &hash) {
  HashContext copy(EVP_MD_CTX_new());
  if (copy && EVP_MD_CTX_copy_ex(copy.get(), hash.get()) != 1)
    copy = nullptr;
  return copy;
}

bool update(const HashContext &hash, Input bytes) {
  return EVP_DigestUpdate(hash.get(), bytes.data(), bytes.size()) == 1;
}

size_t sizeOf(const EVP_MD *digest) {
  // SHAKE has no length of its own since OpenSSL 3.4; Node keeps what it was.
  if (EVP_MD_get_flags(digest) & EVP_MD_FLAG_XOF)
    return EVP_MD_is_a(digest, "SHAKE128") ? 16 : 32;
  return static_cast<size_t>(std::max(EVP_MD_get_size(digest), 0));
}

std::optional<Output> finish(const HashContext &hash, size_t length) {
  const EVP_MD *digest = EVP_MD_CTX_get0_md(hash.get());
  const bool isXof = EVP_MD_get_flags(digest) & EVP_MD_FLAG_XOF;
  const size_t own = sizeOf(digest);
  if (length == 0)
    length = own;
  if (!isXof && length == own) {
    Output out(EVP_MAX_MD_SIZE);
    unsigned written = 0;
    if (EVP_DigestFinal_ex(hash.get(), out.data(), &written) != 1)
      return std::nullopt;
    out.resize(written);
    return out;
  }
  if (!isXof)
    return std::nullopt;
  Output out(length);
  if (EVP_DigestFinalXOF(hash.get(), out.data(), out.size()) != 1)
    return std::nullopt;
  return out;
}

MacContext startHmac(llvm::StringRef digest, Input key) {
  const EVP_MD *known = digestNamed(digest);
  static EVP_MAC *const hmac = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
  MacContext mac(known && hmac ? EVP_MAC_CTX_new(hmac) : nullptr);
  if (!mac)
    return nullptr;
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST,
                                       const_cast<char *>(EVP_MD_get0_name(known)), 0),
      OSSL_PARAM_construct_end()};
  // A null pointer would mean the key of before.
  const uint8_t *bytes = key.empty() ? reinterpret_cast<const uint8_t *>("") : key.data();
  if (EVP_MAC_init(mac.get(), bytes, key.size(), parameters) != 1)
    return nullptr;
  return mac;
}

bool update(const MacContext &mac, Input bytes) {
  return EVP_MAC_update(mac.get(), bytes.data(), bytes.size()) == 1;
}

std::optional<Output> finish(const MacContext &mac) {
  Output out(EVP_MAC_CTX_get_mac_size(mac.get()));
  size_t written = 0;
  if (EVP_MAC_final(mac.get(), out.data(), &written, out.size()) != 1)
    return std::nullopt;
  return out;
}

static const char *charactersOf(Input bytes) {
  return bytes.empty() ? "" : reinterpret_cast<const char *>(bytes.data());
}

std::optional<Output> pbkdf2(llvm::StringRef digest, Input password, Input salt,
                             uint32_t iterations, size_t length) {
  const EVP_MD *known = digestNamed(digest);
  if (!known || length > INT_MAX || iterations > INT_MAX || password.size() > INT_MAX ||
      salt.size() > INT_MAX)
    return std::nullopt;
  Output out(length);
  if (length > 0 && PKCS5_PBKDF2_HMAC(charactersOf(password), static_cast<int>(password.size()),
                                      reinterpret_cast<const uint8_t *>(charactersOf(salt)),
                                      static_cast<int>(salt.size()), static_cast<int>(iterations),
                                      known, static_cast<int>(length), out.data()) != 1)
    return std::nullopt;
  return out;
}

/// RFC 5869. OpenSSL's own refuses an empty key, which WebCrypto and Node take.
std::optional<Output> hkdf(llvm::StringRef digest, Input key, Input salt, Input info,
                           size_t length) {
  const EVP_MD *known = digestNamed(digest);
  if (!known || (EVP_MD_get_flags(known) & EVP_MD_FLAG_XOF))
    return std::nullopt;
  size_t size = static_cast<size_t>(EVP_MD_get_size(known));
  if (size > EVP_MAX_MD_SIZE || length > 255 * size || key.size() > INT_MAX ||
      salt.size() > INT_MAX)
    return std::nullopt;
  uint8_t pseudorandom[EVP_MAX_MD_SIZE], block[EVP_MAX_MD_SIZE];
  if (!HMAC(known, charactersOf(salt), static_cast<int>(salt.size()),
            reinterpret_cast<const uint8_t *>(charactersOf(key)), key.size(), pseudorandom,
            nullptr))
    return std::nullopt;
  Output out, text;
  for (uint8_t count = 1; out.size() < length; ++count) {
    text.assign(block, block + (count > 1 ? size : 0));
    text.insert(text.end(), info.begin(), info.end());
    text.push_back(count);
    if (!HMAC(known, pseudorandom, static_cast<int>(size), text.data(), text.size(), block,
              nullptr))
      return std::nullopt;
    out.insert(out.end(), block, block + std::min(size, length - out.size()));
  }
  return out;
}

std::optional<Output> scrypt(Input password, Input salt, ScryptCost cost, size_t length) {
  Output out(length);
  // Without a place to write it only judges the cost.
  if (EVP_PBE_scrypt(charactersOf(password), password.size(),
                     reinterpret_cast<const uint8_t *>(charactersOf(salt)), salt.size(), cost.n,
                     cost.r, cost.p, cost.maximalMemory, length ? out.data() : nullptr,
                     length) != 1)
    return std::nullopt;
  return out;
}

} // namespace agentc::crypto
