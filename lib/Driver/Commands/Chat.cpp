#include "Chat/Conversation.h"
#include "Chat/Interrupts.h"
#include "Chat/LocalServer.h"
#include "Flags/NetworkOptions.h"
#include "Subcommand.h"
#include "Terminal/Terminal.h"

#include "agentc/Models/Members.h"
#include "agentc/Support/ChildProcess.h"
#include "agentc/Support/ProcessStart.h"
#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolProcess.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

namespace agentc {

namespace {

using Arguments = llvm::opt::InputArgList;

/// The server that is spoken with, and, where it is the chat's own, its process.
struct Place {
  std::unique_ptr<LocalServer> own;
  std::unique_ptr<ServerClient> client;
};

/// Flags of one of the two ways, which would mean nothing in the other.
llvm::Error checkFlags(const Arguments &arguments) {
  const bool isRemote = arguments.hasArg(OPT_server);
  if (!isRemote && !arguments.hasArg(OPT_models))
    return usageError("`--server URL` names the server that has the agent, or `--models FILE` the "
                      "models that a package is run with here");
  const std::pair<OptionId, const char *> local[] = {
      {OPT_models, "--models"},
      {OPT_state, "--state"},
      {OPT_ask, "--ask"},
      {OPT_deployment, "--deployment"},
      {OPT_allow_lesser_sandbox, "--allow-lesser-sandbox"}};
  for (const auto &[id, flag] : local)
    if (isRemote && arguments.hasArg(id))
      return usageError("`" + llvm::Twine(flag) +
                        "` is for packages that are run here, without `--server`");
  return llvm::Error::success();
}

/// The package's bytes: of a folder or source, which is sealed first, or of an archive as it is.
llvm::Expected<std::string> archiveOf(DriverEnv &env, const std::string &path) {
  const llvm::StringRef name(path);
  if (env.isFile(path) &&
      (name.ends_with(".zip") || name.ends_with(".tgz") || name.ends_with(".tar.gz")))
    return env.readFile(path);
  // There it is checked as any other is, and says what is wrong with it.
  ChildProcess process;
  process.program = folderOfProgram() + "/agentc";
  process.arguments = {"package", "--quiet", "-o", "/dev/stdout", path};
  process.environment = ownEnvironment();
  process.maxOutput = size_t(1) << 30;
  llvm::Expected<ChildOutcome> packed = runProcess(process);
  if (!packed)
    return packed.takeError();
  env.err << packed->err;
  if (packed->code != 0)
    return usageError("`" + escapeForTerminal(path) + "` is not a package");
  return std::move(packed->out);
}

/// A name as agents of a server are called: lower-case letters, digits and hyphens.
std::string slugOf(llvm::StringRef name) {
  std::string slug;
  for (const char c : name.take_front(64))
    slug += llvm::isAlnum(c) ? llvm::toLower(c) : '-';
  return llvm::StringRef(slug).trim('-').empty() ? "agent" : llvm::StringRef(slug).ltrim('-').str();
}

/// The deployment of a package that is run here. Calls that may change something wait for the
/// person who is there, unless flags say otherwise.
llvm::Expected<Json> deploymentOf(DriverEnv &env, const Arguments &arguments,
                                  const std::string &digest) {
  Json deployment = Json::object();
  if (const llvm::opt::Arg *file = arguments.getLastArg(OPT_deployment)) {
    llvm::Expected<std::string> text = env.readFile(file->getValue());
    if (!text)
      return text.takeError();
    std::optional<Json> json = parseJson(*text);
    if (!json || !json->is_object())
      return usageError("`" + escapeForTerminal(file->getValue()) + "` is not a JSON object");
    deployment = std::move(*json);
  }
  deployment["package"] = digest;
  const std::vector<std::string> asked = arguments.getAllArgValues(OPT_ask);
  if (!asked.empty() || !deployment.contains("approvals"))
    deployment["approvals"] = {
        {"tools", asked.empty() ? std::vector<std::string>{"changes"} : asked}};
  return deployment;
}

llvm::Expected<std::string> deploy(DriverEnv &env, const Arguments &arguments, ServerClient &client,
                                   const std::string &path) {
  llvm::Expected<std::string> archive = archiveOf(env, path);
  if (!archive)
    return archive.takeError();
  llvm::Expected<Json> package = client.send("POST", "/api/packages", std::move(*archive));
  if (!package)
    return package.takeError();
  llvm::Expected<Json> deployment =
      deploymentOf(env, arguments, models::textOf(*package, "digest").str());
  if (!deployment)
    return deployment.takeError();
  const std::string slug = slugOf(models::textOf(*package, "name"));
  llvm::Expected<Json> deployed =
      client.send("PUT", "/api/agents/" + slug, printJson(*deployment, /*indented=*/false));
  if (!deployed)
    return deployed.takeError();
  return slug;
}

llvm::Expected<Place> findPlace(DriverEnv &env, const Arguments &arguments) {
  Place place;
  std::string url = arguments.getLastArgValue(OPT_server).str(),
              key = env.variable("AGENTC_KEY").value_or("");
  if (url.empty()) {
    auto own = LocalServer::start({arguments.getLastArgValue(OPT_state).str(),
                                   arguments.getLastArgValue(OPT_models).str(),
                                   arguments.hasArg(OPT_allow_lesser_sandbox)});
    if (!own)
      return own.takeError();
    place.own = std::move(*own);
    url = place.own->url();
    key = place.own->key();
  }
  if (key.empty())
    return usageError("the variable `AGENTC_KEY` is not set, which has the server's key");
  llvm::Expected<NetworkOptions> network = readNetworkOptions(env, arguments);
  if (!network)
    return network.takeError();
  HttpOptions http;
  http.authorities = network->authorities;
  http.proxy = proxyOf(env.variable);
  llvm::Expected<std::unique_ptr<ServerClient>> client =
      ServerClient::create(url, std::move(key), std::move(http));
  if (!client)
    return client.takeError();
  place.client = std::move(*client);
  return place;
}

/// The id of a conversation or a run, which becomes part of a path.
llvm::Expected<std::string> idOf(const Arguments &arguments, OptionId id, const char *flag) {
  const llvm::StringRef text = arguments.getLastArgValue(id);
  if (text.size() > 128 || !llvm::all_of(text, [](char c) {
        return llvm::isAlnum(c) || c == '-' || c == '_' || c == '.';
      }))
    return usageError("`" + llvm::Twine(flag) + "` takes letters, digits and `-_.`");
  return text.str();
}

llvm::Expected<int> converse(DriverEnv &env, const Arguments &arguments, bool &isInterrupted) {
  llvm::Expected<std::string> agent = onlyInput(arguments, "agent");
  llvm::Expected<std::string> conversation = idOf(arguments, OPT_conversation, "--conversation");
  llvm::Expected<std::string> resumed = idOf(arguments, OPT_resume, "--resume");
  if (llvm::Error error = llvm::joinErrors(
          agent.takeError(), llvm::joinErrors(conversation.takeError(), resumed.takeError())))
    return error;
  llvm::Expected<Place> place = findPlace(env, arguments);
  if (!place)
    return place.takeError();
  if (place->own)
    agent = deploy(env, arguments, *place->client, *agent);
  if (!agent)
    return agent.takeError();
  ChatOptions options;
  options.agent = *agent;
  options.agentName = arguments.getLastArgValue(OPT_agent).str();
  options.conversation = conversation->empty() ? newConversation() : *conversation;
  options.resumed = *resumed;
  options.approvesAll = arguments.hasArg(OPT_yes);
  options.color = wantsColor(env, arguments.getLastArgValue(OPT_color, "auto"), env.errIsTerminal);
  Conversation speaking(env, *place->client, std::move(options));
  if (arguments.hasArg(OPT_history) || arguments.hasArg(OPT_metrics)) {
    llvm::Error error = arguments.hasArg(OPT_metrics)
                            ? speaking.showMetrics()
                            : speaking.showHistory(/*all=*/conversation->empty());
    if (error)
      return error;
    return ExitClean;
  }
  llvm::Expected<bool> isGood = speaking.speak();
  isInterrupted = speaking.isInterrupted();
  if (!isGood)
    return isGood.takeError();
  return *isGood ? ExitClean : ExitFindings;
}

llvm::Expected<int> chat(DriverEnv &env, const Arguments &arguments) {
  if (llvm::Error error = checkFlags(arguments))
    return error;
  bool isInterrupted = false;
  std::optional<Interrupts> interrupts(std::in_place);
  llvm::Expected<int> code = converse(env, arguments, isInterrupted);
  // Before there is a conversation, it ends what is under way, which is then an error of that.
  if (!isInterrupted && (code || Interrupts::count() == 0))
    return code;
  llvm::consumeError(code.takeError());
  for (llvm::raw_ostream *stream : {&env.out, &env.err})
    stream->flush();
  Interrupts::die();
}

} // namespace

const Subcommand chatSubcommand = {
    "chat",
    ForChat,
    "[FLAGS] AGENT",
    "speaks with an agent of a server, or of a package that is run here with models: its words as "
    "they come, its steps, and what waits for approval",
    "  # with an agent of a server, whose key is in AGENTC_KEY\n"
    "  AGENTC_KEY=$(cat state/first-key) agentc chat --server http://127.0.0.1:8484 my-agent\n"
    "  # with a bundle, which is checked, sealed and run in a server of its own\n"
    "  agentc chat --models models.json my-agent/\n"
    "  # the runs that it has kept\n"
    "  agentc chat --models models.json --state state --history my-agent/\n",
    chat,
    CommandGroup::Run,
    "a run that failed or was cancelled",
    Formats::TextAndJson,
    Inputs::Files};

} // namespace agentc
