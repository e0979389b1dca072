#include "App.h"

#include "AgentOffers.h"
#include "Runs/DataFolders.h"
#include "Runs/Runs.h"
#include "Telemetry/Telemetry.h"

#include "agentc/Support/Digest.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <ctime>
#include <thread>

namespace agentc::serve {

static Brokers::Options brokerOptions(const Options &options) {
  Brokers::Options brokers;
  brokers.count =
      options.sandboxes ? options.sandboxes : std::max(1u, std::thread::hardware_concurrency());
  brokers.mostWaiting = options.waiting;
  brokers.isPerTenant = options.tenantSandboxes > 0;
  if (brokers.isPerTenant)
    brokers.count = options.tenantSandboxes;
  // Packages come from strangers, so V8 makes no machine code for them.
  brokers.sandbox.jitless = true;
  brokers.sandbox.requireFull = options.requireFull;
  brokers.sandbox.fewCalls = false;
  brokers.sandbox.idlePackages = options.idlePackages;
  brokers.sandbox.out = options.state + "/saved";
  return brokers;
}

App::App(http::EventLoop &loop, const Options &options, std::unique_ptr<store::Store> store,
         llvm::raw_fd_ostream &log)
    : loop_(loop), options_(options), store_(std::move(store)), log_(log),
      saved_(*store_, options.state + "/saved", options.savedBytes),
      children_(loop, std::max(1u, std::thread::hardware_concurrency()), /*mostWaiting=*/64),
      brokers_(loop, brokerOptions(options)),
      packages_(children_, options.state + "/incoming", options.warmBytes),
      agentOffers_(std::make_unique<AgentOffers>()) {}

App::~App() = default;

void App::setRuns(std::unique_ptr<Runs> runs) { runs_ = std::move(runs); }

llvm::Error App::allow(llvm::ArrayRef<std::string> hosts, llvm::ArrayRef<std::string> origins) {
  for (const std::string &host : hosts)
    if (llvm::Error error = hosts_.allowHost(host))
      return error;
  for (const std::string &origin : origins)
    if (llvm::Error error = hosts_.allowOrigin(origin))
      return error;
  return llvm::Error::success();
}

/// `path`: of the request; the Responses API has errors of its own form.
static http::Response jsonResponse(unsigned status, const Json &body, llvm::StringRef path) {
  if (status >= 400 && path.starts_with("/v1/"))
    return jsonResponse(status, responseError(status, body), "");
  return http::makeResponse(status, "application/json", printJson(body, /*indented=*/false) + "\n");
}

http::Response App::refuse(unsigned status, llvm::StringRef why) {
  return jsonResponse(status, refusal(status, why).body, "");
}

App::Match App::match(const http::Request &request) const {
  Match match;
  const auto segments = http::readPath(request.path);
  if (!segments)
    return match;
  for (const Route &route : allRoutes()) {
    std::vector<std::string> parameters;
    llvm::SmallVector<llvm::StringRef> parts;
    route.path.drop_front().split(parts, '/');
    bool fits = parts.size() == segments->size();
    for (size_t i = 0; fits && i < parts.size(); ++i)
      if (parts[i].starts_with("{"))
        parameters.push_back((*segments)[i]);
      else
        fits = parts[i] == (*segments)[i];
    if (!fits)
      continue;
    const bool isMethod =
        route.method == request.method || (request.method == "HEAD" && route.method == "GET");
    if (isMethod)
      return {&route, std::move(parameters), {}};
    match.methods.push_back(route.method.str());
  }
  return match;
}

bool App::isWithinRate(const store::Key &key) {
  if (NodeRuns *nodes = runs_->nodes(); nodes && options_.keyRate) {
    llvm::Expected<uint64_t> count = nodes->nodes().countRequest(key.id);
    if (count)
      return *count <= options_.keyRate;
    // Without Redis each node counts its own.
    llvm::consumeError(count.takeError());
  }
  Rate &rate = rates_[key.id];
  const int64_t minute = std::time(nullptr) / 60;
  if (rate.minute != minute)
    rate = {minute, 0};
  return ++rate.calls <= options_.keyRate || options_.keyRate == 0;
}

std::variant<store::Key, Refusal> App::keyOf(const http::Request &request, const Route &route) {
  const std::optional<llvm::StringRef> header = request.header("authorization");
  llvm::StringRef secret = header.value_or("");
  if (!secret.consume_front_insensitive("bearer ") || secret.trim().empty())
    return refusal(401, "a key is needed: `Authorization: Bearer KEY`");
  if (runs_->nodes() && std::time(nullptr) != keysRead_) {
    // Another node may have revoked one.
    keys_.clear();
    keysRead_ = std::time(nullptr);
  }
  // The time that finding a hash takes tells nothing about the secret.
  const std::string hash = sha256Hex(secret.trim());
  auto known = keys_.find(hash);
  if (known == keys_.end()) {
    llvm::Expected<std::optional<store::Key>> found = store_->findKey(hash);
    if (found && !*found && (route.scope & store::ScopeSession))
      found = sessionKey(runs_->journal(), hash);
    if (!found) {
      std::string why;
      return failureOf(found.takeError(), why);
    }
    if (!*found)
      return refusal(401, "the key is not known, or was revoked");
    if (keys_.size() > 10000)
      keys_.clear();
    known = keys_.try_emplace(hash, **found).first;
  }
  if ((known->second.scopes & route.scope) == 0)
    return refusal(403, "the key lacks the scope `" +
                            llvm::join(store::scopeNames(route.scope), "` or `") + "`");
  return known->second;
}

std::variant<uint64_t, http::Response> App::admit(const http::Request &head) {
  const auto refused = [&head](unsigned status, llvm::StringRef why) {
    return jsonResponse(status, refusal(status, why).body, head.path);
  };
  if (std::optional<std::string> fault = hosts_.judge(head))
    return refused(403, *fault);
  const Match found = match(head);
  if (!found.route && found.methods.empty())
    return refused(404, "there is nothing at this path");
  if (!found.route) {
    http::Response response = refused(405, "the method is not one of this path's");
    response.headers.emplace_back("allow", llvm::join(found.methods, ", "));
    return response;
  }
  if (runs_->nodes() && options_.role == Role::Work && found.route->scope != 0 &&
      found.route->path != "/metrics")
    return refused(503, "this node takes no requests (`--role work`)");
  if (found.route->scope != 0) {
    auto key = keyOf(head, *found.route);
    if (auto *refusal = std::get_if<Refusal>(&key)) {
      http::Response response = jsonResponse(refusal->status, refusal->body, head.path);
      if (refusal->status == 401)
        response.headers.emplace_back("www-authenticate", "Bearer");
      return response;
    }
    if (!isWithinRate(std::get<store::Key>(key))) {
      http::Response response = refused(429, "the key has made its calls of this minute");
      response.headers.emplace_back("retry-after", std::to_string(60 - std::time(nullptr) % 60));
      return response;
    }
  }
  return found.route->bodyBytes == uploadBody ? options_.uploadBytes : found.route->bodyBytes;
}

void App::handle(http::Request request, std::shared_ptr<http::Exchange> exchange) {
  auto call = std::make_shared<Call>();
  call->app = this;
  call->exchange = std::move(exchange);
  call->id = "r" + llvm::utohexstr(static_cast<uint64_t>(std::time(nullptr)), /*LowerCase=*/true) +
             "-" + std::to_string(++last_);
  call->request = std::move(request);
  Match found = match(call->request);
  call->route = found.route;
  call->parameters = std::move(found.parameters);
  if (found.route->scope != 0) {
    auto key = keyOf(call->request, *found.route);
    if (auto *refusal = std::get_if<Refusal>(&key))
      return call->refuse(*refusal);
    call->key = std::get<store::Key>(std::move(key));
  }
  found.route->handle(*this, call);
}

std::optional<Brokers::Ticket> App::run(const SharedCall &call, const SharedPackage &package,
                                        ToolRequest request, ToolClient::OnEvent onEvent,
                                        ToolClient::OnReport onReport) {
  unsigned &running = running_[call->key.tenant];
  if (isStopping_) {
    call->refuse(503, "the server is stopping");
    return std::nullopt;
  }
  if (running >= options_.tenantCalls) {
    call->answer(429, refusal(429, "the tenant has as many calls under way as it may").body,
                 {{"retry-after", "1"}});
    return std::nullopt;
  }
  llvm::Expected<uint64_t> room = saved_.roomOf(call->key.tenant);
  if (!room) {
    call->fail(room.takeError());
    return std::nullopt;
  }
  request.limits.savedBytes = std::min(request.limits.savedBytes, *room);
  if (llvm::Error error = giveData(
          options_, {call->key.tenant, call->user, call->conversation, call->agent}, request)) {
    call->fail(std::move(error));
    return std::nullopt;
  }
  ++running;
  // Counted down when the call has ended in any way.
  const std::shared_ptr<void> guard(
      nullptr, [this, tenant = call->key.tenant](void *) { --running_[tenant]; });
  RecentCalls::Entry described;
  described.id = call->id;
  described.agent = call->agent;
  described.user = call->user;
  described.tools = call->tools;
  auto entry = recentCalls_.begin(call->key.tenant, std::move(described));
  auto ticket = brokers_.call(
      call->key.tenant, package->image, std::move(request), std::move(onEvent),
      [this, call, guard, package, entry, done = std::move(onReport)](const ToolReport &report) {
        call->outcome = outcomeName(report.outcome).str();
        RecentCalls::end(*entry, call->outcome);
        metrics_.addExecution(call->key.tenant, call->agent, entry->milliseconds / 1000,
                              report.outcome == Outcome::Ok, report.usage.peakMemoryBytes);
        llvm::Error error = saved_.note(call->key.tenant, call->agent, report);
        if (!error)
          return done(report);
        noteFailure(*call, llvm::toString(std::move(error)));
        ToolReport failed;
        failed.error = {"Error", "what the call saved could not be noted", ""};
        failed.outcome = Outcome::Crashed;
        done(failed);
      });
  if (ticket)
    return ticket;
  RecentCalls::end(*entry, "refused");
  call->answer(503, refusal(503, "too many calls wait").body, {{"retry-after", "1"}});
  return std::nullopt;
}

static std::string timestamp() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm parts = {};
  gmtime_r(&seconds, &parts);
  char text[40];
  const size_t size = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  const auto ms =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  return std::string(text, size) + "." + llvm::utostr(1000 + static_cast<uint64_t>(ms)).substr(1) +
         "Z";
}

