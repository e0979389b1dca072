#include "agentc/Oci/Manifest.h"

#include "agentc/Oci/Reference.h"
#include "agentc/Support/Digest.h"
#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

namespace agentc::oci {

char UntrustedContent::ID = 0;

namespace {

/// RFC 6838's names are at most 127 characters each, of which no space is one.
bool isMediaType(llvm::StringRef text) {
  return text.size() <= 255 && text.contains('/') &&
         llvm::all_of(text, [](char c) { return c > 0x20 && c < 0x7f && c != '"' && c != ','; });
}

std::optional<std::string> textAt(const Json &object, const char *name) {
  auto found = object.find(name);
  return found != object.end() && found->is_string() ? std::optional(found->get<std::string>())
                                                     : std::nullopt;
}

Json toJson(const Annotations &annotations) {
  Json object = Json::object();
  for (const auto &[name, value] : annotations)
    object[name] = value;
  return object;
}

std::optional<Annotations> annotationsOf(const Json &object) {
  Annotations annotations;
  auto found = object.find("annotations");
  if (found == object.end() || found->is_null())
    return annotations;
  if (!found->is_object())
    return std::nullopt;
  for (const auto &[name, value] : found->items()) {
    if (!value.is_string())
      return std::nullopt;
    annotations[name] = value.get<std::string>();
  }
  return annotations;
}

llvm::Expected<Json> parseDocument(llvm::StringRef text, llvm::StringRef kind,
                                   llvm::StringRef mediaType) {
  if (text.size() > maxManifestBytes)
    return untrusted("the " + kind + " has over " + llvm::Twine(maxManifestBytes) + " bytes");
  JsonError fault;
  std::optional<Json> json = parseJson(text, &fault);
  if (!json)
    return untrusted("the " + kind + " is not JSON: " + escapeForTerminal(fault.message));
  auto version = json->is_object() ? json->find("schemaVersion") : json->end();
  if (!json->is_object() || version == json->end() || *version != 2)
    return untrusted("the " + kind + " is not of schema version 2");
  // A text that one reader takes for an index and another for a manifest is neither.
  if (auto type = json->find("mediaType"); type != json->end() && *type != mediaType.str())
    return untrusted("the " + kind + " says of itself that it is something else");
  return std::move(*json);
}

std::optional<std::vector<Descriptor>> descriptorsOf(const Json &object, const char *name) {
  auto found = object.find(name);
  if (found == object.end() || !found->is_array() || found->size() > maxListed)
    return std::nullopt;
  std::vector<Descriptor> descriptors;
  for (const Json &each : *found) {
    std::optional<Descriptor> descriptor = readDescriptor(each);
    if (!descriptor)
      return std::nullopt;
    descriptors.push_back(std::move(*descriptor));
  }
  return descriptors;
}

} // namespace

llvm::Error untrusted(const llvm::Twine &message) {
  return llvm::make_error<UntrustedContent>(message.str());
}

Descriptor Descriptor::of(llvm::StringRef bytes, llvm::StringRef mediaType) {
  return {mediaType.str(), "sha256:" + sha256Hex(bytes), bytes.size(), "", {}};
}

Json toJson(const Descriptor &descriptor) {
  Json json = {{"mediaType", descriptor.mediaType},
               {"digest", descriptor.digest},
               {"size", descriptor.size}};
  if (!descriptor.artifactType.empty())
    json["artifactType"] = descriptor.artifactType;
  if (!descriptor.annotations.empty())
    json["annotations"] = toJson(descriptor.annotations);
  return json;
}

std::optional<Descriptor> readDescriptor(const Json &json) {
  if (!json.is_object())
    return std::nullopt;
  std::optional<std::string> type = textAt(json, "mediaType"), digest = textAt(json, "digest");
  auto size = json.find("size");
  std::optional<Annotations> annotations = annotationsOf(json);
  if (!type || !isMediaType(*type) || !digest || !isDigest(*digest) || size == json.end() ||
      !size->is_number_unsigned() || !annotations)
    return std::nullopt;
  return Descriptor{*type, *digest, size->get<uint64_t>(),
                    textAt(json, "artifactType").value_or(""), std::move(*annotations)};
}

std::string printManifest(const Manifest &manifest) {
  Json json = {{"schemaVersion", 2},
               {"mediaType", manifestType.str()},
               {"artifactType", manifest.artifactType},
               {"config", toJson(manifest.config)},
               {"layers", Json::array()}};
  for (const Descriptor &layer : manifest.layers)
    json["layers"].push_back(toJson(layer));
  if (manifest.subject)
    json["subject"] = toJson(*manifest.subject);
  if (!manifest.annotations.empty())
    json["annotations"] = toJson(manifest.annotations);
  return printJson(json, /*indented=*/false);
}

llvm::Expected<Manifest> parseManifest(llvm::StringRef text) {
  llvm::Expected<Json> json = parseDocument(text, "manifest", manifestType);
  if (!json)
    return json.takeError();
  Manifest manifest;
  manifest.artifactType = textAt(*json, "artifactType").value_or("");
  auto config = json->find("config");
  std::optional<Descriptor> described =
      config == json->end() ? std::nullopt : readDescriptor(*config);
  std::optional<std::vector<Descriptor>> layers = descriptorsOf(*json, "layers");
  std::optional<Annotations> annotations = annotationsOf(*json);
  if (!described || !layers || !annotations)
    return untrusted("the manifest's `config`, `layers` or `annotations` are not what the image "
                     "specification wants");
  manifest.config = std::move(*described);
  manifest.layers = std::move(*layers);
  manifest.annotations = std::move(*annotations);
  if (auto subject = json->find("subject"); subject != json->end()) {
    manifest.subject = readDescriptor(*subject);
    if (!manifest.subject)
      return untrusted("the manifest's `subject` is not a descriptor");
  }
  return manifest;
}

Json emptyIndex() {
  return {{"schemaVersion", 2}, {"mediaType", indexType.str()}, {"manifests", Json::array()}};
}

llvm::Expected<Json> parseIndex(llvm::StringRef text) {
  llvm::Expected<Json> json = parseDocument(text, "index", indexType);
  if (!json)
    return json.takeError();
  if (!descriptorsOf(*json, "manifests"))
    return untrusted("the index's `manifests` are not at most " + llvm::Twine(maxListed) +
                     " descriptors");
  return json;
}

} // namespace agentc::oci
