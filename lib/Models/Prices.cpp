#include "Apis.h"

#include "agentc/Models/Settings.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc::models {

static constexpr double mostDollars = 1e6;

std::optional<std::map<std::string, Price>> readPrices(const Json &json) {
  std::map<std::string, Price> prices;
  if (!json.is_object())
    return std::nullopt;
  for (const auto &[name, value] : json.items()) {
    const auto [provider, model] = llvm::StringRef(name).split('/');
    if (provider.empty() || model.empty() || !value.is_object() || !value.contains("input") ||
        !value.contains("output"))
      return std::nullopt;
    Price price;
    const std::pair<const char *, double *> members[] = {{"input", &price.input},
                                                         {"output", &price.output},
                                                         {"cacheRead", &price.cacheRead},
                                                         {"cacheWrite", &price.cacheWritten}};
    for (const auto &[member, number] : value.items()) {
      const auto known =
          llvm::find_if(members, [&](const auto &one) { return member == one.first; });
      if (known == std::end(members) || !number.is_number() || number < 0 || number > mostDollars)
        return std::nullopt;
      *known->second = number.get<double>();
    }
    // Without a price of their own, they cost as much as other input.
    if (!value.contains("cacheRead"))
      price.cacheRead = price.input;
    if (!value.contains("cacheWrite"))
      price.cacheWritten = price.input;
    prices[name] = price;
  }
  return prices;
}

std::optional<double> ModelSettings::costOf(const ModelName &model, const ModelUsage &usage) const {
  const auto found = prices.find(model.text());
  if (found == prices.end())
    return std::nullopt;
  const Price &price = found->second;
  const auto dollars = [](uint64_t tokens, double price) {
    return static_cast<double>(tokens) * price / 1e6;
  };
  return dollars(usage.input, price.input) + dollars(usage.output, price.output) +
         dollars(usage.cacheRead, price.cacheRead) +
         dollars(usage.cacheWritten, price.cacheWritten);
}

} // namespace agentc::models
