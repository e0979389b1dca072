#include "Crypto.h"

#include "llvm/ADT/StringMap.h"

#include <openssl/err.h>

#include <climits>

namespace agentc::crypto {

/// Fetched ciphers stay, as digests do.
static const EVP_CIPHER *find(llvm::StringRef name) {
  static llvm::StringMap<const EVP_CIPHER *> known;
  auto found = known.find(name);
  if (found != known.end())
    return found->second;
  std::string text = name.str();
  const EVP_CIPHER *cipher = EVP_CIPHER_fetch(nullptr, text.c_str(), nullptr);
  if (!cipher && (cipher = EVP_get_cipherbyname(text.c_str())))
    cipher = EVP_CIPHER_fetch(nullptr, EVP_CIPHER_get0_name(cipher), nullptr);
  ERR_clear_error();
  if (cipher)
    known[name] = cipher;
  return cipher;
}

/// Modes whose calls go start, authenticated data, text, end. CCM, OCB, SIV, XTS and wrapping need
/// others.
static llvm::StringRef modeOf(const EVP_CIPHER *cipher) {
  switch (EVP_CIPHER_get_mode(cipher)) {
  case EVP_CIPH_CBC_MODE:
    return "cbc";
  case EVP_CIPH_CFB_MODE:
    return "cfb";
  case EVP_CIPH_CTR_MODE:
    return "ctr";
  case EVP_CIPH_ECB_MODE:
    return "ecb";
  case EVP_CIPH_GCM_MODE:
    return "gcm";
  case EVP_CIPH_OFB_MODE:
    return "ofb";
  case EVP_CIPH_STREAM_CIPHER:
    return "stream";
  default:
    return "";
  }
}

static bool isAuthenticated(const EVP_CIPHER *cipher) {
  return (EVP_CIPHER_get_flags(cipher) & EVP_CIPH_FLAG_AEAD_CIPHER) != 0;
}

std::optional<CipherInfo> cipherNamed(llvm::StringRef name) {
  const EVP_CIPHER *cipher = find(name);
  // CBC with HMAC, which TLS uses, is not a plain CBC.
  if (!cipher || modeOf(cipher).empty() ||
      (isAuthenticated(cipher) && modeOf(cipher) != "gcm" && modeOf(cipher) != "stream"))
    return std::nullopt;
  return CipherInfo{EVP_CIPHER_get_key_length(cipher), EVP_CIPHER_get_iv_length(cipher),
                    EVP_CIPHER_get_block_size(cipher), modeOf(cipher)};
}

CipherContext startCipher(llvm::StringRef name, bool encrypt, Input key, Input iv) {
  std::optional<CipherInfo> info = cipherNamed(name);
  if (!info || key.size() != static_cast<size_t>(info->keyLength) || iv.size() > 1024)
    return nullptr;
  const EVP_CIPHER *cipher = find(name);
  CipherContext context(EVP_CIPHER_CTX_new());
  if (!context || EVP_CipherInit_ex(context.get(), cipher, nullptr, nullptr, nullptr, encrypt) != 1)
    return nullptr;
  if (isAuthenticated(cipher)) {
    if (EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_IVLEN, static_cast<int>(iv.size()),
                            nullptr) != 1)
      return nullptr;
  } else if (iv.size() != static_cast<size_t>(info->ivLength)) {
    return nullptr;
  }
  if (EVP_CipherInit_ex(context.get(), nullptr, nullptr, key.data(),
                        iv.empty() ? nullptr : iv.data(), encrypt) != 1)
    return nullptr;
  return context;
}

bool setPadding(const CipherContext &cipher, bool on) {
  return EVP_CIPHER_CTX_set_padding(cipher.get(), on) == 1;
}

bool addAuthenticated(const CipherContext &cipher, Input bytes) {
  int written = 0;
  return isAuthenticated(EVP_CIPHER_CTX_get0_cipher(cipher.get())) && bytes.size() <= INT_MAX &&
         EVP_CipherUpdate(cipher.get(), nullptr, &written, bytes.data(),
                          static_cast<int>(bytes.size())) == 1;
}

std::optional<Output> update(const CipherContext &cipher, Input bytes) {
  if (bytes.size() > INT_MAX - EVP_MAX_BLOCK_LENGTH)
    return std::nullopt;
  // Without text the call would mean the end of an authenticated one.
  if (bytes.empty())
    return Output();
  Output out(bytes.size() + EVP_MAX_BLOCK_LENGTH);
  int written = 0;
  if (EVP_CipherUpdate(cipher.get(), out.data(), &written, bytes.data(),
                       static_cast<int>(bytes.size())) != 1)
    return std::nullopt;
  out.resize(static_cast<size_t>(written));
  return out;
}

bool setTag(const CipherContext &cipher, Input tag) {
  return isAuthenticated(EVP_CIPHER_CTX_get0_cipher(cipher.get())) && !tag.empty() &&
         tag.size() <= 16 &&
         EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_SET_TAG, static_cast<int>(tag.size()),
                             const_cast<uint8_t *>(tag.data())) == 1;
}

std::optional<Output> finish(const CipherContext &cipher) {
  Output out(EVP_MAX_BLOCK_LENGTH);
  int written = 0;
  if (EVP_CipherFinal_ex(cipher.get(), out.data(), &written) != 1)
    return std::nullopt;
  out.resize(static_cast<size_t>(written));
  return out;
}

std::optional<Output> tagOf(const CipherContext &cipher, size_t length) {
  Output tag(std::min<size_t>(length, 16));
  if (!isAuthenticated(EVP_CIPHER_CTX_get0_cipher(cipher.get())) || tag.empty() ||
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_AEAD_GET_TAG, static_cast<int>(tag.size()),
                          tag.data()) != 1)
    return std::nullopt;
  return tag;
}

} // namespace agentc::crypto