static Span spanOf(const Call &call, unsigned status) {
  using std::chrono::nanoseconds;
  Span span;
  const auto parent = readTraceParent(call.request.header("traceparent").value_or(""));
  span.trace = parent ? parent->trace : randomHex(16);
  span.parent = parent ? parent->span : "";
  span.id = randomHex(8);
  span.method = call.route->method.str();
  span.route = call.route->path.str();
  span.request = call.id;
  span.tenant = call.key.tenant;
  span.agent = call.agent;
  span.outcome = call.outcome;
  span.tools = call.tools;
  span.status = status;
  const nanoseconds now = std::chrono::system_clock::now().time_since_epoch();
  span.ended = now.count();
  span.begun = span.ended - nanoseconds(std::chrono::steady_clock::now() - call.begun).count();
  return span;
}

void App::note(const Call &call, unsigned status) {
  const std::chrono::duration<double, std::milli> time =
      std::chrono::steady_clock::now() - call.begun;
  Json line = {{"level", status >= 500   ? "error"
                         : status >= 400 ? "warn"
                                         : "info"},
               {"message", call.route->method.str() + " " + call.route->path.str()},
               {"status", status},
               {"agentId", call.agent},
               {"companyId", call.key.tenant},
               {"conversationId", call.conversation},
               {"requestId", call.id},
               {"channel", "http"},
               {"duration", std::round(time.count() * 1000) / 1000},
               {"tokensUsed", 0},
               {"toolsUsed", call.tools}};
  if (!call.outcome.empty())
    line["outcome"] = call.outcome;
  if (!call.key.id.empty())
    line["key"] = call.key.id;
  // No answer leaves without its line in the log.
  log(line);
  if (telemetry_)
    telemetry_->add(spanOf(call, status));
}

