#include "RunOptions.h"

#include "OptionIds.h"

#include "CallFiles.h"
#include "FileFlags.h"
#include "NetworkOptions.h"

#include "agentc/Net/HostPattern.h"
#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolUse.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace opt = llvm::opt;

llvm::Error readMilliseconds(const opt::InputArgList &arguments, OptionId id,
                             std::optional<uint64_t> &result) {
  const opt::Arg *argument = arguments.getLastArg(id);
  if (!argument)
    return llvm::Error::success();
  uint64_t value = 0, unit = 1;
  llvm::StringRef text = argument->getValue();
  if (!text.consume_back("ms") && text.consume_back("s"))
    unit = 1000;
  if (text.getAsInteger(10, value) || value == 0 || value > 3600000 / unit)
    return usageError("`" + argument->getOption().getPrefixedName() + "` is `" +
                      escapeForTerminal(argument->getValue()) +
                      "`; it takes milliseconds from 1 to 3600000, or seconds as `5s`");
  result = value * unit;
  return llvm::Error::success();
}

namespace {

llvm::Error readInput(DriverEnv &env, const opt::InputArgList &arguments, std::string &input) {
  const opt::Arg *argument = arguments.getLastArg(OPT_input);
  if (!argument)
    return llvm::Error::success();
  llvm::StringRef value = argument->getValue();
  std::string what = "the input";
  llvm::Expected<std::string> text = value.str();
  if (value == "-") {
    if (llvm::is_contained(arguments.getAllArgValues(OPT_INPUT), "-"))
      return usageError("the bundle and the input cannot both be standard input");
    what = "standard input";
    text = env.readStandardInput();
  } else if (value.consume_front("@")) {
    what = "`" + escapeForTerminal(value) + "`";
    text = env.readFile(value);
  }
  if (!text)
    return text.takeError();
  llvm::Expected<Json> json = parseArgument(what, *text);
  if (!json)
    return json.takeError();
  input = std::move(*text);
  return llvm::Error::success();
}

/// A `tool_use` block as the input names the tool and holds its input.
void readToolUse(RunOptions &options) {
  std::optional<Json> json = options.tool ? std::nullopt : parseJson(options.input);
  std::optional<ToolUse> use = json ? toolUseFromJson(*json) : std::nullopt;
  if (!use)
    return;
  options.tool = use->name;
  options.input = use->input;
  options.toolUseId = use->id;
}

llvm::Error readMemory(const opt::InputArgList &arguments, std::optional<uint64_t> &result) {
  const opt::Arg *argument = arguments.getLastArg(OPT_max_memory);
  if (!argument)
    return llvm::Error::success();
  result = parseByteSize(argument->getValue());
  if (!result || *result < (16ull << 20) || *result > (4ull << 30))
    return usageError("`--max-memory` is `" + escapeForTerminal(argument->getValue()) +
                      "`; it takes a size from 16MB to 4GB" +
                      (llvm::all_of(llvm::StringRef(argument->getValue()), llvm::isDigit)
                           ? ", in bytes where no unit is given"
                           : ""));
  return llvm::Error::success();
}

/// A file's last line end is the editor's.
llvm::Error readSecrets(DriverEnv &env, const opt::InputArgList &arguments, RunOptions &options) {
  for (llvm::StringRef text : arguments.getAllArgValues(OPT_secret)) {
    auto [name, path] = text.split('=');
    if (name.empty() || path.empty())
      return usageError("`--secret` is `" + escapeForTerminal(text) +
                        "`; it takes a name and the file that holds the value, as `KEY=key.txt`");
    llvm::Expected<std::string> value = env.readFile(path);
    if (!value)
      return value.takeError();
    llvm::StringRef line = *value;
    line.consume_back("\n");
    line.consume_back("\r");
    options.secrets[name.str()] = line.str();
  }
  return llvm::Error::success();
}

} // namespace

llvm::Expected<RunOptions> readRunOptions(DriverEnv &env, const opt::InputArgList &arguments) {
  RunOptions options;
  if (const opt::Arg *argument = arguments.getLastArg(OPT_tool))
    options.tool = argument->getValue();
  options.hosts = arguments.getAllArgValues(OPT_allow_host);
  options.environment = arguments.getAllArgValues(OPT_allow_env);
  options.modules = arguments.getAllArgValues(OPT_allow_module);
  for (const std::string &host : options.hosts)
    if (!parseHostPattern(host))
      return usageError("`--allow-host` is `" + escapeForTerminal(host) +
                        "`; it takes a host name, `*.example.com` or `host:port`");
  if (llvm::Error error = readInput(env, arguments, options.input))
    return error;
  readToolUse(options);
  if (llvm::Error error = readContext(env, arguments, options.context))
    return error;
  if (llvm::Error error = readPlatform(env, arguments, options.platform))
    return error;
  options.streamEvents = arguments.hasArg(OPT_events);
  if (llvm::Error error = readMilliseconds(arguments, OPT_timeout, options.wallMs))
    return error;
  if (llvm::Error error = readMilliseconds(arguments, OPT_cpu, options.cpuMs))
    return error;
  if (llvm::Error error = readMemory(arguments, options.memoryBytes))
    return error;
  llvm::Expected<std::vector<FileGrant>> files = readFileGrants(arguments);
  if (!files)
    return files.takeError();
  options.files = std::move(*files);
  llvm::Expected<std::optional<std::string>> data = readDataFolder(arguments);
  if (!data)
    return data.takeError();
  options.data = std::move(*data);
  if (llvm::Error error = readSecrets(env, arguments, options))
    return error;
  options.grantManifest = arguments.getLastArgValue(OPT_grant) == "manifest";
  llvm::Expected<NetworkOptions> network = readNetworkOptions(env, arguments);
  if (!network)
    return network.takeError();
  options.network = std::move(*network);
  options.slice = arguments.hasArg(OPT_slice);
  return options;
}

Trust expectedTrust(const CommonOptions &options, llvm::StringRef path) {
  const bool isOfAuthor =
      path.empty() || path == "-" || languageOf(path) || llvm::sys::fs::is_directory(path);
  return options.trust.value_or(isOfAuthor ? Trust::Author : Trust::Registry);
}

SandboxFlags readSandboxFlags(Trust trust, const opt::InputArgList &arguments) {
  SandboxFlags flags;
  flags.out = arguments.getLastArgValue(OPT_out).str();
  flags.jitless = arguments.hasArg(OPT_jitless) ||
                  (trust == Trust::Registry && !arguments.hasArg(OPT_allow_jit));
  flags.requireFull = arguments.hasArg(OPT_require_sandbox);
  return flags;
}

} // namespace agentc
