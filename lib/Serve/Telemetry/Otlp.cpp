#include "Otlp.h"

#include "agentc/Support/Json.h"
#include "agentc/Support/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

// Numbers of the protocol's enumerations.
static constexpr int spanKindServer = 2, statusCodeError = 2, temporalityCumulative = 2;

static bool isHex(llvm::StringRef text, size_t size) {
  return text.size() == size && text.find_first_not_of("0123456789abcdef") == llvm::StringRef::npos;
}

std::optional<TraceParent> readTraceParent(llvm::StringRef header) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  header.split(parts, '-');
  // Later versions may add parts; version 255 is forbidden.
  if (parts.size() < 4 || !isHex(parts[0], 2) || parts[0] == "ff" ||
      (parts[0] == "00" && parts.size() != 4))
    return std::nullopt;
  const auto isNothing = [](llvm::StringRef id) {
    return id.find_first_not_of('0') == llvm::StringRef::npos;
  };
  if (!isHex(parts[1], 32) || !isHex(parts[2], 16) || !isHex(parts[3], 2) || isNothing(parts[1]) ||
      isNothing(parts[2]))
    return std::nullopt;
  return TraceParent{parts[1].str(), parts[2].str()};
}

static Json attribute(const char *key, const std::string &text) {
  return {{"key", key}, {"value", {{"stringValue", text}}}};
}

/// A 64-bit number, which the encoding writes as a string.
static std::string number(uint64_t value) { return std::to_string(value); }

static Json resource() {
  return {{"attributes", Json::array({attribute("service.name", "agentc-serve"),
                                      attribute("service.version", version().str())})}};
}

static Json scope() { return {{"name", "agentc"}, {"version", version().str()}}; }

static Json spanToJson(const Span &span) {
  Json attributes = Json::array(
      {attribute("http.request.method", span.method), attribute("http.route", span.route)});
  attributes.push_back(
      {{"key", "http.response.status_code"}, {"value", {{"intValue", number(span.status)}}}});
  for (const auto &[key, text] :
       {std::pair("agentc.request", &span.request), std::pair("agentc.tenant", &span.tenant),
        std::pair("agentc.agent", &span.agent), std::pair("agentc.outcome", &span.outcome)})
    if (!text->empty())
      attributes.push_back(attribute(key, *text));
  if (!span.tools.empty()) {
    Json values = Json::array();
    for (const std::string &tool : span.tools)
      values.push_back({{"stringValue", tool}});
    attributes.push_back(
        {{"key", "agentc.tools"}, {"value", {{"arrayValue", {{"values", std::move(values)}}}}}});
  }
  Json json = {{"traceId", span.trace},
               {"spanId", span.id},
               {"name", span.method + " " + span.route},
               {"kind", spanKindServer},
               {"startTimeUnixNano", number(span.begun)},
               {"endTimeUnixNano", number(span.ended)},
               {"attributes", std::move(attributes)}};
  if (!span.parent.empty())
    json["parentSpanId"] = span.parent;
  // By the conventions for HTTP spans, a client's error is not an error of the server.
  if (span.status >= 500)
    json["status"] = {{"code", statusCodeError}};
  return json;
}

std::string otlpTraces(llvm::ArrayRef<Span> spans) {
  Json list = Json::array();
  for (const Span &span : spans)
    list.push_back(spanToJson(span));
  Json scopes = Json::array({{{"scope", scope()}, {"spans", std::move(list)}}});
  const Json body = {{"resourceSpans", Json::array({{{"resource", resource()},
                                                     {"scopeSpans", std::move(scopes)}}})}};
  return printJson(body, /*indented=*/false);
}

namespace {

/// The points of each metric, one a series.
struct Points {
  Json durations = Json::array(), successes = Json::array(), errors = Json::array(),
       memory = Json::array();

  void add(Json point, const Metrics::Series &series) {
    const auto whole = [&](uint64_t value) {
      Json made = point;
      made["asInt"] = number(value);
      return made;
    };
    successes.push_back(whole(series.successes));
    errors.push_back(whole(series.errors));
    memory.push_back(whole(series.memory));
    uint64_t count = 0;
    Json buckets = Json::array();
    for (uint64_t bucket : series.buckets) {
      count += bucket;
      buckets.push_back(number(bucket));
    }
    point["count"] = number(count);
    point["sum"] = series.seconds;
    point["bucketCounts"] = std::move(buckets);
    point["explicitBounds"] = Metrics::bounds;
    durations.push_back(std::move(point));
  }
};

} // namespace

static Json metric(const char *name, const char *unit, const char *form, Json points,
                   bool isCounter) {
  Json data = {{"dataPoints", std::move(points)}};
  if (llvm::StringRef(form) != "gauge")
    data["aggregationTemporality"] = temporalityCumulative;
  if (isCounter)
    data["isMonotonic"] = true;
  return {{"name", name}, {"unit", unit}, {form, std::move(data)}};
}

std::string otlpMetrics(const Metrics &metrics, uint64_t begun, uint64_t now) {
  Points points;
  for (const auto &[tenant, agents] : metrics.tenants())
    for (const auto &[agent, series] : agents)
      points.add({{"startTimeUnixNano", number(begun)},
                  {"timeUnixNano", number(now)},
                  {"attributes", Json::array({attribute("agentc.tenant", tenant),
                                              attribute("agentc.agent", agent)})}},
                 series);
  Json list = Json::array(
      {metric("agent_execution_duration_seconds", "s", "histogram", std::move(points.durations),
              /*isCounter=*/false),
       metric("agent_execution_success", "{call}", "sum", std::move(points.successes), true),
       metric("agent_execution_error", "{call}", "sum", std::move(points.errors), true),
       metric("agent_memory_usage_bytes", "By", "gauge", std::move(points.memory), false)});
  Json scopes = Json::array({{{"scope", scope()}, {"metrics", std::move(list)}}});
  const Json body = {{"resourceMetrics", Json::array({{{"resource", resource()},
                                                       {"scopeMetrics", std::move(scopes)}}})}};
  return printJson(body, /*indented=*/false);
}

} // namespace agentc::serve
