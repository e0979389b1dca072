#ifndef AGENTC_LIB_PACKAGING_CRYPTO_H
#define AGENTC_LIB_PACKAGING_CRYPTO_H

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/provider.h>
#include <openssl/x509.h>

namespace agentc {

/// The functions of OpenSSL's libcrypto that signatures need. It is loaded on first need: linked,
/// its 17,000 relocations would cost every start of agentc a tenth of a millisecond, and static it
/// would miss the system's security updates.
struct Crypto {
#define AGENTC_CRYPTO_FUNCTIONS(each)                                                              \
  each(BIO_ctrl) each(BIO_free) each(BIO_new) each(BIO_new_mem_buf) each(BIO_s_mem)                \
      each(CRYPTO_free) each(EVP_DigestSign) each(EVP_DigestSignInit_ex) each(EVP_DigestVerify)    \
          each(EVP_DigestVerifyInit_ex) each(EVP_MD_CTX_free) each(EVP_MD_CTX_new)                 \
              each(EVP_PKEY_Q_keygen) each(EVP_PKEY_free) each(EVP_PKEY_get_raw_private_key)       \
                  each(EVP_PKEY_is_a) each(EVP_PKEY_new_raw_private_key_ex) each(OPENSSL_cleanse)  \
                      each(OSSL_LIB_CTX_new) each(OSSL_PROVIDER_load) each(PEM_read_bio_PUBKEY_ex) \
                          each(PEM_read_bio_PrivateKey_ex) each(PEM_write_bio_PKCS8PrivateKey)     \
                              each(PEM_write_bio_PUBKEY) each(d2i_PUBKEY_ex) each(i2d_PUBKEY)
#define AGENTC_CRYPTO_MEMBER(name) decltype(&::name) name;
  AGENTC_CRYPTO_FUNCTIONS(AGENTC_CRYPTO_MEMBER)
#undef AGENTC_CRYPTO_MEMBER

  /// Not the default context: that one obeys the machine's openssl.cnf, engines and modules too.
  OSSL_LIB_CTX *context;
};

/// The library, the same at every call; null if this machine has none.
const Crypto *loadedCrypto();

} // namespace agentc

#endif
