#ifndef AGENTC_LIB_RUNTIME_SECRETS_SECRETMASK_H
#define AGENTC_LIB_RUNTIME_SECRETS_SECRETMASK_H

#include "llvm/ADT/StringRef.h"

#include <bitset>
#include <string>
#include <vector>

namespace agentc {

/// Strikes secrets from texts: each becomes as many `*` as it had bytes. Finds them as they are, in
/// base64 of either alphabet with anything around them, and with any of their bytes percent-encoded
/// (RFC 3986) or escaped as in JSON.
class SecretMask {
public:
  void add(llvm::StringRef secret);
  bool empty() const { return forms_.empty(); }

  void strike(std::string &text) const;

  /// A text that comes in pieces, which may part a secret.
  class Stream {
  public:
    explicit Stream(const SecretMask &mask) : mask_(mask) {}
    /// The text up to what may be the beginning of a secret, without secrets.
    std::string take(llvm::StringRef piece);
    /// The rest of it.
    std::string finish();

  private:
    const SecretMask &mask_;
    std::string held_;
  };

private:
  using Bytes = std::bitset<256>;
  /// The bytes that can stand at each place.
  using Form = std::vector<Bytes>;

  struct Found {
    size_t size = 0;    ///< 0: nothing is found
    bool isCut = false; ///< the text ends where one may go on
  };
  void addForm(Form form);
  void addBase64(llvm::StringRef secret, unsigned before);
  Found findAt(const Form &form, llvm::StringRef text) const;
  size_t strike(std::string &text, bool isWhole) const;

  std::vector<Form> forms_;
  Bytes beginnings_;
};

} // namespace agentc

#endif
