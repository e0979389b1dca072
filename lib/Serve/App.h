#ifndef AGENTC_LIB_SERVE_APP_H
#define AGENTC_LIB_SERVE_APP_H

#include "Call.h"
#include "Metrics.h"
#include "RecentCalls.h"
#include "Saved.h"

#include "agentc/Http/AllowedHosts.h"
#include "agentc/Serve/Serve.h"
#include "agentc/Store/Store.h"

#include "llvm/ADT/StringMap.h"

namespace agentc::serve {

class AgentOffers;
class Runs;
class Telemetry;

/// The server's application: routes, rights, and what the routes share.
class App : public http::RequestHandler {
public:
  App(http::EventLoop &loop, const Options &options, std::unique_ptr<store::Store> store,
      llvm::raw_fd_ostream &log);
  ~App() override;

  std::variant<uint64_t, http::Response> admit(const http::Request &head) override;
  void handle(http::Request request, std::shared_ptr<http::Exchange> exchange) override;
  http::Response refuse(unsigned status, llvm::StringRef why) override;

  llvm::Error allow(llvm::ArrayRef<std::string> hosts, llvm::ArrayRef<std::string> origins);
  void setServer(const http::Server *server) { server_ = server; }
  void setRuns(std::unique_ptr<Runs> runs);
  Runs &runs() { return *runs_; }
  /// Begins to send telemetry to the collector of the options.
  llvm::Error openTelemetry();
  /// Sends what is left, then calls the function.
  void finishTelemetry(std::function<void()> then);
  void stop() { isStopping_ = true; }

  /// Calls a package for a client, within the tenant's limits; std::nullopt after refusing the
  /// call.
  std::optional<Brokers::Ticket> run(const SharedCall &call, const SharedPackage &package,
                                     ToolRequest request, ToolClient::OnEvent onEvent,
                                     ToolClient::OnReport onReport);
  /// Forgets keys that were looked up.
  void forgetKeys() { keys_.clear(); }
  /// Tells the log that a call has been answered with a status.
  void note(const Call &call, unsigned status);
  void noteFailure(const Call &call, llvm::StringRef why);
  /// Adds a line to the log, with the time before its members.
  void log(const Json &line);

  const Options &options() const { return options_; }
  bool isStopping() const { return isStopping_; }
  store::Store &store() { return *store_; }
  http::EventLoop &loop() { return loop_; }
  Children &children() { return children_; }
  Brokers &brokers() { return brokers_; }
  PreparedPackages &packages() { return packages_; }
  AgentOffers &agentOffers() { return *agentOffers_; }
  Metrics &metrics() { return metrics_; }
  Saved &saved() { return saved_; }
  const RecentCalls &recentCalls() const { return recentCalls_; }
  const http::Server *server() const { return server_; }

private:
  struct Match {
    const Route *route = nullptr;
    std::vector<std::string> parameters;
    std::vector<std::string> methods; ///< of the path, if it does not take the request's
  };
  Match match(const http::Request &request) const;
  std::variant<store::Key, Refusal> keyOf(const http::Request &request, const Route &route);
  bool isWithinRate(const store::Key &key);

  http::EventLoop &loop_;
  Options options_;
  std::unique_ptr<store::Store> store_;
  llvm::raw_fd_ostream &log_;
  http::AllowedHosts hosts_;
  llvm::StringMap<store::Key> keys_;  ///< by the hashes of their secrets
  int64_t keysRead_ = 0;              ///< the second since which keys of other nodes are cached
  llvm::StringMap<unsigned> running_; ///< calls by tenant
  struct Rate {
    int64_t minute = 0;
    unsigned calls = 0;
  };
  llvm::StringMap<Rate> rates_; ///< by the ids of keys
  RecentCalls recentCalls_;
  Saved saved_;
  // Calls under way in these may use every member declared before them.
  Children children_;
  Brokers brokers_;
  PreparedPackages packages_;
  std::unique_ptr<AgentOffers> agentOffers_;
  Metrics metrics_;
  std::unique_ptr<Runs> runs_;
  std::unique_ptr<Telemetry> telemetry_; ///< null without a collector
  const http::Server *server_ = nullptr;
  uint64_t last_ = 0;
  uint64_t lostLines_ = 0; ///< lines of the log that could not be written since the last that could
  bool isStopping_ = false;
};

} // namespace agentc::serve

#endif
