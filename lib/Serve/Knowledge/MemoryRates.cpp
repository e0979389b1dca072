#include "Knowledge/MemoryRates.h"

#include "Handlers.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"

namespace agentc::serve {

static Json shareOf(uint64_t part, uint64_t all) {
  return all == 0 ? Json() : Json(double(part) / double(all));
}

llvm::Expected<Json> memoryRates(App &app, llvm::StringRef tenant) {
  auto counts = app.runs().knowledge().store().searchCounts(tenant);
  if (!counts)
    return counts.takeError();
  Json rates = Json::object();
  for (const auto &[collection, count] : *counts) {
    llvm::StringRef kind = collection;
    if (kind.consume_front(memoryPrefix))
      rates[kind.str()] = {{"searches", count.searches},
                           {"found", count.found},
                           {"used", count.used},
                           {"succeeded", count.succeeded},
                           {"hit_rate", shareOf(count.used, count.searches)},
                           {"success_rate", shareOf(count.succeeded, count.used)}};
  }
  return rates;
}

std::string memoryMetrics(App &app, llvm::StringRef tenant) {
  llvm::Expected<Json> rates = memoryRates(app, tenant);
  if (!rates) {
    llvm::consumeError(rates.takeError());
    return "";
  }
  static constexpr llvm::StringLiteral metrics[][4] = {
      {"agent_memory_searches", "counter", "Searches of memory.", "searches"},
      {"agent_memory_found", "counter", "Searches that found something.", "found"},
      {"agent_memory_used", "counter", "Searches of which something was used.", "used"},
      {"agent_memory_succeeded", "counter", "Searches whose finds led to success.", "succeeded"},
      {"agent_memory_hit_rate", "gauge", "Share of searches that were of use.", "hit_rate"}};
  std::string text;
  for (const auto &[name, type, help, member] : metrics) {
    text += ("# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n").str();
    for (const auto &[kind, rate] : rates->items())
      if (const Json &value = rate[member.str()]; value.is_number())
        text += metricLine(name, "kind=\"" + kind + "\"", value.get<double>());
  }
  return text;
}

void useMemory(App &app, const SharedCall &call) {
  const std::optional<Json> body = call->object();
  const std::optional<store::Document> document = body ? namedMemory(app, call) : std::nullopt;
  if (!document)
    return;
  const llvm::StringRef search = models::textOf(*body, "search");
  const Json succeeded = body->value("succeeded", Json(false));
  if (search.empty() || !succeeded.is_boolean())
    return call->refuse(400, "`search` is not a text, or `succeeded` not a truth value");
  const std::optional<bool> isKnown = call->orFail(app.runs().knowledge().store().countUse(
      call->key.tenant, search, document->collection, succeeded.get<bool>()));
  if (!isKnown)
    return;
  if (!*isKnown)
    return call->refuse(404, "there is no such search that has found memory of this kind");
  if (std::optional<Json> rates = call->orFail(memoryRates(app, call->key.tenant)))
    call->answer(200, {{"rates", std::move(*rates)}});
}

} // namespace agentc::serve
