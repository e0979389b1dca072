#include "agentc/Bundle/IgnoredPaths.h"

#include "agentc/Bundle/Settings.h"
#include "agentc/Support/Json.h"

#include <nlohmann/json.hpp>

namespace agentc {

std::string ignoredBySettings(llvm::StringRef text) {
  std::string lines;
  if (!text.contains("\"ignore\""))
    return lines;
  std::optional<Json> settings = parseJson(settingsAsJson(text));
  if (!settings || !settings->is_object() || !settings->contains("ignore"))
    return lines;
  for (const Json &pattern : (*settings)["ignore"])
    if (pattern.is_string() &&
        pattern.get_ref<const std::string &>().find('\n') == std::string::npos)
      lines += pattern.get_ref<const std::string &>() + "\n";
  return lines;
}

} // namespace agentc
