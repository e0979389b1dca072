#include "Network.h"

#include "Exchange.h"
#include "RequestHead.h"
#include "ScriptedClient.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

static constexpr size_t mostAtOnce = 8, mostRedirects = 20;
/// The most that the report keeps: bytes of a URL, and names of hosts.
static constexpr size_t longestUrl = 2048, mostObserved = 1000;

Network::Network(const ToolRequest &request, ToolReport &report, const Secrets &secrets)
    : request_(request), report_(report), secrets_(secrets) {
  for (const std::string &host : request.grant.hosts)
    if (std::optional<HostPattern> pattern = parseHostPattern(host))
      hosts_.push_back(*pattern);
}

// Nothing may be told to the exchanges any more.
Network::~Network() { client_.reset(); }

void Network::send(uint32_t number, const Json &json, llvm::StringRef bytes) {
  std::string text = printJson(json, /*indented=*/false);
  messages_.push_back(encode({Topic::Network, number, text, bytes}));
}

bool Network::isGranted(const UrlOrigin &origin) const {
  return llvm::any_of(hosts_, [&](const HostPattern &pattern) { return matches(pattern, origin); });
}

void Network::observe(const std::string &host) {
  std::vector<std::string> &seen = report_.observed.hosts;
  if (seen.size() < mostObserved && !llvm::is_contained(seen, host))
    seen.push_back(host);
}

/// The place of an exchange in the report: its own, or behind the one that redirected to it.
NetworkHop &Network::addHop(const Json &json, Exchange &exchange) {
  std::string url = textMember(json, "url");
  NetworkHop hop;
  hop.method = textMember(json, "method").substr(0, 32);
  secrets_.mask().strike(url);
  hop.url = llvm::StringRef(url).substr(0, longestUrl).str();
  auto before = redirected_.end();
  if (std::optional<uint64_t> follows = numberMember(json, "follows"))
    before = redirected_.find(static_cast<uint32_t>(*follows));
  if (before == redirected_.end() ||
      report_.requests[before->second.request].redirects.size() >= mostRedirects) {
    exchange.place(report_.requests.size(), -1);
    report_.requests.emplace_back().first = std::move(hop);
  } else {
    NetworkRequest &request = report_.requests[before->second.request];
    exchange.place(before->second.request, static_cast<int>(request.redirects.size()));
    exchange.follow(std::move(before->second));
    request.redirects.push_back(std::move(hop));
    request.outcome = NetworkRequest::Outcome::Unfinished;
    redirected_.erase(before);
  }
  return exchange.hop();
}

void Network::refuse(Exchange &exchange, const std::string &host) {
  deny(exchange, "Host not allowed: " + host);
}

void Network::deny(Exchange &exchange, const std::string &message) {
  exchange.fail({{"denied", true}, {"message", message}}, NetworkRequest::Outcome::Denied, "");
}

/// False after refusing a request that would carry one where others can read it.
bool Network::putSecrets(HttpRequest &request, Exchange &exchange) {
  if (secrets_.empty())
    return true;
  Secrets::Use use = secrets_.put(request, exchange.isElsewhere(request.url.origin));
  if (use.refused) {
    deny(exchange, "The secret `" + *use.refused + "` goes over https, not to http://" +
                       request.url.origin.host);
    return false;
  }
  exchange.hop().secrets = std::move(use.put);
  exchange.hop().withheld = std::move(use.withheld);
  return true;
}

