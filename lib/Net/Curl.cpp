#include "Curl.h"

#include <dlfcn.h>

namespace agentc {

static llvm::Error cannotLoad() {
  const char *why = dlerror();
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "the network needs libcurl, which cannot be loaded: %s",
                                 why ? why : "it has no such function");
}

llvm::Expected<const Curl *> Curl::load() {
  static Curl curl;
  static bool isLoaded = false;
  if (isLoaded)
    return &curl;
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return cannotLoad();
#define AGENTC_CURL_FIND(NAME)                                                                     \
  curl.NAME = reinterpret_cast<decltype(curl.NAME)>(dlsym(library, "curl_" #NAME));                \
  if (!curl.NAME)                                                                                  \
    return cannotLoad();
  AGENTC_CURL_FUNCTIONS(AGENTC_CURL_FIND)
#undef AGENTC_CURL_FIND
  if (curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    return cannotLoad();
  isLoaded = true;
  return &curl;
}

} // namespace agentc
