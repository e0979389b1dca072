#include "BundleRules.h"
#include "ManifestFields.h"
#include "Names.h"

#include "agentc/Bundle/ManifestSecrets.h"
#include "agentc/Bundle/SecretNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

bool checkHost(ManifestWord &word, FieldReader &reader) {
  // Checking, sealing and enforcing all compare the same spelling.
  word.text = llvm::StringRef(word.text).lower();
  if (auto reason = whyBadHost(word.text))
    reader.report(reported::invalidHostPattern, word.range,
                  "the host `" + word.text + "` " + *reason);
  else if (isWideHost(word.text))
    reader.report(reported::wideHostPattern, word.range,
                  "the host `" + word.text + "` allows almost everything; name the hosts");
  else
    return true;
  return false;
}

/// Tells whether code can set a header (RFC 9110, 5.1) of that name.
static bool isHeaderName(llvm::StringRef name) {
  static constexpr llvm::StringLiteral ofConnection[] = {
      "connection",     "content-length",   "expect", "host",
      "http2-settings", "keep-alive",       "te",     "trailer",
      "upgrade",        "transfer-encoding"};
  return !name.empty() && name.size() <= 256 && !llvm::is_contained(ofConnection, name) &&
         llvm::all_of(name, [](char c) {
           return llvm::isAlnum(c) || llvm::StringRef("!#$%&'*+-.^_`|~").contains(c);
         });
}

static void readPlaces(const JsonNode &value, const std::string &field, FieldReader &reader,
                       ManifestSecret &secret) {
  for (ManifestWord &word : reader.words(value, field)) {
    llvm::StringRef name = word.text;
    if (name.consume_front("header:") && isHeaderName(name.lower()))
      secret.headers.push_back({name.lower(), word.range});
    else
      reader.report(reported::invalidSecretPlace, word.range,
                    "`" + word.text +
                        "` is not a place for a secret; write a header as "
                        "`header:authorization`");
  }
}

static std::optional<ManifestSecret> readSecret(const JsonNode::Member &member,
                                                FieldReader &reader) {
  const std::string name = member.key.str(), field = "secrets." + name;
  if (!isEnvName(name)) {
    reader.report(reported::invalidEnvName, member.keyRange,
                  "`" + name + "` is not an environment name");
    return std::nullopt;
  }
  if (!reader.expect(member.value, field, JsonKind::Object))
    return std::nullopt;
  ManifestSecret secret{{name, member.keyRange}, {}, {}};
  bool hasPlaces = false, hasWrongHost = false;
  for (const JsonNode::Member &part : reader.members(member.value, field)) {
    if (part.key == "hosts") {
      for (ManifestWord &host : reader.words(part.value, field + ".hosts"))
        if (checkHost(host, reader))
          secret.hosts.push_back(std::move(host));
        else
          hasWrongHost = true;
    } else if (part.key == "in") {
      hasPlaces = true;
      readPlaces(part.value, field + ".in", reader, secret);
    } else {
      reader.unknown(part, field, {"hosts", "in"});
    }
  }
  if (!hasPlaces)
    secret.headers.push_back({"authorization", member.keyRange});
  if (secret.hosts.empty() && !hasWrongHost)
    reader
        .report(reported::secretWithoutHosts, member.keyRange,
                "the secret `" + name + "` names no host that it may be sent to")
        .subject = name;
  return secret;
}

static ManifestSecrets readAll(const JsonNode &value, FieldReader &reader) {
  ManifestSecrets secrets;
  if (!reader.expect(value, "secrets", JsonKind::Object))
    return secrets;
  for (const JsonNode::Member &member : reader.members(value, "secrets"))
    if (std::optional<ManifestSecret> secret = readSecret(member, reader))
      secrets.push_back(std::move(*secret));
  return secrets;
}

void takeSecrets(const std::optional<JsonNode> &value, FieldReader &reader, Manifest &manifest) {
  const ManifestSecrets secrets = value ? readAll(*value, reader) : ManifestSecrets();
  llvm::erase_if(manifest.allowedEnv, [&](const ManifestWord &word) {
    const bool isKept = findSecret(secrets, word.text) != nullptr;
    if (!isKept && word.range.begin != word.range.end && isSecretVariable(word.text))
      reader
          .report(reported::visibleSecret, word.range,
                  "`" + word.text +
                      "` looks like a secret, and code sees its value; an entry of `secrets` "
                      "would keep it from that")
          .subject = word.text;
    return isKept;
  });
  // Code may read them, and finds a placeholder; they stand elsewhere than the list.
  for (const ManifestSecret &secret : secrets)
    manifest.allowedEnv.push_back({secret.name.text, {}});
}

ManifestSecrets readManifestSecrets(const Bundle &bundle,
                                    const std::optional<ManifestOverride> &manifestOverride) {
  const File *own =
      bundle.form == BundleForm::SingleFile ? nullptr : bundle.files.find("package.json");
  if (!manifestOverride && !own)
    return {};
  DiagnosticList reported;
  FieldReader reader("", manifestRules, reported);
  JsonFile::Error error;
  auto file = JsonFile::parse(
      "", manifestOverride ? llvm::StringRef(manifestOverride->text) : llvm::StringRef(own->bytes),
      error);
  std::optional<JsonNode> settings;
  if (file && file->root().kind() == JsonKind::Object)
    for (const JsonNode::Member &member : reader.members(file->root(), ""))
      if (member.key == "agentc" || (member.key == "buzzi" && !settings))
        settings = member.value;
  if (settings && settings->kind() == JsonKind::Object)
    for (const JsonNode::Member &member : reader.members(*settings, ""))
      if (member.key == "secrets")
        return readAll(member.value, reader);
  return {};
}

const ManifestSecret *findSecret(const ManifestSecrets &secrets, llvm::StringRef name) {
  auto found = llvm::find_if(
      secrets, [&](const ManifestSecret &secret) { return secret.name.text == name; });
  return found == secrets.end() ? nullptr : &*found;
}

Json secretsToJson(const ManifestSecrets &secrets) {
  auto texts = [](const std::vector<ManifestWord> &words) {
    Json list = Json::array();
    for (const ManifestWord &word : words)
      list.push_back(word.text);
    return list;
  };
  Json list = Json::array();
  for (const ManifestSecret &secret : secrets)
    list.push_back({{"name", secret.name.text},
                    {"hosts", texts(secret.hosts)},
                    {"headers", texts(secret.headers)}});
  return list;
}

} // namespace agentc
