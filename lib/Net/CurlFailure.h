#ifndef AGENTC_LIB_NET_CURLFAILURE_H
#define AGENTC_LIB_NET_CURLFAILURE_H

#include "agentc/Net/HttpClient.h"

#include <curl/curl.h>

namespace agentc {

/// How far an exchange had come when it failed.
enum class HttpPhase { Connecting, Waiting, Reading };

/// The details of a failed transfer.
struct CurlFailure {
  CURLcode code = CURLE_OK;
  HttpPhase phase = HttpPhase::Connecting;
  bool headersTooLong = false;
  bool malformed = false; ///< in a way that libcurl takes
  long systemError = 0;   ///< errno, or 0
  long verifyResult = 0;  ///< OpenSSL's X509_V_ERR_*, or 0
  std::string message;    ///< libcurl's own
};

/// In the words that Node's fetch has for it.
HttpEnd describe(const CurlFailure &failure);

} // namespace agentc

#endif
