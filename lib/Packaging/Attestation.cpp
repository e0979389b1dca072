#include "agentc/Packaging/Attestation.h"

#include "JsonDifference.h"
#include "PackageRecord.h"
#include "PackageRules.h"

#include "agentc/Support/Digest.h"

#include "llvm/Support/Base64.h"

#include <nlohmann/json.hpp>

namespace agentc {
namespace {

constexpr llvm::StringLiteral payloadType = "application/vnd.in-toto+json";
constexpr llvm::StringLiteral statementType = "https://in-toto.io/Statement/v1";
constexpr llvm::StringLiteral predicateType = "urn:agentc:seal:1";

/// DSSE's pre-authentication encoding: what is signed.
std::string preAuthentication(llvm::StringRef payload) {
  return "DSSEv1 " + std::to_string(payloadType.size()) + " " + payloadType.str() + " " +
         std::to_string(payload.size()) + " " + payload.str();
}

/// One text has one base64 form; a decoder that skips or pads would let others pass.
std::optional<std::string> fromCanonicalBase64(const Json &value) {
  if (!value.is_string())
    return std::nullopt;
  const std::string text = value.get<std::string>();
  std::vector<char> bytes;
  if (llvm::Error error = llvm::decodeBase64(text, bytes)) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  if (llvm::encodeBase64(bytes) != text)
    return std::nullopt;
  return std::string(bytes.begin(), bytes.end());
}

/// A member that should be a text or a number; a record that says otherwise is refused elsewhere.
Json plainAt(const Json &object, const char *name) {
  Json value = memberAt(object, name);
  return value.is_structured() ? Json() : value;
}

Json subjects(const FileTree &files, const Json &record) {
  Json digest = memberAt(record, "digest");
  llvm::StringRef hex =
      digest.is_string() ? digest.get_ref<const std::string &>() : llvm::StringRef();
  hex.consume_front("sha256:");
  Json list = Json::array();
  list.push_back({{"name", "bundle"}, {"digest", {{"sha256", hex.str()}}}});
  for (const auto &[path, file] : files.files())
    if (llvm::StringRef(path).starts_with(sealFolder) && path != attestationPath)
      list.push_back({{"name", path}, {"digest", {{"sha256", sha256Hex(file->bytes)}}}});
  return list;
}

struct Claims {
  std::string trust, failOn, publicKey; ///< the key in DER
};

/// The statement's text: all of it follows from the package and what its signer claims, so that a
/// reader writes it again and compares.
std::string writeStatement(const FileTree &files, const Json &record, const Claims &claims) {
  const Json generator = memberAt(record, "generator"), findings = memberAt(record, "findings"),
             waived = memberAt(findings, "waived");
  Json statement = {
      {"_type", statementType.str()},
      {"subject", subjects(files, record)},
      {"predicateType", predicateType.str()},
      {"predicate",
       {{"name", plainAt(record, "name")},
        {"version", plainAt(record, "version")},
        {"generator",
         {{"name", plainAt(generator, "name")}, {"version", plainAt(generator, "version")}}},
        {"ruleSet", plainAt(record, "ruleSet")},
        {"policy", {{"trust", claims.trust}, {"failOn", claims.failOn}}},
        {"findings",
         {{"error", plainAt(findings, "error")},
          {"warning", plainAt(findings, "warning")},
          {"note", plainAt(findings, "note")},
          {"waived", waived.is_array() ? waived.size() : 0}}},
        {"publicKey", llvm::encodeBase64(claims.publicKey)}}}};
  return printJson(statement, /*indented=*/false);
}

std::string writeEnvelope(llvm::StringRef payload, llvm::StringRef keyId,
                          llvm::StringRef signature) {
  Json signatures = Json::array();
  signatures.push_back({{"keyid", keyId.str()}, {"sig", llvm::encodeBase64(signature)}});
  return printJson({{"payloadType", payloadType.str()},
                    {"payload", llvm::encodeBase64(payload)},
                    {"signatures", std::move(signatures)}});
}

/// Reads an attestation so strictly that one statement and one signature have one text.
class AttestationReader {
public:
  AttestationReader(const FileTree &files, DiagnosticList &diagnostics)
      : files_(files), diagnostics_(diagnostics) {}

  /// The signer's key if everything holds but the question whose it is.
  std::optional<PublicKey> read(llvm::StringRef text);
  /// The policy by which the package was sealed, from the statement that was read.
  const SealPolicy &policy() const { return policy_; }

private:
  std::nullopt_t refuse(const RuleInfo &rule, const llvm::Twine &what) {
    diagnostics_.report(rule, attestationPath.str(), std::nullopt, what.str());
    return std::nullopt;
  }
  std::nullopt_t invalid(const llvm::Twine &what) {
    return refuse(packaging::invalidAttestation, what);
  }
  bool readEnvelope(llvm::StringRef text);
  std::optional<Claims> readClaims(const Json &statement);
  bool compareStatement(const Json &statement, const Claims &claims);

