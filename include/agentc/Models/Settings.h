#ifndef AGENTC_MODELS_SETTINGS_H
#define AGENTC_MODELS_SETTINGS_H

#include "agentc/Models/Message.h"
#include "agentc/Net/HostPattern.h"
#include "agentc/Support/Json.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <map>

namespace agentc::models {

enum class Api {
  Anthropic, ///< Messages
  OpenAi     ///< chat completions, which many servers speak
};

/// A server of models.
struct Provider {
  std::string name;
  Api api = Api::Anthropic;
  RequestUrl url;  ///< that questions are posted to
  std::string key; ///< empty: none is sent
};

/// A model of a provider, written `PROVIDER/MODEL`.
struct ModelName {
  std::string provider, model;
  std::string text() const { return provider + "/" + model; }
};

/// The timeouts of a question to a model.
struct ModelTimeouts {
  std::chrono::milliseconds firstByte{120000}; ///< from the start to the first byte of the answer
  std::chrono::milliseconds stall{60000};      ///< between bytes of it
  std::chrono::milliseconds total{900000};     ///< to its end
};

/// Dollars per million tokens.
struct Price {
  double input = 0, output = 0;
  double cacheRead = 0, cacheWritten = 0; ///< of the input
};

/// The operator's settings for models: their servers, the keys, and which model an agent's name for
/// one means.
struct ModelSettings {
  std::map<std::string, Provider> providers;
  std::map<std::string, ModelName> aliases;
  std::optional<ModelName> defaultModel;
  std::optional<ModelName> embeddings; ///< of a provider with OpenAI's API
  std::vector<ModelName> fallbacks;    ///< asked in turn after a model that fails again and again
  ModelTimeouts timeouts;
  unsigned retries = 3;                   ///< of each model, after its first attempt
  std::chrono::milliseconds backoff{500}; ///< before the first retry; doubles with each
  uint32_t maxTokens = 4096;
  std::map<std::string, Price> prices; ///< by models' names, `PROVIDER/MODEL`
  unsigned keepRuns = 0; ///< days after which runs that have ended are removed; 0: never

  /// Dollars that tokens of a model cost; std::nullopt if its price is not known.
  std::optional<double> costOf(const ModelName &model, const ModelUsage &usage) const;
  /// The model that an agent's name for it means: an alias of `PROVIDER/MODEL` or `MODEL`, else
  /// that model of that provider; without a name, the default. std::nullopt if there is none.
  std::optional<ModelName> find(llvm::StringRef provider, llvm::StringRef model) const;
  /// That model, and those that are asked after it has failed.
  std::vector<ModelName> withFallbacks(const ModelName &first) const;
};

/// Finds the value of a variable of the environment.
using VariableFinder = llvm::function_ref<std::optional<std::string>(const std::string &name)>;

/// Reads schema agentc.models/1, strictly. Keys stand in variables or files, never in the settings.
llvm::Expected<ModelSettings> readModelSettings(llvm::StringRef text, VariableFinder variable);

} // namespace agentc::models

#endif
