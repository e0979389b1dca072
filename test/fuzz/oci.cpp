// Texts of registries and of the user about them: what is read can be written and read again as the
// same, and a list is never longer than its bound.
#include "Challenge.h"

#include "agentc/Oci/Manifest.h"
#include "agentc/Oci/Reference.h"

#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace agentc;

static void demand(bool holds) {
  if (!holds)
    abort();
}

template <typename T> static std::optional<T> valueOf(llvm::Expected<T> expected) {
  if (expected)
    return std::move(*expected);
  llvm::consumeError(expected.takeError());
  return std::nullopt;
}

static void tryReference(llvm::StringRef text) {
  std::optional<oci::Reference> first = valueOf(oci::parseReference(text));
  if (!first)
    return;
  std::optional<oci::Reference> again = valueOf(oci::parseReference(first->text()));
  demand(again && again->registry == first->registry && again->repository == first->repository &&
         again->folder == first->folder && again->tag == first->tag &&
         again->digest == first->digest);
  demand(first->isLayout() || first->repository.find_first_of("?#%\\ \r\n@:") == std::string::npos);
}

static void tryManifest(llvm::StringRef text) {
  std::optional<oci::Manifest> first = valueOf(oci::parseManifest(text));
  if (!first)
    return;
  const std::string printed = oci::printManifest(*first);
  std::optional<oci::Manifest> again = valueOf(oci::parseManifest(printed));
  demand(again && oci::printManifest(*again) == printed);
  demand(first->layers.size() <= oci::maxListed);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef bytes(reinterpret_cast<const char *>(data), size);
  tryReference(bytes);
  tryManifest(bytes);
  if (std::optional<Json> index = valueOf(oci::parseIndex(bytes)))
    for (const Json &entry : (*index)["manifests"])
      demand(oci::readDescriptor(entry).has_value());
  size_t length = 0;
  for (const oci::Challenge &challenge : oci::parseChallenges(bytes)) {
    length += challenge.scheme.size();
    for (const auto &[name, value] : challenge.parameters)
      length += name.size() + value.size();
  }
  demand(length <= bytes.size());
  return 0;
}
