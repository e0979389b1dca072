#include "CurlFailure.h"

#include <cerrno>

namespace agentc {

namespace {

struct Named {
  long number;
  const char *name;
};

constexpr Named systemErrors[] = {{EACCES, "EACCES"},           {ECONNREFUSED, "ECONNREFUSED"},
                                  {ECONNRESET, "ECONNRESET"},   {EHOSTUNREACH, "EHOSTUNREACH"},
                                  {ENETUNREACH, "ENETUNREACH"}, {EPIPE, "EPIPE"},
                                  {ETIMEDOUT, "ETIMEDOUT"}};

/// X509_V_ERR_*, by the names that Node gives them. Node goes on after 20, an unknown issuer, and
/// ends with 21 where the server sent its own certificate alone.
constexpr Named certificateErrors[] = {{2, "UNABLE_TO_GET_ISSUER_CERT"},
                                       {7, "CERT_SIGNATURE_FAILURE"},
                                       {9, "CERT_NOT_YET_VALID"},
                                       {10, "CERT_HAS_EXPIRED"},
                                       {18, "DEPTH_ZERO_SELF_SIGNED_CERT"},
                                       {19, "SELF_SIGNED_CERT_IN_CHAIN"},
                                       {20, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"},
                                       {21, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"},
                                       {22, "CERT_CHAIN_TOO_LONG"},
                                       {23, "CERT_REVOKED"},
                                       {24, "INVALID_CA"},
                                       {26, "INVALID_PURPOSE"},
                                       {27, "CERT_UNTRUSTED"},
                                       {28, "CERT_REJECTED"}};

std::optional<std::string> nameOf(llvm::ArrayRef<Named> names, long number) {
  for (const Named &each : names)
    if (each.number == number)
      return std::string(each.name);
  return std::nullopt;
}

std::string timeoutOf(HttpPhase phase) {
  switch (phase) {
  case HttpPhase::Connecting:
    return "UND_ERR_CONNECT_TIMEOUT";
  case HttpPhase::Waiting:
    return "UND_ERR_HEADERS_TIMEOUT";
  case HttpPhase::Reading:
    return "UND_ERR_BODY_TIMEOUT";
  }
  return "UND_ERR_CONNECT_TIMEOUT";
}

} // namespace

static std::string codeOf(const CurlFailure &failure) {
  if (failure.headersTooLong)
    return "UND_ERR_HEADERS_OVERFLOW";
  // Only its message tells what libcurl could not receive, and from version 8.8 on in other words.
  llvm::StringRef message = failure.message;
  if (failure.malformed || message.contains("in chunked-encoding") ||
      message.contains("chunk hex-length") || message.contains("invalid chunk size"))
    return "HPE_INVALID_CONSTANT";
  switch (failure.code) {
  case CURLE_COULDNT_RESOLVE_HOST:
    return "ENOTFOUND";
  case CURLE_COULDNT_CONNECT:
    return nameOf(systemErrors, failure.systemError).value_or("ECONNREFUSED");
  case CURLE_OPERATION_TIMEDOUT:
    return timeoutOf(failure.phase);
  case CURLE_PEER_FAILED_VERIFICATION:
    return nameOf(certificateErrors, failure.verifyResult).value_or("ERR_TLS_CERT_ALTNAME_INVALID");
  case CURLE_SSL_CONNECT_ERROR:
    return failure.systemError == ECONNRESET ? "ECONNRESET" : "EPROTO";
  case CURLE_RECV_ERROR:
  case CURLE_SEND_ERROR:
    return nameOf(systemErrors, failure.systemError).value_or("UND_ERR_SOCKET");
  case CURLE_UNSUPPORTED_PROTOCOL:
  case CURLE_WEIRD_SERVER_REPLY:
    return "HPE_INVALID_CONSTANT";
  case CURLE_BAD_CONTENT_ENCODING:
    return "Z_DATA_ERROR";
  default:
    return "UND_ERR_SOCKET";
  }
}

HttpEnd describe(const CurlFailure &failure) {
  HttpEnd end;
  end.ok = false;
  end.code = codeOf(failure);
  end.message = failure.message;
  return end;
}

} // namespace agentc
