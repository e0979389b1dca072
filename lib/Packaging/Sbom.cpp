#include "Sbom.h"

#include "Components.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

#include <nlohmann/json.hpp>

namespace agentc {
namespace {

using Source = ComponentEvidence::Source;

constexpr llvm::StringLiteral bundleReference = "bundle";
/// Of the graph, so that no lock file makes a document that nobody can read again.
constexpr size_t maxGraphBytes = 16 << 20;

/// A part of a package URL (purl-spec): all but unreserved characters as `%XX`.
std::string purlPart(llvm::StringRef text) {
  std::string result;
  for (unsigned char c : text) {
    if (llvm::isAlnum(c) || llvm::StringRef("-._~").contains(c))
      result += c;
    else
      result += "%" + llvm::toHex(llvm::StringRef(reinterpret_cast<char *>(&c), 1));
  }
  return result;
}

std::string purl(llvm::StringRef name, llvm::StringRef version) {
  std::string result = "pkg:npm/";
  if (name.starts_with("@")) {
    auto [scope, rest] = name.split('/');
    result += purlPart(scope) + "/" + purlPart(rest);
  } else {
    result += purlPart(name);
  }
  return version.empty() ? result : result + "@" + purlPart(version);
}

Json nameMembers(llvm::StringRef name, llvm::StringRef version) {
  Json result;
  llvm::StringRef own = name;
  if (name.starts_with("@") && name.contains('/')) {
    result["group"] = name.split('/').first.str();
    own = name.split('/').second;
  }
  result["name"] = own.str();
  if (!version.empty())
    result["version"] = version.str();
  return result;
}

/// npm's `integrity` (W3C's Subresource Integrity) as digests in hexadecimal.
Json hashes(llvm::StringRef integrity) {
  struct Algorithm {
    llvm::StringLiteral prefix, name;
    size_t bytes;
  };
  static constexpr Algorithm algorithms[] = {{"sha1-", "SHA-1", 20},
                                             {"sha256-", "SHA-256", 32},
                                             {"sha384-", "SHA-384", 48},
                                             {"sha512-", "SHA-512", 64}};
  Json result = Json::array();
  for (const Algorithm &algorithm : algorithms) {
    const size_t at = integrity.find(algorithm.prefix);
    if (at == llvm::StringRef::npos)
      continue;
    llvm::StringRef text = integrity.drop_front(at + algorithm.prefix.size());
    std::vector<char> bytes;
    if (llvm::Error error = llvm::decodeBase64(text.take_until(llvm::isSpace), bytes))
      llvm::consumeError(std::move(error));
    else if (bytes.size() == algorithm.bytes)
      result.push_back({{"alg", algorithm.name.str()},
                        {"content", llvm::toHex(llvm::StringRef(bytes.data(), bytes.size()),
                                                /*LowerCase=*/true)}});
  }
  return result;
}

/// Returns true if a text may be an SPDX expression; `SEE LICENSE IN x` and `UNLICENSED` are
/// names.
bool isExpression(llvm::StringRef text) {
  if (text.starts_with("SEE ") || text.equals_insensitive("UNLICENSED"))
    return false;
  bool wantsWord = true;
  for (llvm::StringRef word : llvm::split(text.trim(), ' ')) {
    if (word.empty())
      continue;
    const bool joins = word == "AND" || word == "OR" || word == "WITH";
    if (joins == wantsWord || !llvm::all_of(word, [](char c) {
          return llvm::isAlnum(c) || llvm::StringRef("-.+():").contains(c);
        }))
      return false;
    wantsWord = joins;
  }
  return !wantsWord;
}

Json licenses(llvm::StringRef license) {
  Json item;
  if (isExpression(license))
    item = {{"expression", license.trim().str()}, {"acknowledgement", "declared"}};
  else
    item = {{"license", {{"name", license.str()}, {"acknowledgement", "declared"}}}};
  return Json::array({std::move(item)});
}

struct EvidenceWords {
  const char *presence;  ///< how the component belongs to the bundle
  const char *technique; ///< CycloneDX's word
  double confidence;
};

EvidenceWords wordsOf(Source source) {
  switch (source) {
  case Source::LockFile:
    return {"locked", "manifest-analysis", 1};
  case Source::Folder:
    return {"bundled", "manifest-analysis", 1};
  case Source::SourceMap:
    return {"inlined", "source-code-analysis", 0.8};
  case Source::PathNote:
    return {"inlined", "source-code-analysis", 0.7};
  case Source::Banner:
    return {"inlined", "source-code-analysis", 0.4};
  case Source::Declaration:
    return {"declared", "manifest-analysis", 0.5};
  }
  llvm_unreachable("a source has words");
}

Json property(llvm::StringRef name, llvm::StringRef value) {
  return {{"name", "agentc:" + name.str()}, {"value", value.str()}};
}

/// Adds the evidence that a component is there, and the places of its code in the bundle.
void addEvidence(const Component &component, const std::string &reference, Json &result) {
  Json methods = Json::array(), occurrences = Json::array(), properties = Json::array();
  std::set<std::string> places, presences;
  double confidence = 0;
  for (const ComponentEvidence &evidence : component.evidence) {
    const EvidenceWords words = wordsOf(evidence.source);
    methods.push_back({{"technique", words.technique},
                       {"confidence", words.confidence},
                       {"value", evidence.file}});
    confidence = std::max(confidence, words.confidence);
    presences.insert(words.presence);
    if (evidence.source != Source::LockFile && evidence.source != Source::Declaration)
      places.insert(evidence.file);
  }
  for (const std::string &place : places)
    occurrences.push_back({{"location", place}});
  for (const std::string &presence : presences)
    properties.push_back(property("presence", presence));
  if (!component.range.empty())
    properties.push_back(property("range", component.range));
  Json identity = {{"field", "purl"},
                   {"confidence", confidence},
                   {"concludedValue", reference},
                   {"methods", std::move(methods)}};
  result["evidence"]["identity"] = Json::array({std::move(identity)});
  if (!occurrences.empty())
    result["evidence"]["occurrences"] = std::move(occurrences);
  result["properties"] = std::move(properties);
}

Json componentToJson(const Component &component) {
  const std::string reference = purl(component.name, component.version);
  Json result = {{"type", "library"}, {"bom-ref", reference}};
  result.update(nameMembers(component.name, component.version));
  result["scope"] = component.isRequired ? "required" : "optional";
  if (Json list = hashes(component.integrity); !list.empty())
    result["hashes"] = std::move(list);
  if (!component.license.empty())
    result["licenses"] = licenses(component.license);
  result["purl"] = reference;
  addEvidence(component, reference, result);
  return result;
}

/// RFC 9562's version 8, whose bits are the maker's own: the same bundle has the same number.
std::string serialNumber(llvm::StringRef digest) {
  llvm::StringRef hex = digest;
  hex.consume_front("sha256:");
  std::string text = hex.take_front(32).str();
  text[12] = '8';
  text[16] = "89ab"[llvm::hexDigitValue(text[16]) & 3];
  for (size_t at : {20, 16, 12, 8})
    text.insert(at, "-");
  return "urn:uuid:" + text;
}

Json bundleComponent(const Manifest &manifest, const FileTree &files, llvm::StringRef digest) {
  const std::string name = manifest.name ? manifest.name->text : "bundle",
                    version = manifest.version ? manifest.version->text : "";
  Json result = {{"type", "application"}, {"bom-ref", bundleReference.str()}};
  result.update(nameMembers(name, version));
  const File *file = files.find("package.json");
  if (std::optional<Json> json = file ? parseJson(file->bytes) : std::nullopt;
      json && json->is_object() && json->contains("license") && (*json)["license"].is_string())
    if (std::string license = (*json)["license"].get<std::string>(); !license.empty())
      result["licenses"] = licenses(llvm::StringRef(license).take_front(256));
  result["purl"] = purl(name, version);
  result["properties"] = Json::array({property("digest", digest)});
  return result;
}

/// Returns the dependencies of each component, the bundle first; counts the components whose
/// dependencies found no room.
Json graph(const Components &components, size_t &leftOut) {
  Json result = Json::array();
  size_t bytes = 0;
  auto add = [&](const std::string &reference,
                 const std::set<std::pair<std::string, std::string>> &needs) {
    std::set<std::string> on;
    for (const auto &[name, version] : needs)
      if (bytes <= maxGraphBytes)
        bytes += on.insert(purl(name, version)).first->size();
    leftOut += bytes > maxGraphBytes;
    Json item = {{"ref", reference}};
    if (!on.empty())
      item["dependsOn"] = on;
    result.push_back(std::move(item));
  };
  add(bundleReference.str(), components.needs);
  for (const auto &[key, component] : components.list)
    add(purl(key.first, key.second), component.needs);
  return result;
}

Json documentProperties(const Components &components, size_t leftOut) {
  Json result = Json::array();
  result.push_back(property("lockFile", components.lockFile.empty() ? llvm::StringRef("none")
                                                                    : components.lockFile));
  if (!components.lockFile.empty() && !components.isLockRead)
    result.push_back(property("lockFile:unread", "true"));
  if (leftOut)
    result.push_back(property("leftOut", std::to_string(leftOut)));
  return result;
}

} // namespace

std::string writeSbom(const FileTree &files, const Manifest &manifest, llvm::StringRef digest,
                      llvm::StringRef generatorVersion) {
  const Components components = collectComponents(files, manifest);
  size_t leftOut = components.leftOut;
  Json list = Json::array(), dependencies = graph(components, leftOut);
  for (const auto &[key, component] : components.list)
    list.push_back(componentToJson(component));
  Json generator = {
      {"type", "application"}, {"name", "agentc"}, {"version", generatorVersion.str()}};
  return printJson({{"bomFormat", "CycloneDX"},
                    {"specVersion", "1.6"},
                    {"serialNumber", serialNumber(digest)},
                    {"version", 1},
                    {"metadata",
                     {{"tools", {{"components", Json::array({std::move(generator)})}}},
                      {"component", bundleComponent(manifest, files, digest)},
                      {"properties", documentProperties(components, leftOut)}}},
                    {"components", std::move(list)},
                    {"dependencies", std::move(dependencies)}});
}

} // namespace agentc
