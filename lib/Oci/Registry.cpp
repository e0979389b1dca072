#include "Session.h"
#include "Upload.h"

#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

namespace agentc::oci {

namespace {

constexpr unsigned maxPages = 10;
/// Room for the error text of a registry that lacks the blob.
constexpr uint64_t leastBlobBytes = 64 << 10;

std::string mediaTypeOf(const WholeAnswer &answer) {
  return llvm::StringRef(answer.header("content-type")).split(';').first.trim().str();
}

/// The tag under which a registry without the referrers API keeps the list (distribution
/// specification 1.1, "Referrers Tag Schema").
std::string referrersTag(const Descriptor &subject) {
  std::string tag = subject.digest;
  std::replace(tag.begin(), tag.end(), ':', '-');
  return tag;
}

/// `<URL>; rel="next"` (RFC 8288).
std::string nextPage(llvm::StringRef link) {
  if (!link.consume_front("<") || !link.contains("rel=\"next\""))
    return "";
  return link.split('>').first.str();
}

void addReferrers(const Json &index, llvm::StringRef artifactType, std::vector<Descriptor> &found) {
  for (const Json &entry : index["manifests"])
    if (std::optional<Descriptor> descriptor = readDescriptor(entry);
        descriptor && descriptor->artifactType == artifactType)
      found.push_back(std::move(*descriptor));
}

class Registry final : public Repository {
public:
  Registry(std::unique_ptr<Session> session, const RegistryOptions &options)
      : session_(std::move(session)), chunkBytes_(options.chunkBytes) {}

  llvm::Expected<std::optional<StoredManifest>> findManifest(llvm::StringRef tagOrDigest) override;
  llvm::Expected<std::string> readBlob(const Descriptor &blob) override;
  llvm::Expected<bool> hasBlob(const Descriptor &blob) override;
  llvm::Expected<std::vector<Descriptor>> referrers(const Descriptor &subject,
                                                    llvm::StringRef artifactType) override;
  llvm::Error writeBlob(const Descriptor &blob, llvm::StringRef bytes) override {
    return uploadBlob(*session_, blob, bytes, chunkBytes_);
  }
  llvm::Error writeManifest(const Descriptor &manifest, llvm::StringRef bytes) override {
    return errorOf(putManifest(manifest.digest, manifest, bytes));
  }
  llvm::Error writeReferrer(const Descriptor &subject, const Descriptor &manifest,
                            llvm::StringRef bytes) override;
  llvm::Error tag(const Descriptor &manifest, llvm::StringRef bytes, llvm::StringRef tag) override {
    return errorOf(putManifest(tag, manifest, bytes));
  }

private:
  static llvm::Error errorOf(llvm::Expected<WholeAnswer> answer) { return answer.takeError(); }
  llvm::Expected<WholeAnswer> putManifest(llvm::StringRef name, const Descriptor &manifest,
                                          llvm::StringRef bytes);
  llvm::Expected<Json> taggedReferrers(const Descriptor &subject);
  llvm::Error addToTaggedReferrers(const Descriptor &subject, const Descriptor &manifest);

