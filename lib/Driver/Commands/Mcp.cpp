#include "Flags/HttpFlags.h"
#include "Reports/BundleReport.h"
#include "Reports/Inspection.h"
#include "Serving/JoinedOffer.h"
#include "Serving/McpSettings.h"
#include "Serving/ServedPackage.h"
#include "Sharing/FetchedPackage.h"
#include "Signatures.h"
#include "Subcommand.h"

#include "agentc/Support/Text.h"
#include "agentc/Support/Version.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace agentc {

namespace {

/// How many packages one server serves: so many images a sandbox keeps.
constexpr size_t mostPackages = 32;

llvm::Expected<std::vector<std::string>> readPaths(const llvm::opt::InputArgList &arguments) {
  std::vector<std::string> paths = arguments.getAllArgValues(OPT_INPUT);
  if (paths.empty())
    return usageError("no package; `agentc mcp --help` shows how it is named");
  if (paths.size() > mostPackages)
    return usageError("more than " + llvm::Twine(mostPackages) + " packages; start two servers");
  if (llvm::is_contained(paths, "-"))
    return usageError("standard input is the client's; name a file");
  return paths;
}

llvm::Expected<ServingDemands> readDemands(DriverEnv &env,
                                           const llvm::opt::InputArgList &arguments) {
  ServingDemands demands;
  llvm::Expected<std::vector<PublicKey>> keys = readPublicKeys(env, arguments);
  if (!keys)
    return keys.takeError();
  demands.keys = std::move(*keys);
  demands.digests = arguments.getAllArgValues(OPT_digest);
  demands.leavesDataOpen = arguments.hasArg(OPT_print_offer);
  for (llvm::StringRef digest : demands.digests)
    if (!digest.consume_front("sha256:") || digest.size() != 64 ||
        !llvm::all_of(digest, llvm::isHexDigit))
      return usageError("`--digest` takes `sha256:` and 64 hexadecimal digits");
  return demands;
}

/// `--env NAME=VALUE` stands before the environment.
DriverEnv withVariables(const DriverEnv &env, const llvm::opt::InputArgList &arguments,
                        RunOptions &flags) {
  std::map<std::string, std::string> said;
  for (llvm::StringRef text : arguments.getAllArgValues(OPT_env)) {
    auto [name, value] = text.split('=');
    flags.environment.push_back(name.str());
    if (text.contains('='))
      said[name.str()] = value.str();
  }
  DriverEnv own = env;
  own.variable = [said, outer = env.variable](const std::string &name) {
    auto found = said.find(name);
    return found == said.end() ? outer(name) : std::optional(found->second);
  };
  return own;
}

/// As the programs that serve take it: its line, and those of its images.
void writeOffer(const Offer &offer, llvm::ArrayRef<ServedPackage> packages,
                llvm::raw_ostream &out) {
  out << offerLine(offer);
  for (const ServedPackage &package : packages)
    out << package.imageLine;
}

/// Becomes the program that serves, which keeps this one's standard streams, and its child.
llvm::Error becomeServer(DriverEnv &env, const Offer &offer, llvm::ArrayRef<ServedPackage> packages,
                         ToolProcess &sandbox) {
  llvm::Expected<std::string> program = programBeside("agentc-mcp");
  if (!program)
    return program.takeError();
  const int file = memfd_create("offer", 0);
  auto failed = [&](const llvm::Twine &what) { return usageError(what + ": " + strerror(errno)); };
  if (file < 0)
    return failed("no memory for the offer");
  llvm::raw_fd_ostream out(file, /*shouldClose=*/false);
  writeOffer(offer, packages, out);
  out.flush();
  if (out.has_error()) {
    out.clear_error();
    return usageError("no memory for the offer");
  }
  // Output that this program still holds would be lost with it.
  if (env.status)
    env.status("");
  for (llvm::raw_ostream *stream : {&env.out, &env.err})
    stream->flush();
  const ToolProcess::Parts parts = sandbox.handOver();
  const std::string fileText = std::to_string(file), pid = std::to_string(parts.pid),
                    channel = std::to_string(parts.channel);
  execl(program->c_str(), "agentc-mcp", fileText.c_str(), pid.c_str(), channel.c_str(), nullptr);
  sandbox = ToolProcess::adopt(parts);
  return failed("`agentc-mcp` cannot be started");
}

llvm::Expected<int> explainOffer(DriverEnv &env, const CommonOptions &options,
                                 llvm::ArrayRef<std::string> paths,
                                 llvm::ArrayRef<PublicKey> keys) {
  std::string text;
  bool isWhole = true;
  for (const std::string &path : paths) {
    llvm::Expected<std::optional<Inspection>> inspection = inspectBundle(env, options, path, keys);
    if (!inspection)
      return inspection.takeError();
    if (!*inspection)
      return ExitFindings;
    isWhole &= !(*inspection)->differences.has(Severity::Error);
    text += (text.empty() ? "" : "\n") + renderInspection(**inspection, {.color = options.outColor,
                                                                         .columns = options.columns,
                                                                         .isProfile = true});
  }
  if (llvm::Error error = writeOutput(env, options, text))
    return error;
  return isWhole ? ExitClean : ExitFindings;
}

llvm::Error printSettings(DriverEnv &env, const CommonOptions &options,
                          const llvm::opt::InputArgList &arguments,
                          llvm::ArrayRef<ServedPackage> packages) {
  std::vector<std::string> digests, environment;
  // The client need not give a variable that a flag gives.
  std::vector<std::string> values = arguments.getAllArgValues(OPT_env);
  llvm::append_range(values, arguments.getAllArgValues(OPT_secret));
  auto isSaid = [&](const std::string &name) {
    return llvm::any_of(values, [&](llvm::StringRef said) { return said.starts_with(name + "="); });
  };
  for (const ServedPackage &package : packages) {
    if (package.isSealed)
      digests.push_back(package.digest);
    for (const std::string &name : package.environment)
      if (!llvm::is_contained(environment, name) && !isSaid(name))
        environment.push_back(name);
  }
  // One that is not sealed has no digest to be pinned by, and then none of them may have.
  if (digests.size() < packages.size())
    digests.clear();
  ServerCommand command =
      serverCommand(arguments, wordOf(packages.front().name), digests, std::move(environment));
  return writeOutput(env, options,
                     settingsFor(arguments.getLastArgValue(OPT_print_config), command));
}

/// The sandbox of all packages: where one gets no machine code, none does.
SandboxFlags sandboxFor(const CommonOptions &options, llvm::ArrayRef<std::string> paths,
                        const llvm::opt::InputArgList &arguments) {
  SandboxFlags flags = readSandboxFlags(Trust::Author, arguments);
  for (const std::string &path : paths)
    flags.jitless |= readSandboxFlags(expectedTrust(options, path), arguments).jitless;
  return flags;
}

llvm::Expected<int> serveTools(DriverEnv &outer, const CommonOptions &options,
                               const llvm::opt::InputArgList &arguments,
                               llvm::ArrayRef<std::string> paths, const ServingDemands &demands) {
  llvm::Expected<RunOptions> flags = readRunOptions(outer, arguments);
  if (!flags)
    return flags.takeError();
  DriverEnv env = withVariables(outer, arguments, *flags);
  // A tenant's variables must not be those that libraries and programs of this process read.
  if (arguments.hasArg(OPT_print_offer))
    env.variable = [outer = env.variable](const std::string &name) {
      return outer("AGENTC_GIVEN_" + name);
    };
  Offer offer;
  offer.sandbox = sandboxFor(options, paths, arguments);
  const bool isServed = !arguments.hasArg(OPT_print_config) && !arguments.hasArg(OPT_print_offer);
  llvm::Expected<std::optional<HttpPlace>> place = readHttpPlace(outer, arguments);
  if (!place)
    return place.takeError();
  if (*place && !isServed)
    return usageError("`--print-config` is for a server on standard input; what `--http` serves is "
                      "named by its URL in a client's settings");
  offer.http = std::move(*place);
  // V8 gets ready while the packages are read.
  std::optional<ToolProcess> sandbox;
  if (isServed) {
    llvm::Expected<ToolProcess> started = ToolProcess::start(offer.sandbox);
    if (!started)
      return started.takeError();
    sandbox = std::move(*started);
  }
  std::vector<ServedPackage> packages;
  for (const std::string &path : paths) {
    llvm::Expected<std::optional<ServedPackage>> served =
        readServed(env, options, *flags, demands, path);
    if (!served)
      return served.takeError();
    if (!*served)
      return ExitFindings;
    offer.images.push_back((*served)->imageDigest);
    packages.push_back(std::move(**served));
  }
  std::vector<ManifestSecrets> secrets;
  for (const ServedPackage &package : packages)
    secrets.push_back(package.secrets);
  if (llvm::Error error = checkSecretNames(*flags, secrets))
    return error;
  if (arguments.hasArg(OPT_print_config)) {
    if (llvm::Error error = printSettings(env, options, arguments, packages))
      return error;
    return ExitClean;
  }
  offer.name = packages.size() == 1 ? packages.front().name : "agentc";
  offer.version = packages.size() == 1 && !packages.front().version.empty()
                      ? packages.front().version
                      : version().str();
  if (llvm::Error error = joinTools(packages, offer))
    return error;
  if (llvm::Error error = markAsked(arguments.getAllArgValues(OPT_ask), offer))
    return error;
  joinMethods(env, options.quiet, packages, offer);
  if (packages.size() == 1)
    offer.entry = std::move(packages.front().entry);
  if (offer.tools.empty() && !offer.methods && !(offer.entry && !isServed))
    return usageError("there is no tool that can be offered");
  if (!isServed) {
    writeOffer(offer, packages, env.out);
    return ExitClean;
  }
  if (env.inIsTerminal && !options.quiet && !offer.http)
    env.err << "agentc: note: serving " << offer.tools.size()
            << " tools; messages of a client are read, one a line\n";
  return becomeServer(env, offer, packages, *sandbox);
}

llvm::Expected<int> mcp(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<std::vector<std::string>> paths = readPaths(arguments);
  if (!paths)
    return paths.takeError();
  llvm::Expected<ServingDemands> demands = readDemands(env, arguments);
  if (!demands)
    return demands.takeError();
  for (std::string &path : *paths) {
    llvm::Expected<std::optional<std::string>> local = localPath(env, arguments, *options, path);
    if (!local)
      return local.takeError();
    if (!*local)
      return ExitFindings;
    path = std::move(**local);
  }
  if (arguments.hasArg(OPT_explain))
    return explainOffer(env, *options, *paths, demands->keys);
  return serveTools(env, *options, arguments, *paths, *demands);
}

} // namespace

const Subcommand mcpSubcommand = {"mcp",
                                  ForMcp,
                                  "[FLAGS] PACKAGE|REFERENCE...",
                                  "serves the tools of packages to a client of the Model Context "
                                  "Protocol, each call in the sandbox",
                                  "  # what Claude Code wants in .mcp.json\n"
                                  "  agentc mcp --print-config claude my-agent.zip\n"
                                  "  # what its tools may reach\n"
                                  "  agentc mcp --explain my-agent.zip\n"
                                  "  # what the client then starts\n"
                                  "  agentc mcp my-agent.zip < /dev/null\n",
                                  mcp,
                                  CommandGroup::Run,
                                  "a package is not what is sealed in it, or cannot be read"};

} // namespace agentc
