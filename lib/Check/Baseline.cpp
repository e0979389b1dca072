#include "agentc/Check/Waive.h"

#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

namespace agentc {

static constexpr llvm::StringLiteral schemaName = "agentc.baseline/1";

static llvm::Error notABaseline(llvm::StringRef file, const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "`" + escapeForTerminal(file) + "` is not a baseline: " + why);
}

llvm::Expected<Baseline> readBaseline(llvm::StringRef file, llvm::StringRef text) {
  JsonError error;
  std::optional<Json> json = parseJson(text, &error);
  if (!json)
    return notABaseline(file, "byte " + llvm::Twine(error.offset) + ": " + error.message);
  if (!json->is_object() || json->value("schema", Json()) != schemaName.str())
    return notABaseline(file, "its `schema` is not `" + schemaName + "`");
  auto bundles = json->find("bundles");
  if (bundles == json->end() || !bundles->is_object())
    return notABaseline(file, "it has no object `bundles`");
  Baseline baseline;
  for (const auto &[name, fingerprints] : bundles->items()) {
    std::set<std::string> &known = baseline.fingerprints[name];
    if (!fingerprints.is_array())
      return notABaseline(file, "a bundle's fingerprints are not a list");
    for (const Json &fingerprint : fingerprints) {
      if (!fingerprint.is_string())
        return notABaseline(file, "a fingerprint is not a string");
      known.insert(fingerprint.get<std::string>());
    }
  }
  return baseline;
}

std::string printBaseline(const Baseline &baseline) {
  Json bundles = Json::object();
  for (const auto &[name, fingerprints] : baseline.fingerprints)
    bundles[name] = fingerprints;
  return printJson({{"schema", schemaName.str()}, {"bundles", std::move(bundles)}});
}

} // namespace agentc
