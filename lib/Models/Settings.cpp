#include "agentc/Models/Settings.h"

#include "Apis.h"

#include "agentc/Net/Address.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace agentc::models {

namespace {

llvm::Error wrong(const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), why);
}

std::string shown(llvm::StringRef name) { return "`" + escapeForTerminal(name) + "`"; }

/// Refuses unknown members.
llvm::Error checkMembers(const Json &object, llvm::StringRef what,
                         llvm::ArrayRef<llvm::StringLiteral> known) {
  if (!object.is_object())
    return wrong(what + " is not an object");
  for (const auto &[name, value] : object.items())
    if (!llvm::is_contained(known, name))
      return wrong(what + " has no member " + shown(name));
  return llvm::Error::success();
}

std::optional<ModelName> readName(const Json &json) {
  const auto *text = json.get_ptr<const std::string *>();
  if (!text)
    return std::nullopt;
  const auto [provider, model] = llvm::StringRef(*text).split('/');
  if (provider.empty() || model.empty())
    return std::nullopt;
  return ModelName{provider.str(), model.str()};
}

llvm::Expected<std::string> readKey(const Json &json, llvm::StringRef what,
                                    VariableFinder variable) {
  if (llvm::Error error = checkMembers(json, "the key of " + what.str(), {"env", "file"}))
    return error;
  const std::string name = textOf(json, "env").str(), path = textOf(json, "file").str();
  if (name.empty() == path.empty())
    return wrong("the key of " + what + " has `env`, a variable's name, or `file`, a path");
  std::string key;
  if (!name.empty()) {
    key = variable(name).value_or("");
    if (key.empty())
      return wrong("the variable " + shown(name) + ", the key of " + what + ", is not set");
  } else {
    auto file = llvm::MemoryBuffer::getFile(path);
    if (!file)
      return wrong("the key of " + what + ": cannot read " + shown(path) + ": " +
                   describe(file.getError()));
    key = (*file)->getBuffer().trim().str();
  }
  if (key.empty() || !llvm::all_of(key, [](char c) { return c > ' ' && c < 0x7f; }))
    return wrong("the key of " + what + " is empty, or not a word of printable ASCII");
  return key;
}

llvm::Expected<Provider> readProvider(const std::string &name, const Json &json,
                                      VariableFinder variable) {
  const std::string what = "the provider " + shown(name);
  if (llvm::Error error = checkMembers(json, what, {"api", "baseUrl", "key"}))
    return error;
  Provider provider;
  provider.name = name;
  const llvm::StringRef api = textOf(json, "api");
  if (api != "anthropic" && api != "openai")
    return wrong("the `api` of " + what + " is not `anthropic` or `openai`");
  provider.api = api == "anthropic" ? Api::Anthropic : Api::OpenAi;
  const std::string base = textOf(json, "baseUrl").rtrim('/').str();
  const std::optional<RequestUrl> url =
      parseRequestUrl(base + (api == "anthropic" ? "/v1/messages" : "/chat/completions"));
  if (!url || base.find_first_of("?#") != std::string::npos)
    return wrong("the `baseUrl` of " + what + " is not an http or https URL");
  provider.url = *url;
  const Json *key = memberOf(json, "key");
  if (!key)
    return provider;
  if (url->origin.scheme != "https" &&
      neighborhoodOfHost(url->origin.host) != Neighborhood::Loopback)
    return wrong("the key of " + what + " would go over http to another machine");
  llvm::Expected<std::string> value = readKey(*key, what, variable);
  if (!value)
    return value.takeError();
  provider.key = std::move(*value);
  return provider;
}

/// A whole number from 1 to a bound, if it is there.
template <typename T>
llvm::Error readNumber(const Json &json, const char *name, uint64_t most, T &into) {
  const Json *value = memberOf(json, name);
  if (!value)
    return llvm::Error::success();
  if (!value->is_number_unsigned() || *value < 1 || *value > most)
    return wrong("`" + llvm::Twine(name) + "` is not a whole number from 1 to " +
                 llvm::Twine(most));
  into = T(value->get<uint32_t>());
  return llvm::Error::success();
}

llvm::Error readTimes(const Json &json, ModelSettings &settings) {
  if (llvm::Error error =
          checkMembers(json, "`timeouts`", {"firstByteMs", "stallMs", "totalMs", "backoffMs"}))
    return error;
  static constexpr uint64_t most = 86400000;
  for (auto [name, time] :
       {std::pair("firstByteMs", &settings.timeouts.firstByte),
        std::pair("stallMs", &settings.timeouts.stall),
        std::pair("totalMs", &settings.timeouts.total), std::pair("backoffMs", &settings.backoff)})
    if (llvm::Error error = readNumber(json, name, most, *time))
      return error;
  return llvm::Error::success();
}

