#include "NetworkRequest.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

namespace agentc {

static constexpr std::array<llvm::StringLiteral, 5> requestOutcomeNames = {
    "unfinished", "answered", "stopped", "failed", "denied"};

llvm::StringRef outcomeName(NetworkRequest::Outcome outcome) {
  return requestOutcomeNames[static_cast<size_t>(outcome)];
}

static Json hopToJson(const NetworkHop &hop) {
  Json json = {{"method", hop.method}, {"url", hop.url}, {"host", hop.host}};
  if (!hop.address.empty())
    json["address"] = hop.address;
  if (hop.status)
    json["status"] = hop.status;
  if (!hop.secrets.empty())
    json["secrets"] = hop.secrets;
  if (!hop.withheld.empty())
    json["withheld"] = hop.withheld;
  return json;
}

Json networkRequestToJson(const NetworkRequest &request) {
  Json json = hopToJson(request.first);
  json["outcome"] = outcomeName(request.outcome).str();
  if (!request.code.empty())
    json["code"] = request.code;
  json["bytes"] = request.bytes;
  for (const NetworkHop &hop : request.redirects)
    json["redirects"].push_back(hopToJson(hop));
  return json;
}

static void readHop(MemberReader &reader, NetworkHop &hop) {
  reader.text("method", hop.method, true);
  reader.text("url", hop.url, true);
  reader.text("host", hop.host, true);
  reader.text("address", hop.address);
  reader.number("status", hop.status);
  reader.texts("secrets", hop.secrets);
  reader.texts("withheld", hop.withheld);
}

void readNetworkRequest(MemberReader &reader, NetworkRequest &request) {
  readHop(reader, request.first);
  std::string outcome;
  reader.text("outcome", outcome, true);
  const auto *name = llvm::find(requestOutcomeNames, llvm::StringRef(outcome));
  if (name == requestOutcomeNames.end())
    reader.fail("outcome", "is not one of its words");
  else
    request.outcome = static_cast<NetworkRequest::Outcome>(name - requestOutcomeNames.begin());
  reader.text("code", request.code);
  reader.number("bytes", request.bytes, 0, UINT64_MAX);
  reader.objects("redirects",
                 [&](MemberReader &item) { readHop(item, request.redirects.emplace_back()); });
}

} // namespace agentc
