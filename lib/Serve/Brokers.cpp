#include "Brokers.h"

#include "agentc/ToolProtocol/RunImage.h"

#include <map>

namespace agentc::serve {

struct Brokers::Broker {
  explicit Broker(ToolClient client) : client(std::move(client)) {}

  /// Images that calls under way may need, with how many there are.
  std::map<std::string, std::pair<std::shared_ptr<const SentImage>, size_t>> images;
  ToolClient client;
  std::unique_ptr<http::EventLoop::Watch> watch;
  std::optional<unsigned> watched; ///< the start of it whose descriptor is watched
  bool isStepping = false, isEnding = false;
};

Brokers::Brokers(http::EventLoop &loop, Options options) : loop_(loop), options_(options) {
  for (unsigned i = 0; i < options_.count; ++i) {
    // One that cannot be started now is tried again by the first call, which then says why.
    llvm::Expected<ToolProcess> started = ToolProcess::start(options_.sandbox);
    if (!started)
      llvm::consumeError(started.takeError());
    brokers_.emplace_back(
        ToolClient(started ? std::move(*started) : ToolProcess::adopt({-1, -1}), options_.sandbox));
    step(brokers_.back());
  }
}

Brokers::~Brokers() {
  for (Broker &broker : brokers_)
    broker.isEnding = true;
}

void Brokers::stepSoon(Broker &broker) {
  if (std::exchange(broker.isStepping, true))
    return;
  loop_.post([this, &broker] {
    broker.isStepping = false;
    step(broker);
  });
}

void Brokers::step(Broker &broker) {
  broker.client.step();
  const pollfd wanted = broker.client.descriptor();
  if (broker.watched != broker.client.starts() || wanted.fd < 0) {
    broker.watch = nullptr;
    broker.watched = broker.client.starts();
    if (wanted.fd >= 0)
      broker.watch = loop_.watch(wanted.fd, [this, &broker] { stepSoon(broker); });
  }
  if (broker.watch)
    broker.watch->await(wanted.events);
}

std::optional<Brokers::Ticket> Brokers::call(const std::shared_ptr<const SentImage> &image,
                                             ToolRequest request, ToolClient::OnEvent onEvent,
                                             ToolClient::OnReport onReport) {
  const size_t index = std::hash<std::string>()(image->digest) % brokers_.size();
  Broker &broker = *std::next(brokers_.begin(), static_cast<ptrdiff_t>(index));
  if (broker.client.pending() >= options_.mostWaiting)
    return std::nullopt;
  auto &[kept, users] = broker.images[image->digest];
  if (users++ == 0) {
    kept = image;
    broker.client.addImage(kept->digest, kept->line);
  }
  auto release = [&broker, digest = image->digest] {
    if (broker.isEnding)
      return;
    auto found = broker.images.find(digest);
    if (--found->second.second > 0)
      return;
    broker.client.removeImage(digest);
    broker.images.erase(found);
  };
  // A cancelled call's functions go without being called.
  const std::shared_ptr<void> guard(nullptr, [release](void *) { release(); });
  const uint64_t number = broker.client.call(
      std::move(request), std::move(onEvent),
      [guard, done = std::move(onReport)](const ToolReport &report) { done(report); });
  stepSoon(broker);
  return Ticket{index, number};
}

void Brokers::cancel(Ticket ticket) {
  Broker &broker = *std::next(brokers_.begin(), static_cast<ptrdiff_t>(ticket.broker));
  broker.client.cancel(ticket.number);
  stepSoon(broker);
}

size_t Brokers::pending() const {
  size_t all = 0;
  for (const Broker &broker : brokers_)
    all += broker.client.pending();
  return all;
}

} // namespace agentc::serve