llvm::Error App::openTelemetry() {
  llvm::Expected<std::unique_ptr<Telemetry>> opened =
      Telemetry::open(loop_, options_.otlp, metrics_, [this](const std::string &why) {
        log({{"level", "warn"}, {"message", why}});
      });
  if (opened)
    telemetry_ = std::move(*opened);
  return opened.takeError();
}

void App::finishTelemetry(std::function<void()> then) {
  telemetry_ ? telemetry_->finish(std::move(then)) : then();
}

void App::noteFailure(const Call &call, llvm::StringRef why) {
  log({{"level", "error"}, {"message", why.str()}, {"requestId", call.id}});
}

void App::log(const Json &line) {
  Json whole = {{"timestamp", timestamp()}};
  whole.update(line);
  if (lostLines_)
    whole["linesLost"] = lostLines_;
  log_ << printJson(whole, /*indented=*/false) << '\n';
  log_.flush();
  lostLines_ = log_.has_error() ? lostLines_ + 1 : 0;
  log_.clear_error();
}

Call::~Call() {
  if (!isAnswered)
    answer(500, refusal(500, "the request was not answered").body);
}

std::optional<std::string> Call::query(llvm::StringRef name) const {
  const auto pairs = http::readQuery(request.query);
  if (pairs)
    for (const auto &[one, value] : *pairs)
      if (one == name)
        return value;
  return std::nullopt;
}

void Call::answer(http::Response response) {
  if (std::exchange(isAnswered, true))
    return;
  app->note(*this, response.status);
  addHeaders(response);
  exchange->answer(std::move(response));
}

void Call::begin(http::Response head) {
  if (std::exchange(isAnswered, true))
    return;
  addHeaders(head);
  exchange->begin(std::move(head));
}

void Call::end() {
  app->note(*this, 200);
  exchange->end();
}

void Call::addHeaders(http::Response &response) const {
  response.headers.emplace_back("x-request-id", id);
  response.headers.emplace_back("cache-control", "no-store");
  response.headers.emplace_back("x-content-type-options", "nosniff");
}

void Call::answer(unsigned status, const Json &body, http::Headers headers) {
  http::Response response = jsonResponse(status, body, route->path);
  response.headers.insert(response.headers.end(), headers.begin(), headers.end());
  answer(std::move(response));
}

void Call::fail(llvm::Error error) {
  std::string why;
  const Refusal refused = failureOf(std::move(error), why);
  app->noteFailure(*this, why);
  refuse(refused);
}

std::optional<Json> Call::object() {
  JsonError error;
  std::optional<Json> json = parseJson(request.body, &error);
  if (json && json->is_object())
    return json;
  refuse(400, json ? "the body is not an object"
                   : "the body is not JSON: " + error.message + " at byte " +
                         std::to_string(error.offset));
  return std::nullopt;
}

} // namespace agentc::serve
