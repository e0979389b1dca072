#include "Handlers.h"
#include "Knowledge/MemoryRates.h"
#include "Runs/Runs.h"

#include "agentc/Support/Digest.h"
#include "agentc/Support/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

/// The CSP source (a hash) for the text of the page's only element of a name.
static std::string hashSource(llvm::StringRef page, llvm::StringRef element) {
  llvm::StringRef text = page.split(("<" + element + ">").str()).second;
  text = text.split(("</" + element + ">").str()).first;
  return "'sha256-" + llvm::encodeBase64(sha256Bytes(text)) + "'";
}

void showConsole(App &, const SharedCall &call) {
  http::Response response =
      http::makeResponse(200, "text/html; charset=utf-8", consolePage().str());
  // The page loads nothing, sends to no other origin, and cannot be framed.
  static const std::string policy =
      "default-src 'none'; script-src " + hashSource(consolePage(), "script") + "; style-src " +
      hashSource(consolePage(), "style") +
      "; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  response.headers.emplace_back("content-security-policy", policy);
  call->answer(std::move(response));
}

void showHealth(App &, const SharedCall &call) { call->answer(200, {{"status", "ok"}}); }

void showReadiness(App &app, const SharedCall &call) {
  // A server whose state cannot be read is not ready.
  llvm::Expected<std::optional<store::Key>> read = app.store().findKey("");
  const bool isReady = static_cast<bool>(read) && !app.isStopping();
  if (!read)
    llvm::consumeError(read.takeError());
  call->answer(isReady ? 200 : 503, {{"status", isReady ? "ready" : "not ready"}});
}

/// The server's own numbers, for those who run it.
static std::string serverText(App &app) {
  std::string text;
  const auto add = [&](llvm::StringRef name, llvm::StringRef type, llvm::StringRef help,
                       double value) {
    text += ("# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n").str() +
            metricLine(name, "", value);
  };
  const PreparedPackages::Counts packages = app.packages().counts();
  add("agent_worker_pool_size", "gauge", "Sandboxes that hold calls.",
      double(app.brokers().count()));
  add("agent_worker_queue_depth", "gauge", "Calls under way or waiting.",
      double(app.brokers().pending()));
  add("agent_cache_hit", "counter", "Packages that were prepared already.", double(packages.hits));
  add("agent_cache_miss", "counter", "Packages that had to be prepared.", double(packages.misses));
  add("agent_cache_packages", "gauge", "Packages that are prepared.", double(packages.packages));
  add("agent_cache_bytes", "gauge", "Memory of prepared packages, about.", double(packages.bytes));
  add("agent_children_waiting", "gauge", "Uploads and comparisons that wait.",
      double(app.children().waiting()));
  if (NodeRuns *nodes = app.runs().nodes()) {
    if (llvm::Expected<store::QueueState> queue = nodes->nodes().queue()) {
      add("agent_queue_depth", "gauge", "Runs that wait for a node.", double(queue->waiting));
      add("agent_queue_taken", "gauge", "Runs that nodes have.", double(queue->underWay));
      add("agent_queue_age_seconds", "gauge", "Time that the first of those that wait has waited.",
          double(queue->oldestWait) / 1000);
    } else {
      llvm::consumeError(queue.takeError());
    }
  }
  if (app.server()) {
    const http::Server::Counts counts = app.server()->counts();
    add("http_connections", "gauge", "Connections of clients.", counts.connections);
    add("http_connections_total", "counter", "Connections since the start.",
        double(counts.accepted));
    add("http_refused_total", "counter", "Requests that were refused before a route.",
        double(counts.refused));
  }
  return text;
}

void showMetrics(App &app, const SharedCall &call) {
  std::string text = app.metrics().text(call->key.tenant) + memoryMetrics(app, call->key.tenant);
  if (call->may(store::ScopeOperate))
    text += serverText(app);
  call->answer(
      http::makeResponse(200, "text/plain; version=0.0.4; charset=utf-8", std::move(text)));
}

static Json reference(llvm::StringRef schema) {
  return {{"$ref", ("#/components/schemas/" + schema).str()}};
}

static Json jsonContent(llvm::StringRef schema) {
  return {{"application/json", {{"schema", reference(schema)}}}};
}

/// A name for generated clients: `putApiAgentsSlug`.
static std::string operationId(const Route &route) {
  std::string name = route.method.lower();
  bool isFirst = false;
  for (char c : route.path) {
    if (llvm::isAlnum(c))
      name += isFirst ? llvm::toUpper(c) : c;
    isFirst = !llvm::isAlnum(c);
  }
  return name;
}

/// One route as an operation of OpenAPI 3.1.
static Json operationOf(const Route &route) {
  Json operation = {{"operationId", operationId(route)}, {"summary", route.summary.str()}};
  Json parameters = Json::array();
  llvm::StringRef rest = route.path;
  while (true) {
    rest = rest.split('{').second;
    if (rest.empty())
      break;
    parameters.push_back({{"name", rest.split('}').first.str()},
                          {"in", "path"},
                          {"required", true},
                          {"schema", {{"type", "string"}}}});
  }
  if (!parameters.empty())
    operation["parameters"] = std::move(parameters);
  if (route.bodyBytes == uploadBody)
    operation["requestBody"] = {
        {"required", true},
        {"content", {{"application/octet-stream", {{"schema", Json::object()}}}}}};
  else if (!route.body.empty())
    operation["requestBody"] = {{"required", true}, {"content", jsonContent(route.body)}};
  Json answer = {{"description", "the answer"}};
  if (!route.result.empty())
    answer["content"] = jsonContent(route.result);
  operation["responses"] = {
      {"2XX", std::move(answer)},
      {"default", {{"description", "a refusal"}, {"content", jsonContent("Error")}}}};
  operation["security"] = Json::array();
  if (route.scope != 0)
    operation["security"].push_back({{"key", Json::array()}});
  return operation;
}

/// The schemas of bodies that routes name.
static Json schemas() {
  static constexpr llvm::StringLiteral text =
#include "Schemas.inc"
      ;
  return parseJson(text).value_or(Json::object());
}

void showOpenApi(App &, const SharedCall &call) {
  Json paths = Json::object();
  for (const Route &route : allRoutes())
    paths[route.path.str()][route.method.lower()] = operationOf(route);
  call->answer(200, {{"openapi", "3.1.0"},
                     {"info", {{"title", "agentc serve"}, {"version", version().str()}}},
                     {"servers", {{{"url", "/"}}}},
                     {"paths", std::move(paths)},
                     {"components",
                      {{"schemas", schemas()},
                       {"securitySchemes", {{"key", {{"type", "http"}, {"scheme", "bearer"}}}}}}}});
}

} // namespace agentc::serve
