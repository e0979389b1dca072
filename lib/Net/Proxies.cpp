#include "agentc/Net/HttpClient.h"

namespace agentc {

ProxyOptions
proxyOf(llvm::function_ref<std::optional<std::string>(const std::string &name)> variable) {
  auto firstOf = [&](std::initializer_list<const char *> names) {
    for (const char *name : names)
      if (std::optional<std::string> value = variable(name); value && !value->empty())
        return *value;
    return std::string();
  };
  return {firstOf({"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}),
          firstOf({"no_proxy", "NO_PROXY"})};
}

} // namespace agentc