/// A name that the settings give to a model, of a provider that they have.
llvm::Expected<ModelName> readKnownName(const ModelSettings &settings, llvm::StringRef what,
                                        const Json &json) {
  const std::optional<ModelName> name = readName(json);
  if (!name)
    return wrong(what + " is not written `PROVIDER/MODEL`");
  if (!settings.providers.count(name->provider))
    return wrong(what + " names " + shown(name->provider) + ", which is not a provider here");
  return *name;
}

llvm::Error readNames(const Json &json, ModelSettings &settings) {
  const Json none = Json::object(), noList = Json::array();
  const Json *aliases = memberOf(json, "aliases"), *fallbacks = memberOf(json, "fallback"),
             *byDefault = memberOf(json, "default");
  if ((aliases && !aliases->is_object()) || (fallbacks && !fallbacks->is_array()))
    return wrong("`aliases` is not an object, or `fallback` is not a list");
  for (const auto &[alias, value] : (aliases ? *aliases : none).items()) {
    llvm::Expected<ModelName> name = readKnownName(settings, "the alias " + shown(alias), value);
    if (!name)
      return name.takeError();
    settings.aliases[alias] = std::move(*name);
  }
  for (const Json &value : fallbacks ? *fallbacks : noList) {
    llvm::Expected<ModelName> name = readKnownName(settings, "`fallback`", value);
    if (!name)
      return name.takeError();
    settings.fallbacks.push_back(std::move(*name));
  }
  if (const Json *embeddings = memberOf(json, "embeddings")) {
    llvm::Expected<ModelName> name = readKnownName(settings, "`embeddings`", *embeddings);
    if (!name)
      return name.takeError();
    if (settings.providers.at(name->provider).api != Api::OpenAi)
      return wrong("`embeddings` names a provider whose `api` is not `openai`");
    settings.embeddings = std::move(*name);
  }
  if (!byDefault)
    return llvm::Error::success();
  llvm::Expected<ModelName> name = readKnownName(settings, "`default`", *byDefault);
  if (!name)
    return name.takeError();
  settings.defaultModel = std::move(*name);
  return llvm::Error::success();
}

} // namespace

std::optional<ModelName> ModelSettings::find(llvm::StringRef provider,
                                             llvm::StringRef model) const {
  if (model.empty())
    return defaultModel;
  for (const std::string &alias : {(provider + "/" + model).str(), model.str()})
    if (auto found = aliases.find(alias); found != aliases.end())
      return found->second;
  // Names of gateways and of some frameworks begin with the provider.
  const std::pair<llvm::StringRef, llvm::StringRef> split =
      providers.count(provider.str()) ? std::pair(provider, model) : model.split('/');
  if (split.second.empty() || !providers.count(split.first.str()))
    return std::nullopt;
  return ModelName{split.first.str(), split.second.str()};
}

std::vector<ModelName> ModelSettings::withFallbacks(const ModelName &first) const {
  std::vector<ModelName> all = {first};
  for (const ModelName &each : fallbacks)
    if (each.text() != first.text())
      all.push_back(each);
  return all;
}

llvm::Expected<ModelSettings> readModelSettings(llvm::StringRef text, VariableFinder variable) {
  JsonError fault;
  const std::optional<Json> json = parseJson(text, &fault);
  if (!json)
    return wrong(fault.message + " at byte " + llvm::Twine(fault.offset));
  if (llvm::Error error =
          checkMembers(*json, "the file",
                       {"schema", "providers", "aliases", "default", "fallback", "timeouts",
                        "retries", "maxTokens", "prices", "keepRuns", "embeddings"}))
    return error;
  if (textOf(*json, "schema") != "agentc.models/1")
    return wrong("`schema` is not `agentc.models/1`");
  const Json *providers = memberOf(*json, "providers");
  if (!providers || !providers->is_object() || providers->empty())
    return wrong("`providers` is not an object with a provider");
  ModelSettings settings;
  for (const auto &[name, value] : providers->items()) {
    llvm::Expected<Provider> provider = readProvider(name, value, variable);
    if (!provider)
      return provider.takeError();
    settings.providers[name] = std::move(*provider);
  }
  if (llvm::Error error = readNames(*json, settings))
    return error;
  if (const Json *times = memberOf(*json, "timeouts"))
    if (llvm::Error error = readTimes(*times, settings))
      return error;
  if (llvm::Error error = readNumber(*json, "retries", 20, settings.retries))
    return error;
  if (llvm::Error error = readNumber(*json, "maxTokens", 1 << 20, settings.maxTokens))
    return error;
  if (llvm::Error error = readNumber(*json, "keepRuns", 36500, settings.keepRuns))
    return error;
  std::optional<std::map<std::string, Price>> prices =
      readPrices(json->value("prices", Json::object()));
  if (!prices)
    return wrong("`prices` has `PROVIDER/MODEL`s with `input`, `output`, and maybe `cacheRead` and "
                 "`cacheWrite`: dollars for a million tokens");
  settings.prices = std::move(*prices);
  return settings;
}

} // namespace agentc::models
