#ifndef AGENTC_LIB_NET_CURL_H
#define AGENTC_LIB_NET_CURL_H

#include "llvm/Support/Error.h"

#include <curl/curl.h>

namespace agentc {

/// libcurl's functions that agentc uses; see docs/decisions/0013-libcurl-on-demand.md.
struct Curl {
#define AGENTC_CURL_FUNCTIONS(X)                                                                   \
  X(easy_cleanup)                                                                                  \
  X(easy_getinfo)                                                                                  \
  X(easy_init)                                                                                     \
  X(easy_pause)                                                                                    \
  X(easy_setopt)                                                                                   \
  X(easy_strerror)                                                                                 \
  X(global_init)                                                                                   \
  X(multi_add_handle)                                                                              \
  X(multi_cleanup)                                                                                 \
  X(multi_info_read)                                                                               \
  X(multi_init)                                                                                    \
  X(multi_remove_handle)                                                                           \
  X(multi_setopt)                                                                                  \
  X(multi_socket_action)                                                                           \
  X(slist_append)                                                                                  \
  X(slist_free_all)
#define AGENTC_CURL_MEMBER(NAME) decltype(&::curl_##NAME) NAME = nullptr;
  AGENTC_CURL_FUNCTIONS(AGENTC_CURL_MEMBER)
#undef AGENTC_CURL_MEMBER

  /// Loads the installed library and initializes it, once in a process.
  static llvm::Expected<const Curl *> load();
};

} // namespace agentc

#endif