  std::unique_ptr<Session> session_;
  const uint64_t chunkBytes_;
};

llvm::Expected<std::optional<StoredManifest>> Registry::findManifest(llvm::StringRef tagOrDigest) {
  RegistryRequest request{"GET", session_->url("manifests/" + tagOrDigest)};
  request.headers = {{"accept", (manifestType + ", " + indexType).str()}};
  request.maxBytes = maxManifestBytes;
  request.isRepeatable = true;
  llvm::Expected<WholeAnswer> answer = session_->send(std::move(request));
  if (!answer)
    return answer.takeError();
  if (answer->head.status == 404)
    return std::nullopt;
  if (answer->head.status != 200)
    return session_->refused(*answer, "gives no manifest of `" + tagOrDigest + "`");
  const std::string digest = Descriptor::of(answer->body, manifestType).digest;
  const std::string stated = answer->header("docker-content-digest");
  if (!stated.empty() && stated != digest)
    return untrusted("the manifest of `" + tagOrDigest + "` is " + digest + ", not `" +
                     escapeForTerminal(stated) + "`, which the registry says");
  return StoredManifest{mediaTypeOf(*answer), std::move(answer->body)};
}

llvm::Expected<std::string> Registry::readBlob(const Descriptor &blob) {
  RegistryRequest request{"GET", session_->url("blobs/" + blob.digest)};
  request.maxBytes = std::max(blob.size, leastBlobBytes);
  request.isRepeatable = true;
  request.status = "fetching " + std::to_string(blob.size >> 10) + " KB";
  llvm::Expected<WholeAnswer> answer = session_->send(std::move(request));
  if (!answer)
    return answer.takeError();
  if (answer->head.status != 200)
    return session_->refused(*answer, "gives no blob " + blob.digest);
  return std::move(answer->body);
}

llvm::Expected<bool> Registry::hasBlob(const Descriptor &blob) {
  RegistryRequest request{"HEAD", session_->url("blobs/" + blob.digest)};
  request.isRepeatable = true;
  llvm::Expected<WholeAnswer> answer = session_->send(std::move(request));
  if (!answer)
    return answer.takeError();
  if (answer->head.status != 200 && answer->head.status != 404)
    return session_->refused(*answer, "does not say whether it has the blob " + blob.digest);
  return answer->head.status == 200;
}

llvm::Expected<WholeAnswer> Registry::putManifest(llvm::StringRef name, const Descriptor &manifest,
                                                  llvm::StringRef bytes) {
  RegistryRequest request{"PUT", session_->url("manifests/" + name)};
  request.headers = {{"content-type", manifest.mediaType}};
  request.body = bytes.str();
  request.isRepeatable = true;
  llvm::Expected<WholeAnswer> answer = session_->send(std::move(request));
  if (!answer)
    return answer.takeError();
  if (answer->head.status != 201)
    return session_->refused(*answer, "takes no manifest `" + name + "`");
  return answer;
}

llvm::Expected<Json> Registry::taggedReferrers(const Descriptor &subject) {
  llvm::Expected<std::optional<StoredManifest>> stored = findManifest(referrersTag(subject));
  if (!stored)
    return stored.takeError();
  if (!*stored)
    return emptyIndex();
  if ((*stored)->mediaType != indexType)
    return untrusted("the tag `" + referrersTag(subject) + "` is not an index of referrers");
  return parseIndex((*stored)->bytes);
}

llvm::Expected<std::vector<Descriptor>> Registry::referrers(const Descriptor &subject,
                                                            llvm::StringRef artifactType) {
  std::vector<Descriptor> found;
  RequestUrl url = session_->url("referrers/" + subject.digest);
  for (unsigned page = 0; page < maxPages; ++page) {
    RegistryRequest request{"GET", url};
    request.headers = {{"accept", indexType.str()}};
    request.maxBytes = maxManifestBytes;
    request.isRepeatable = true;
    llvm::Expected<WholeAnswer> answer = session_->send(std::move(request));
    if (!answer)
      return answer.takeError();
    const bool hasApi = answer->head.status == 200 && mediaTypeOf(*answer) == indexType;
    if (!hasApi && answer->head.status != 404)
      return session_->refused(*answer, "gives no list of referrers");
    llvm::Expected<Json> index = hasApi ? parseIndex(answer->body) : taggedReferrers(subject);
    if (!index)
      return index.takeError();
    addReferrers(*index, artifactType, found);
    const std::string next = nextPage(answer->header("link"));
    if (!hasApi || next.empty())
      return found;
    llvm::Expected<RequestUrl> following = session_->follow(url, next);
    if (!following)
      return following.takeError();
    url = std::move(*following);
  }
  return untrusted("the list of referrers has over " + llvm::Twine(maxPages) + " pages");
}

llvm::Error Registry::addToTaggedReferrers(const Descriptor &subject, const Descriptor &manifest) {
  llvm::Expected<Json> index = taggedReferrers(subject);
  if (!index)
    return index.takeError();
  for (const Json &entry : (*index)["manifests"])
    if (entry["digest"] == manifest.digest)
      return llvm::Error::success();
  (*index)["manifests"].push_back(toJson(manifest));
  const std::string text = printJson(*index, /*indented=*/false);
  return errorOf(putManifest(referrersTag(subject), Descriptor::of(text, indexType), text));
}

llvm::Error Registry::writeReferrer(const Descriptor &subject, const Descriptor &manifest,
                                    llvm::StringRef bytes) {
  llvm::Expected<WholeAnswer> answer = putManifest(manifest.digest, manifest, bytes);
  if (!answer)
    return answer.takeError();
  // With this header the registry says that it lists the referrer itself.
  if (!answer->header("oci-subject").empty())
    return llvm::Error::success();
  return addToTaggedReferrers(subject, manifest);
}

} // namespace

llvm::Expected<std::unique_ptr<Repository>> openRegistry(DriverEnv &env, const Reference &reference,
                                                         const RegistryOptions &options) {
  llvm::Expected<std::unique_ptr<Session>> session = Session::open(env, reference, options);
  if (!session)
    return session.takeError();
  return std::make_unique<Registry>(std::move(*session), options);
}

} // namespace agentc::oci