  const FileTree &files_;
  DiagnosticList &diagnostics_;
  std::string payload_, signature_, keyId_;
  SealPolicy policy_;
};

bool AttestationReader::readEnvelope(llvm::StringRef text) {
  auto refused = [&](const llvm::Twine &what) { return invalid(what), false; };
  JsonError error;
  std::optional<Json> envelope = parseJson(text, &error);
  if (!envelope)
    return refused(error.message);
  if (memberAt(*envelope, "payloadType") != Json(payloadType.str()))
    return refused("`payloadType` is not `" + payloadType + "`");
  const Json signatures = memberAt(*envelope, "signatures");
  if (!signatures.is_array() || signatures.size() != 1)
    return refused("`signatures` has not exactly one signature");
  std::optional<std::string> payload = fromCanonicalBase64(memberAt(*envelope, "payload"));
  if (!payload)
    return refused("`payload` is not canonical base64");
  std::optional<std::string> signature = fromCanonicalBase64(memberAt(signatures[0], "sig"));
  if (!signature)
    return refused("`signatures[0].sig` is not canonical base64");
  Json keyId = memberAt(signatures[0], "keyid");
  if (!keyId.is_string())
    return refused("`signatures[0].keyid` is not a string");
  payload_ = std::move(*payload);
  signature_ = std::move(*signature);
  keyId_ = keyId.get<std::string>();
  if (text != writeEnvelope(payload_, keyId_, signature_))
    return refused("is not written as agentc writes it");
  return true;
}

std::optional<Claims> AttestationReader::readClaims(const Json &statement) {
  const Json predicate = memberAt(statement, "predicate"), policy = memberAt(predicate, "policy");
  const Json trust = memberAt(policy, "trust"), failOn = memberAt(policy, "failOn");
  if (trust != "registry" && trust != "author")
    return invalid("`predicate.policy.trust` is neither `author` nor `registry`");
  if (failOn != "error" && failOn != "warning" && failOn != "note")
    return invalid("`predicate.policy.failOn` is not a severity");
  std::optional<std::string> key = fromCanonicalBase64(memberAt(predicate, "publicKey"));
  if (!key)
    return invalid("`predicate.publicKey` is not canonical base64");
  policy_ = {trust == "author" ? Trust::Author : Trust::Registry,
             failOn == "error"     ? Severity::Error
             : failOn == "warning" ? Severity::Warning
                                   : Severity::Note};
  return Claims{trust.get<std::string>(), failOn.get<std::string>(), std::move(*key)};
}

bool AttestationReader::compareStatement(const Json &statement, const Claims &claims) {
  const File *recordFile = files_.find(recordPath);
  std::optional<Json> record = recordFile ? parseJson(recordFile->bytes) : std::nullopt;
  const std::string expected = writeStatement(files_, record ? *record : Json(), claims);
  if (payload_ == expected)
    return true;
  const std::string place = firstDifference(statement, *parseJson(expected));
  if (place.empty())
    invalid("the statement is not written as agentc writes it");
  else
    refuse(packaging::attestationMismatch,
           "`" + llvm::StringRef(place).ltrim('.') + "` is not what the package's contents give");
  return false;
}

std::optional<PublicKey> AttestationReader::read(llvm::StringRef text) {
  if (!readEnvelope(text))
    return std::nullopt;
  JsonError error;
  std::optional<Json> statement = parseJson(payload_, &error);
  if (!statement)
    return invalid("the statement is not JSON: " + error.message);
  std::optional<Claims> claims = readClaims(*statement);
  if (!claims)
    return std::nullopt;
  std::optional<PublicKey> key = PublicKey::fromDer(claims->publicKey);
  if (!key)
    return invalid("`predicate.publicKey` is not an Ed25519 key");
  const bool same = compareStatement(*statement, *claims);
  if (keyId_ != key->id())
    return refuse(packaging::wrongSignature, "`keyid` is not the SHA-256 of the signer's key");
  if (!key->verifies(preAuthentication(payload_), signature_))
    return refuse(packaging::wrongSignature, "the signature is not the statement's");
  return same ? key : std::nullopt;
}

} // namespace

void signPlan(PackagePlan &plan, const SigningKey &key, const SealPolicy &policy) {
  std::optional<Json> record = parseJson(plan.files.find(recordPath)->bytes);
  assert(record && "a planned record is JSON");
  const PublicKey publicKey = key.publicKey();
  const std::string payload = writeStatement(
      plan.files, *record,
      {trustName(policy.trust).str(), severityName(policy.failOn).str(), publicKey.der().str()});
  plan.files.add(attestationPath.str(),
                 writeEnvelope(payload, publicKey.id(), key.sign(preAuthentication(payload))));
}

llvm::StringRef trustName(Trust trust) { return trust == Trust::Author ? "author" : "registry"; }

llvm::StringRef signatureStateName(SignatureState state) {
  switch (state) {
  case SignatureState::Unsigned:
    return "unsigned";
  case SignatureState::Unchecked:
    return "unchecked";
  case SignatureState::Checked:
    return "checked";
  case SignatureState::Wrong:
    return "wrong";
  }
  llvm_unreachable("a state has a name");
}

llvm::Expected<Signer> checkAttestation(const FileTree &packageFiles,
                                        llvm::ArrayRef<PublicKey> keys,
                                        DiagnosticList &diagnostics) {
  const File *file = packageFiles.find(attestationPath);
  if (!file) {
    if (keys.empty())
      return Signer();
    diagnostics.report(packaging::unsignedPackage, "", std::nullopt,
                       "the package is unsigned; `agentc package --sign` signs one");
    return Signer{SignatureState::Wrong, ""};
  }
  if (llvm::Error error = requireCrypto())
    return error;
  AttestationReader reader(packageFiles, diagnostics);
  std::optional<PublicKey> key = reader.read(file->bytes);
  if (!key)
    return Signer{SignatureState::Wrong, ""};
  if (keys.empty())
    return Signer{SignatureState::Unchecked, key->id(), reader.policy()};
  if (llvm::any_of(keys, [&](const PublicKey &known) { return known.der() == key->der(); }))
    return Signer{SignatureState::Checked, key->id(), reader.policy()};
  diagnostics.report(packaging::unknownSigner, attestationPath.str(), std::nullopt,
                     "the package is signed by the key `" + key->id() +
                         "`, which is not one of those given");
  return Signer{SignatureState::Wrong, key->id()};
}

} // namespace agentc
