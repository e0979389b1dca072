#include "Credentials.h"

#include "agentc/Support/ChildProcess.h"
#include "agentc/Support/Json.h"
#include "agentc/Support/ProcessStart.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Program.h"

#include <nlohmann/json.hpp>

namespace agentc::oci {

namespace {

using Found = llvm::Expected<std::optional<Credentials>>;

/// The name under which docker keeps the credentials of its own registry.
constexpr llvm::StringLiteral dockersKey = "https://index.docker.io/v1/";
/// The user name that stands for an identity token.
constexpr llvm::StringLiteral tokenUser = "<token>";

std::string keyOf(llvm::StringRef registry) {
  return registry == "docker.io" ? dockersKey.str() : registry.str();
}

std::string textOf(const Json &object, const char *name) {
  auto found = object.is_object() ? object.find(name) : object.end();
  return object.is_object() && found != object.end() && found->is_string()
             ? found->get<std::string>()
             : std::string();
}

/// The host of a key, which older versions of docker wrote as a URL.
llvm::StringRef hostOf(llvm::StringRef key) {
  if (!key.consume_front("https://"))
    key.consume_front("http://");
  return key.split('/').first;
}

std::optional<std::string> settingsPath(const DriverEnv &env) {
  if (std::optional<std::string> folder = env.variable("DOCKER_CONFIG"); folder && !folder->empty())
    return *folder + "/config.json";
  if (std::optional<std::string> home = env.variable("HOME"); home && !home->empty())
    return *home + "/.docker/config.json";
  return std::nullopt;
}

/// The first program of that name in a folder that PATH names by its whole path.
std::optional<std::string> findHelper(const DriverEnv &env, const std::string &program) {
  const std::string value = env.variable("PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  llvm::SmallVector<llvm::StringRef> folders;
  llvm::StringRef(value).split(folders, ':');
  llvm::erase_if(folders, [](llvm::StringRef folder) { return !folder.starts_with("/"); });
  llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(program, folders);
  return found ? std::optional(*found) : std::nullopt;
}

/// Asks `docker-credential-NAME get` (docker-credential-helpers' protocol). Its answer is never
/// shown, because it may hold the secret.
Found askHelper(DriverEnv &env, llvm::StringRef name, const std::string &key) {
  const std::string program = "docker-credential-" + name.str();
  const std::string shown = "`" + escapeForTerminal(program) + "`";
  if (!llvm::all_of(name,
                    [](char c) { return llvm::isAlnum(c) || c == '-' || c == '_' || c == '.'; }))
    return usageError("Docker's settings name the credential helper " + shown +
                      ", which is not a program's name");
  std::optional<std::string> path = findHelper(env, program);
  if (!path)
    return usageError("Docker's settings name the credential helper " + shown +
                      ", which PATH does not have");
  llvm::Expected<ChildOutcome> outcome = runProcess({*path, {"get"}, ownEnvironment(), key});
  if (!outcome)
    return usageError(shown + " cannot be started: " + llvm::toString(outcome.takeError()));
  if (outcome->code != 0) {
    if (llvm::StringRef(outcome->out).contains("credentials not found"))
      return std::nullopt;
    return usageError(shown + " failed with exit code " + llvm::Twine(outcome->code));
  }
  std::optional<Json> json = parseJson(outcome->out);
  Credentials credentials;
  if (json) {
    credentials.user = textOf(*json, "Username");
    credentials.secret = textOf(*json, "Secret");
    credentials.isIdentityToken = credentials.user == tokenUser;
  }
  if (credentials.secret.empty())
    return usageError(shown + " answered without a secret");
  return credentials;
}

/// The entry of a registry: by its key, else by the host of one.
Json entryOf(const Json &settings, llvm::StringRef key) {
  auto all = settings.find("auths");
  if (all == settings.end() || !all->is_object())
    return Json();
  if (auto exact = all->find(key.str()); exact != all->end())
    return *exact;
  for (const auto &[name, entry] : all->items())
    if (hostOf(name) == hostOf(key))
      return entry;
  return Json();
}

Found readEntry(const Json &entry, llvm::StringRef path) {
  Credentials credentials{textOf(entry, "username"), textOf(entry, "password")};
  if (std::string auth = textOf(entry, "auth"); !auth.empty()) {
    std::vector<char> bytes;
    if (llvm::Error error = llvm::decodeBase64(auth, bytes)) {
      llvm::consumeError(std::move(error));
      return usageError("`" + escapeForTerminal(path) + "` has an `auth` that is not base64");
    }
    auto [user, secret] = llvm::StringRef(bytes.data(), bytes.size()).split(':');
    // docker pads older entries with zero bytes.
    credentials.user = user.str();
    credentials.secret = secret.rtrim('\0').str();
  }
  if (std::string token = textOf(entry, "identitytoken"); !token.empty()) {
    credentials.secret = std::move(token);
    credentials.isIdentityToken = true;
  }
  if (credentials.secret.empty())
    return std::nullopt;
  return credentials;
}

} // namespace

std::string Credentials::basic() const {
  return "Basic " + llvm::encodeBase64(user + ":" + secret);
}

Found findCredentials(DriverEnv &env, llvm::StringRef registry) {
  std::optional<std::string> path = settingsPath(env);
  if (!path || !env.isFile(*path))
    return std::nullopt;
  llvm::Expected<std::string> text = env.readFile(*path);
  if (!text)
    return text.takeError();
  JsonError fault;
  std::optional<Json> settings = parseJson(*text, &fault);
  if (!settings || !settings->is_object())
    return usageError("Docker's settings `" + escapeForTerminal(*path) + "` are not a JSON object" +
                      (fault.message.empty() ? "" : ": " + escapeForTerminal(fault.message)));
  const std::string key = keyOf(registry);
  std::string helper;
  if (auto helpers = settings->find("credHelpers"); helpers != settings->end())
    helper = textOf(*helpers, key.c_str());
  if (helper.empty())
    helper = textOf(*settings, "credsStore");
  if (!helper.empty())
    return askHelper(env, helper, key);
  return readEntry(entryOf(*settings, key), *path);
}

} // namespace agentc::oci
