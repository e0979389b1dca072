#include "Crypto.h"

#include <dlfcn.h>

namespace agentc {

#define AGENTC_TEXT_OF(value) #value
#define AGENTC_SHLIB(version) "libcrypto.so." AGENTC_TEXT_OF(version)

static const Crypto *load() {
  void *library = ::dlopen(AGENTC_SHLIB(OPENSSL_SHLIB_VERSION), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return nullptr;
  static Crypto crypto;
#define AGENTC_CRYPTO_FIND(name)                                                                   \
  crypto.name = reinterpret_cast<decltype(crypto.name)>(::dlsym(library, #name));                  \
  if (!crypto.name)                                                                                \
    return nullptr;
  AGENTC_CRYPTO_FUNCTIONS(AGENTC_CRYPTO_FIND)
#undef AGENTC_CRYPTO_FIND
  crypto.context = crypto.OSSL_LIB_CTX_new();
  if (!crypto.context || !crypto.OSSL_PROVIDER_load(crypto.context, "default"))
    return nullptr;
  return &crypto;
}

const Crypto *loadedCrypto() {
  static const Crypto *const crypto = load();
  return crypto;
}

} // namespace agentc