std::optional<Network::Breach> Network::open(const GuestMessage &message, const Json &json) {
  std::unique_ptr<Exchange> &slot = exchanges_[message.number];
  if (slot)
    return Breach{Outcome::Crashed, "the process broke the protocol"};
  slot = std::make_unique<Exchange>(*this, message.number);
  Exchange &exchange = *slot;
  NetworkHop &hop = addHop(json, exchange);
  if (report_.requests.size() > request_.limits.requests)
    return Breach{Outcome::OutputLimit,
                  "more than " + std::to_string(request_.limits.requests) + " requests"};
  std::optional<RequestUrl> url = parseRequestUrl(textMember(json, "url"));
  if (!url) {
    refuse(exchange, "the address is not a plain http or https URL");
    return std::nullopt;
  }
  hop.host = url->origin.host;
  // The target of a redirect comes from the answer, not from the code.
  if (!exchange.isRedirected())
    observe(hop.host);
  if (!isGranted(url->origin)) {
    refuse(exchange, llvm::StringRef(hop.host).substr(0, 256).str());
    return std::nullopt;
  }
  HttpRequest request;
  request.url = std::move(*url);
  request.body = message.bytes.str();
  std::string mistake = readRequestHead(json, request);
  if (!mistake.empty()) {
    exchange.fail({{"message", mistake}}, NetworkRequest::Outcome::Failed, "UND_ERR_INVALID_ARG");
    return std::nullopt;
  }
  if (!putSecrets(request, exchange))
    return std::nullopt;
  exchange.prepare(std::move(request));
  startQueued();
  return std::nullopt;
}

llvm::Error Network::makeClient() {
  if (!client_ && request_.answers)
    client_ = std::make_unique<ScriptedClient>(*request_.answers, report_.exchanges);
  if (client_)
    return llvm::Error::success();
  HttpOptions options;
  options.allowPrivate = request_.grant.privateAddresses;
  options.authorities = request_.grant.authorities;
  for (const std::string &text : request_.grant.resolve)
    if (std::optional<ResolvedHost> host = parseResolvedHost(text))
      options.resolved.push_back(std::move(*host));
  llvm::Expected<std::unique_ptr<HttpClient>> client = HttpClient::create(std::move(options));
  if (!client)
    return client.takeError();
  client_ = std::move(*client);
  return llvm::Error::success();
}

void Network::startQueued() {
  auto running = static_cast<size_t>(
      llvm::count_if(exchanges_, [](const auto &each) { return each.second->isRunning(); }));
  for (auto &[number, exchange] : exchanges_) {
    if (running >= mostAtOnce)
      return;
    if (!exchange->isPrepared() || exchange->isDone())
      continue;
    if (llvm::Error error = makeClient()) {
      exchange->fail({{"message", llvm::toString(std::move(error))}},
                     NetworkRequest::Outcome::Failed, "ENETUNREACH");
      continue;
    }
    exchange->start(*client_);
    ++running;
  }
}

std::optional<Network::Breach> Network::hear(const GuestMessage &message) {
  std::optional<Json> json = parseJson(message.json);
  if (!json || !json->is_object())
    return Breach{Outcome::Crashed, "the process broke the protocol"};
  std::string what = textMember(*json, "do");
  std::optional<Breach> breach;
  auto found = exchanges_.find(message.number);
  if (what == "open") {
    breach = open(message, *json);
  } else if (what != "body" && what != "read" && what != "stop") {
    return Breach{Outcome::Crashed, "the process broke the protocol"};
  } else if (found != exchanges_.end()) { // or it ended while the message was on its way
    Exchange &exchange = *found->second;
    if (what == "body")
      exchange.supply(message.bytes, flagMember(*json, "last"));
    else if (what == "read")
      exchange.allow(numberMember(*json, "bytes").value_or(0));
    else
      exchange.stop();
  }
  forgetDone();
  return breach ? breach : std::exchange(breach_, std::nullopt);
}

void Network::forgetDone() {
  for (auto it = exchanges_.begin(); it != exchanges_.end();)
    it = it->second->isDone() ? exchanges_.erase(it) : std::next(it);
  startQueued();
}

void Network::addDescriptors(std::vector<pollfd> &descriptors) const {
  if (client_)
    client_->addDescriptors(descriptors);
}

std::optional<Network::Clock::time_point> Network::deadline() const {
  return client_ ? client_->deadline() : std::nullopt;
}

std::optional<Network::Breach> Network::step(llvm::ArrayRef<pollfd> descriptors) {
  if (!client_)
    return std::nullopt;
  client_->step(descriptors);
  forgetDone();
  return std::exchange(breach_, std::nullopt);
}

} // namespace agentc
