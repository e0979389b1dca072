#include "Brokers.h"

#include "agentc/ToolProtocol/RunImage.h"

namespace agentc::serve {

using Clock = std::chrono::steady_clock;

struct Brokers::Broker {
  explicit Broker(ToolClient client) : client(std::move(client)) {}

  const std::string *name = nullptr;
  /// Images that calls under way may need, with the number of those calls.
  std::map<std::string, std::pair<std::shared_ptr<const SentImage>, size_t>> images;
  ToolClient client;
  std::unique_ptr<http::EventLoop::Watch> watch;
  std::optional<unsigned> watched; ///< the number of the start whose descriptor is watched
  Clock::time_point lastUse = Clock::now();
  bool isStepping = false, isEnding = false;

  bool isIdle() const { return client.pending() == 0 && images.empty() && !isStepping; }
};

Brokers::Brokers(http::EventLoop &loop, Options options) : loop_(loop), options_(options) {
  if (options_.isPerTenant)
    return;
  for (unsigned i = 0; i < options_.count; ++i)
    start(std::to_string(i));
}

Brokers::~Brokers() {
  for (auto &[name, broker] : brokers_)
    broker.isEnding = true;
}

Brokers::Broker &Brokers::start(const std::string &name) {
  // If it cannot be started now, the first call tries again and reports the reason.
  llvm::Expected<ToolProcess> started = ToolProcess::start(options_.sandbox);
  if (!started)
    llvm::consumeError(started.takeError());
  const auto made = brokers_.try_emplace(
      name,
      ToolClient(started ? std::move(*started) : ToolProcess::adopt({-1, -1}), options_.sandbox));
  Broker &broker = made.first->second;
  broker.name = &made.first->first;
  step(broker);
  return broker;
}

Brokers::Broker *Brokers::find(llvm::StringRef tenant, const SentImage &image) {
  if (!options_.isPerTenant) {
    const size_t index = std::hash<std::string>()(image.digest) % brokers_.size();
    return &std::next(brokers_.begin(), static_cast<ptrdiff_t>(index))->second;
  }
  const auto found = brokers_.find(tenant);
  if (found != brokers_.end())
    return &found->second;
  endIdle(/*needsRoom=*/brokers_.size() >= options_.count);
  return brokers_.size() < options_.count ? &start(tenant.str()) : nullptr;
}

void Brokers::endIdle(bool needsRoom) {
  const Clock::time_point before = Clock::now() - options_.idle;
  auto longest = brokers_.end();
  for (auto each = brokers_.begin(); each != brokers_.end();) {
    const auto here = each++;
    if (!here->second.isIdle())
      continue;
    if (here->second.lastUse <= before)
      brokers_.erase(here);
    else if (longest == brokers_.end() || here->second.lastUse < longest->second.lastUse)
      longest = here;
  }
  if (needsRoom && brokers_.size() >= options_.count && longest != brokers_.end())
    brokers_.erase(longest);
  timer_ = brokers_.empty() ? nullptr : loop_.after(options_.idle, [this] { endIdle(false); });
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

std::optional<Brokers::Ticket> Brokers::call(llvm::StringRef tenant,
                                             const std::shared_ptr<const SentImage> &image,
                                             ToolRequest request, ToolClient::OnEvent onEvent,
                                             ToolClient::OnReport onReport) {
  Broker *const chosen = find(tenant, *image);
  if (!chosen || chosen->client.pending() >= options_.mostWaiting)
    return std::nullopt;
  Broker &broker = *chosen;
  broker.lastUse = Clock::now();
  auto &[kept, users] = broker.images[image->digest];
  if (users++ == 0) {
    kept = image;
    broker.client.addImage(kept->digest, kept->line);
  }
  auto release = [&broker, digest = image->digest] {
    if (broker.isEnding)
      return;
    broker.lastUse = Clock::now();
    auto found = broker.images.find(digest);
    if (--found->second.second > 0)
      return;
    broker.client.removeImage(digest);
    broker.images.erase(found);
  };
  // A cancelled call's functions are dropped without being called.
  const std::shared_ptr<void> guard(nullptr, [release](void *) { release(); });
  const uint64_t number = broker.client.call(
      std::move(request), std::move(onEvent),
      [guard, done = std::move(onReport)](const ToolReport &report) { done(report); });
  stepSoon(broker);
  return Ticket{*broker.name, number};
}

Brokers::Broker *Brokers::brokerOf(const Ticket &ticket) {
  const auto found = brokers_.find(ticket.broker);
  return found == brokers_.end() ? nullptr : &found->second;
}

void Brokers::hearQuestions(const Ticket &ticket, ToolClient::OnQuestion onQuestion) {
  if (Broker *broker = brokerOf(ticket))
    broker->client.hearQuestions(ticket.number, std::move(onQuestion));
}

void Brokers::answer(const Ticket &ticket, uint32_t question, const Json &answer) {
  Broker *broker = brokerOf(ticket);
  if (!broker)
    return;
  broker->client.answer(ticket.number, question, answer);
  stepSoon(*broker);
}

void Brokers::cancel(const Ticket &ticket) {
  Broker *broker = brokerOf(ticket);
  if (!broker)
    return;
  broker->client.cancel(ticket.number);
  stepSoon(*broker);
}

size_t Brokers::pending() const {
  size_t all = 0;
  for (const auto &[name, broker] : brokers_)
    all += broker.client.pending();
  return all;
}

} // namespace agentc::serve
