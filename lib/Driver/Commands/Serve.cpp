#include "Flags/RunOptions.h"
#include "Subcommand.h"

#include "agentc/Oci/Reference.h"
#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolProcess.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace agentc {

namespace {

using Arguments = llvm::opt::InputArgList;

/// A flag with a number, and the option of the server that it sets.
struct NumberFlag {
  OptionId id;
  const char *flag, *option;
  uint64_t least;
};
constexpr NumberFlag numberFlags[] = {
    {OPT_sandboxes, "--sandboxes", "sandboxes", 1},
    {OPT_tenant_sandboxes, "--tenant-sandboxes", "tenantSandboxes", 1},
    {OPT_idle_packages, "--idle-packages", "idlePackages", 1},
    {OPT_queue, "--queue", "waiting", 1},
    {OPT_tenant_calls, "--tenant-calls", "tenantCalls", 1},
    {OPT_key_rate, "--key-rate", "keyRate", 0},
    {OPT_runs, "--runs", "runs", 1},
};

llvm::Error addNumbers(const Arguments &arguments, Json &options) {
  for (const NumberFlag &one : numberFlags) {
    const llvm::opt::Arg *argument = arguments.getLastArg(one.id);
    uint32_t number = 0;
    if (!argument)
      continue;
    if (!llvm::to_integer(argument->getValue(), number, 10) || number < one.least)
      return usageError("`" + llvm::Twine(one.flag) + "` takes a whole number from " +
                        llvm::Twine(one.least) + " on");
    options[one.option] = number;
  }
  for (const auto &[id, flag, option] : {std::tuple(OPT_warm_memory, "--warm-memory", "warmBytes"),
                                         std::tuple(OPT_max_upload, "--max-upload", "uploadBytes"),
                                         std::tuple(OPT_max_saved, "--max-saved", "savedBytes")}) {
    const llvm::opt::Arg *argument = arguments.getLastArg(id);
    if (!argument)
      continue;
    const std::optional<uint64_t> bytes = parseByteSize(argument->getValue());
    if (!bytes || *bytes > 1ull << 32)
      return usageError("`" + llvm::Twine(flag) + "` takes a size up to 4GB, as in `64MB`");
    options[option] = *bytes;
  }
  return llvm::Error::success();
}

/// `ADDRESS:PORT`, `[ADDRESS]:PORT`, `:PORT`.
llvm::Error addAddress(const Arguments &arguments, Json &options) {
  const llvm::opt::Arg *argument = arguments.getLastArg(OPT_listen);
  if (!argument)
    return llvm::Error::success();
  auto [address, portText] = llvm::StringRef(argument->getValue()).rsplit(':');
  uint16_t port = 0;
  if (address.consume_front("["))
    address.consume_back("]");
  if (!llvm::to_integer(portText, port, 10))
    return usageError("`--listen` takes `ADDRESS:PORT`, as in `127.0.0.1:8484`");
  if (!address.empty())
    options["address"] = address.str();
  options["port"] = port;
  return llvm::Error::success();
}

/// Registries as references name them, since a name in another form would never be asked for.
llvm::Error addRegistries(const Arguments &arguments, Json &options) {
  options["registries"] = arguments.getAllArgValues(OPT_registry);
  for (const std::string &registry : arguments.getAllArgValues(OPT_registry)) {
    llvm::Expected<oci::Reference> reference = oci::parseReference(registry + "/name");
    if (reference && reference->registry == registry && reference->repository == "name")
      continue;
    llvm::consumeError(reference.takeError());
    return usageError("`--registry` takes `HOST[:PORT]`, as in `registry.example`; `" +
                      escapeForTerminal(registry) + "` is not one");
  }
  return llvm::Error::success();
}

llvm::Error addKey(const Arguments &arguments, Json &options) {
  const llvm::opt::Arg *name = arguments.getLastArg(OPT_new_key);
  if (!name) {
    for (const OptionId id : {OPT_tenant, OPT_scopes})
      if (arguments.hasArg(id))
        return usageError("`--tenant` and `--scopes` are those of `--new-key`");
    return llvm::Error::success();
  }
  options["newKey"] = name->getValue();
  options["tenant"] = arguments.getLastArgValue(OPT_tenant, "default").str();
  options["scopes"] = arguments.getLastArgValue(OPT_scopes, "read,run").str();
  return llvm::Error::success();
}

/// The flags of a node among others.
llvm::Error addSharing(const Arguments &arguments, Json &options) {
  const llvm::opt::Arg *redis = arguments.getLastArg(OPT_redis);
  if (!redis) {
    for (const OptionId id : {OPT_role, OPT_runs, OPT_lease})
      if (arguments.hasArg(id))
        return usageError("`--role`, `--runs` and `--lease` are those of a node with `--redis`");
    return llvm::Error::success();
  }
  options["redis"] = redis->getValue();
  options["role"] = arguments.getLastArgValue(OPT_role, "both").str();
  std::optional<uint64_t> lease;
  if (llvm::Error error = readMilliseconds(arguments, OPT_lease, lease))
    return error;
  if (lease && (*lease < 1000 || *lease > 600000))
    return usageError("`--lease` takes a time from 1s to 10m");
  if (lease)
    options["leaseMs"] = *lease;
  return llvm::Error::success();
}

llvm::Expected<Json> readServeOptions(const Arguments &arguments) {
  const llvm::opt::Arg *state = arguments.getLastArg(OPT_state);
  if (!state || llvm::StringRef(state->getValue()).empty())
    return usageError("`--state FOLDER` is missing, where the server keeps what must outlive it");
  if (arguments.hasArg(OPT_INPUT))
    return usageError("packages are uploaded to a server, not named to it");
  // The server stands elsewhere than its children.
  llvm::SmallString<256> folder(state->getValue());
  if (std::error_code error = llvm::sys::fs::make_absolute(folder))
    return usageError("`--state`: " + describe(error));
  Json options = {{"state", std::string(folder)},
                  {"hosts", arguments.getAllArgValues(OPT_host)},
                  {"origins", arguments.getAllArgValues(OPT_origin)},
                  {"requireFull", !arguments.hasArg(OPT_allow_lesser_sandbox)}};
  for (const auto &[id, option] : {std::pair(OPT_models, "models"), std::pair(OPT_otlp, "otlp")})
    if (const llvm::opt::Arg *argument = arguments.getLastArg(id))
      options[option] = argument->getValue();
  for (auto *add : {addAddress, addNumbers, addRegistries, addKey, addSharing})
    if (llvm::Error error = add(arguments, options))
      return error;
  std::optional<uint64_t> grace;
  if (llvm::Error error = readMilliseconds(arguments, OPT_grace, grace))
    return error;
  if (grace)
    options["graceMs"] = *grace;
  return options;
}

/// Becomes the program that serves, which reads no package itself.
llvm::Expected<int> serve(DriverEnv &env, const Arguments &arguments) {
  llvm::Expected<Json> options = readServeOptions(arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<std::string> program = programBeside("agentc-serve");
  if (!program)
    return program.takeError();
  for (llvm::raw_ostream *stream : {&env.out, &env.err})
    stream->flush();
  const std::string line = printJson(*options, /*indented=*/false);
  execl(program->c_str(), "agentc-serve", line.c_str(), nullptr);
  return usageError("`agentc-serve` cannot be started: " + llvm::Twine(strerror(errno)));
}

} // namespace

const Subcommand serveSubcommand = {
    "serve",
    ForServe,
    "[FLAGS] --state FOLDER",
    "serves packages over HTTP: uploads are judged and sealed, agents deployed, tools called in "
    "the sandbox",
    "  # on http://127.0.0.1:8484; the first key is in state/first-key\n"
    "  agentc serve --state state\n"
    "  # behind a proxy that has a name\n"
    "  agentc serve --state state --listen 127.0.0.1:9000 --host agents.example\n"
    "  # a key of another tenant, made while no server runs\n"
    "  agentc serve --state state --new-key ci --tenant acme --scopes deploy,run\n",
    serve,
    CommandGroup::Run,
    "",
    Formats::TextAndJson,
    Inputs::None};

} // namespace agentc
