#include "agentc/Serve/Serve.h"

#include "App.h"
#include "Keys.h"
#include "Runs/Runs.h"
#include "State.h"

#include "agentc/Support/AtomicFile.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdlib>
#include <sys/resource.h>

namespace agentc::serve {

llvm::Expected<Options> optionsFromJson(const Json &json) {
  if (!json.is_object() || !json.contains("state"))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "`agentc serve` starts this program, with its options");
  Options options;
  const auto read = [&](const char *name, auto &member) {
    if (json.contains(name))
      json[name].get_to(member);
  };
  read("state", options.state);
  read("address", options.address);
  read("port", options.port);
  read("hosts", options.hosts);
  read("origins", options.origins);
  read("registries", options.registries);
  read("sandboxes", options.sandboxes);
  read("tenantSandboxes", options.tenantSandboxes);
  read("idlePackages", options.idlePackages);
  read("waiting", options.waiting);
  read("tenantCalls", options.tenantCalls);
  read("keyRate", options.keyRate);
  read("warmBytes", options.warmBytes);
  read("uploadBytes", options.uploadBytes);
  read("savedBytes", options.savedBytes);
  read("redis", options.redis);
  read("runs", options.runs);
  read("requireFull", options.requireFull);
  read("models", options.models);
  read("otlp", options.otlp);
  int64_t grace = options.grace.count();
  read("graceMs", grace);
  options.grace = std::chrono::milliseconds(grace);
  int64_t lease = options.lease.count();
  read("leaseMs", lease);
  options.lease = std::chrono::milliseconds(lease);
  std::string role;
  read("role", role);
  options.role = role == "serve" ? Role::Serve : role == "work" ? Role::Work : Role::Both;
  // Command lines are visible to everybody on the machine.
  if (const char *password = std::getenv("AGENTC_REDIS_PASSWORD"))
    options.redisPassword = password;
  return options;
}

/// Creates the first key of a new state, in a file that only its owner can read.
static llvm::Error makeFirstKey(store::SharedState &state, const Options &options,
                                llvm::raw_ostream &say) {
  store::Store &store = *state.store;
  llvm::Expected<std::vector<store::Key>> keys = store.keys("default");
  if (!keys)
    return keys.takeError();
  if (!keys->empty())
    return llvm::Error::success();
  // Only one of several nodes that start at once makes it.
  llvm::Expected<bool> isFirst = state.nodes ? state.nodes->claim("first-key") : true;
  if (!isFirst)
    return isFirst.takeError();
  if (!*isFirst)
    return llvm::Error::success();
  const NewKey made = newKey("default", "first", store::AllScopes);
  const std::string path = options.state + "/first-key";
  // The file first: a key whose secret was lost would never be replaced.
  if (llvm::Error error = writeFileAtomically(path, made.secret + "\n", {.mode = 0600}))
    return error;
  if (llvm::Error error = store.addKey(made.key, made.hash, {"default", "start"}))
    return error;
  say << "agentc-serve: the first key, with all rights, is in `" << path << "`\n";
  return llvm::Error::success();
}

static llvm::Error checkSandbox(const Options &options) {
  if (!options.requireFull)
    return llvm::Error::success();
  SandboxFlags flags;
  flags.jitless = true;
  flags.requireFull = true;
  llvm::Expected<std::optional<std::string>> walls = ToolProcess::explainSandbox(flags);
  if (!walls)
    return walls.takeError();
  if (*walls)
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "the sandbox is less than full on this machine; "
                                 "`--allow-lesser-sandbox` serves all the same");
}

/// The operator's models, if there are any.
static llvm::Expected<std::optional<models::ModelSettings>> readModels(const Options &options) {
  if (options.models.empty())
    return std::nullopt;
  const auto failed = [&](const llvm::Twine &why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "`" + escapeForTerminal(options.models) + "`: " + why);
  };
  auto file = llvm::MemoryBuffer::getFile(options.models);
  if (!file)
    return failed(agentc::describe(file.getError()));
  llvm::Expected<models::ModelSettings> settings =
      models::readModelSettings((*file)->getBuffer(), [](const std::string &name) {
        const char *value = std::getenv(name.c_str());
        return value ? std::optional<std::string>(value) : std::nullopt;
      });
  if (!settings)
    return failed(llvm::toString(settings.takeError()));
  return std::move(*settings);
}

llvm::Error serve(const Options &options, llvm::raw_fd_ostream &log, llvm::raw_ostream &say) {
  signal(SIGPIPE, SIG_IGN);
  // Clients, sandboxes and children all need descriptors.
  rlimit files = {};
  if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = std::min<rlim_t>(files.rlim_max, 65536);
    setrlimit(RLIMIT_NOFILE, &files);
  }
  if (llvm::Error error = checkSandbox(options))
    return error;
  llvm::Expected<std::optional<models::ModelSettings>> models = readModels(options);
  if (!models)
    return models.takeError();
  llvm::Expected<store::SharedState> state = openState(options);
  if (!state)
    return state.takeError();
  if (!state->warning.empty())
    say << "agentc-serve: warning: " << escapeForTerminal(state->warning) << '\n';
  // Left by uploads when a server was killed.
  llvm::sys::fs::remove_directories(options.state + "/incoming");
  if (llvm::Error error = makeFirstKey(*state, options, say))
    return error;
  http::EventLoop loop;
  App app(loop, options, std::move(state->store), log);
  if (llvm::Error error = app.allow(options.hosts, options.origins))
    return error;
  llvm::Expected<std::unique_ptr<Runs>> runs =
      Runs::open(app, std::move(*models), std::move(*state));
  if (!runs)
    return runs.takeError();
  app.setRuns(std::move(*runs));
  if (!options.otlp.empty())
    if (llvm::Error error = app.openTelemetry())
      return error;
  http::ServerOptions listening;
  listening.address = options.address;
  listening.port = options.port;
  auto server = http::Server::listen(loop, listening, app);
  if (!server)
    return server.takeError();
  app.setServer(server->get());
  std::unique_ptr<http::EventLoop::Timer> grace;
  loop.onSignals({SIGTERM, SIGINT}, [&](int) {
    app.stop();
    // Calls of runs may also finish within the grace period; runs are resumed after the next start.
    auto left = std::make_shared<int>(2);
    const auto stopLoop = [&loop, &app, left] {
      if (--*left == 0)
        app.finishTelemetry([&loop] { loop.stop(); });
    };
    app.runs().pause(stopLoop);
    (*server)->stop(options.grace, stopLoop);
    grace = loop.after(options.grace, [&loop, &app] {
      app.runs().giveBack();
      loop.stop();
    });
  });
  const bool isIpv6 = options.address.find(':') != std::string::npos;
  say << "agentc-serve: listening on http://" << (isIpv6 ? "[" : "") << options.address
      << (isIpv6 ? "]" : "") << ":" << (*server)->port() << '\n';
  say.flush();
  app.runs().resumeAll();
  loop.run();
  app.setServer(nullptr);
  return llvm::Error::success();
}

} // namespace agentc::serve
