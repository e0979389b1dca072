#ifndef AGENTC_LIB_RUNTIME_NETWORK_H
#define AGENTC_LIB_RUNTIME_NETWORK_H

#include "Channel.h"
#include "Secrets/Secrets.h"

#include "agentc/Net/HttpClient.h"
#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include <map>

namespace agentc {

/// A call's requests: judges each, has it made, and writes it into the report. Whatever a message
/// says was said by the guest. Never waits. What it is made of must outlive it.
///
/// The tool's messages, numbered by exchange, as JSON:
///   {"do":"open","method":…,"url":…,"headers":[[name,value]…],"body":"none"|"whole"|"stream",
///    "length":…,"raw":…,"follows":number of the exchange that redirected here}, with the whole
///    body
///   {"do":"body","last":…}, with bytes, within the room that `more` gave
///   {"do":"read","bytes":…}: so many bytes more of the answer may be sent
///   {"do":"stop"}
/// and the answers to it:
///   {"is":"response","status":…,"text":…,"headers":[[name,value]…]}
///   {"is":"body"}, with bytes; {"is":"more","bytes":…}; {"is":"end"}
///   {"is":"failed","code":…,"message":…,"host":…,"address":…,"port":…}, with "denied" if the
///   sandbox refused it
/// Placeholders of secrets are replaced in what leaves, and secrets struck from what comes back.
class Network {
public:
  using Clock = std::chrono::steady_clock;

  Network(const ToolRequest &request, ToolReport &report, const Secrets &secrets);
  ~Network();
  Network(const Network &) = delete;
  Network &operator=(const Network &) = delete;

  /// The reason for ending the call.
  struct Breach {
    Outcome outcome;
    std::string message;
  };
  /// Takes what the tool sent.
  std::optional<Breach> hear(const GuestMessage &message);
  void addDescriptors(std::vector<pollfd> &descriptors) const;
  /// Until when `step` must be called though no descriptor is ready.
  std::optional<Clock::time_point> deadline() const;
  std::optional<Breach> step(llvm::ArrayRef<pollfd> descriptors);
  /// Payloads of Message frames for the tool, in order, since the last time.
  std::vector<std::string> takeMessages() { return std::move(messages_); }

private:
  class Exchange;

  std::optional<Breach> open(const GuestMessage &message, const Json &json);
  NetworkHop &addHop(const Json &json, Exchange &exchange);
  bool isGranted(const UrlOrigin &origin) const;
  void observe(const std::string &host);
  /// Makes the client that sends requests: to the network, or one that answers in its place.
  llvm::Error makeClient();
  void startQueued();
  void forgetDone();
  void send(uint32_t number, const Json &json, llvm::StringRef bytes = {});
  void refuse(Exchange &exchange, const std::string &host);
  void deny(Exchange &exchange, const std::string &message);
  bool putSecrets(HttpRequest &request, Exchange &exchange);

  const ToolRequest &request_;
  ToolReport &report_;
  const Secrets &secrets_;
  std::vector<HostPattern> hosts_;
  std::unique_ptr<HttpClient> client_;
  std::map<uint32_t, std::unique_ptr<Exchange>> exchanges_;
  /// Exchanges that redirected, by number: what follows them is not a request of its own.
  struct Redirected {
    size_t request; ///< index in the report
    Clock::time_point end;
    UrlOrigin origin;
    bool isElsewhere; ///< than the first request
  };
  std::map<uint32_t, Redirected> redirected_;
  std::vector<std::string> messages_;
  std::optional<Breach> breach_;
};

} // namespace agentc

#endif
