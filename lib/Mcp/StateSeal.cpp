#include "StateSeal.h"

#include "agentc/Support/Digest.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

static std::string digestOf(llvm::StringRef text) {
  const std::array<char, 32> digest = sha256Bytes(text);
  return {digest.begin(), digest.end()};
}

/// The key, which is of one block of the hash, with each byte combined with `pad`.
static std::string padded(char pad) {
  static const std::string key = randomHex(32);
  std::string block = key;
  for (char &byte : block)
    byte ^= pad;
  return block;
}

/// HMAC of RFC 2104. OpenSSL's, with its providers, would add half of this program's size.
static std::string codeOf(llvm::StringRef text) {
  return llvm::toHex(digestOf(padded(0x5c) + digestOf(padded(0x36) + text.str())),
                     /*LowerCase=*/true);
}

/// The text that is authenticated: the digest of the subject has one length, so that nothing moves
/// between it and the state.
static std::string bound(llvm::StringRef body, llvm::StringRef subject) {
  return sha256Hex(subject) + body.str();
}

std::string sealState(const SealedState &sealed, llvm::StringRef subject) {
  std::string body = sealed.isApproved ? "a" : "n";
  body += sealed.state ? "s" + *sealed.state : "-";
  return codeOf(bound(body, subject)) + body;
}

/// Takes the same time wherever the texts differ.
static bool isEqual(llvm::StringRef left, llvm::StringRef right) {
  unsigned difference = left.size() != right.size();
  for (size_t i = 0; i < std::min(left.size(), right.size()); ++i)
    difference |= static_cast<unsigned char>(left[i] ^ right[i]);
  return difference == 0;
}

std::optional<SealedState> openState(llvm::StringRef text, llvm::StringRef subject) {
  constexpr size_t codeBytes = 64;
  const llvm::StringRef body = text.drop_front(std::min(codeBytes, text.size()));
  if (body.size() < 2 || !isEqual(text.take_front(codeBytes), codeOf(bound(body, subject))))
    return std::nullopt;
  SealedState sealed{std::nullopt, body[0] == 'a'};
  if (body[1] == 's')
    sealed.state = body.drop_front(2).str();
  return sealed;
}

} // namespace agentc
