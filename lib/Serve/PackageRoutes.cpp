#include "Handlers.h"
#include "Judge.h"

#include "agentc/Support/Digest.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <nlohmann/json.hpp>

#include <ctime>

namespace agentc::serve {

std::string timeText(int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts = {};
  gmtime_r(&time, &parts);
  char text[32];
  return std::string(text, strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts));
}

/// The names of what a package's configuration lists.
static Json namesOf(const Json &list) {
  Json names = Json::array();
  for (const Json &one : list) {
    // Each value comes with its provenance.
    const Json name = one.value("name", Json());
    const Json value = name.is_object() ? name.value("value", Json()) : name;
    names.push_back(value.is_string() ? value : one.value("id", Json("")));
  }
  return names;
}

/// The answer to an upload, and later to a request for its digest.
static Json summaryOf(llvm::StringRef digest, uint64_t size, llvm::StringRef document) {
  const Json inspection = parseJson(document).value_or(Json::object());
  const Json package = inspection.value("package", Json::object());
  const Json configuration = package.value("configuration", Json::object());
  return {{"digest", digest.str()},
          {"name", package.value("name", "")},
          {"version", package.value("version", "")},
          {"size", size},
          {"signature", inspection.value("signature", Json::object())},
          {"agents", namesOf(configuration.value("agents", Json::array()))},
          {"tools", namesOf(configuration.value("tools", Json::array()))},
          {"allowed", package.value("allowed", Json::object())},
          {"access", package.value("access", Json::object())}};
}

static bool isSourceName(llvm::StringRef name) {
  const llvm::StringRef ending = name.rsplit('.').second;
  return name.size() <= 100 && !name.starts_with(".") &&
         llvm::is_contained({"js", "mjs", "cjs", "ts", "mts", "cts"}, ending) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '-' || c == '_' || c == '.'; });
}

/// The upload by its first bytes; std::nullopt after refusing it.
static std::optional<Upload> readUpload(const SharedCall &call) {
  Upload upload;
  upload.bytes = std::move(call->request.body);
  const llvm::StringRef bytes = upload.bytes;
  if (isArchive(bytes))
    return upload;
  upload.name = call->query("name").value_or("index.js");
  if (!isSourceName(upload.name))
    call->refuse(400, "`name` is not the name of a source file, such as `index.ts`");
  else if (bytes.empty())
    call->refuse(400, "there is no body; a package comes as a zip, as a tgz, or as one source");
  else if (findInvalidUtf8(bytes) || bytes.contains('\0'))
    call->refuse(415, "the body is neither a zip nor a tgz nor the text of a source");
  else
    return upload;
  return std::nullopt;
}

static void keep(App &app, const SharedCall &call, const Judged &judged) {
  const Json summary = summaryOf(judged.digest, judged.archive.size(), judged.document);
  if (call->query("dryRun"))
    return call->answer(200, summary);
  store::PackageRecord record;
  record.digest = judged.digest;
  record.file = sha256Hex(judged.archive);
  record.name = judged.name;
  record.version = judged.version;
  record.size = judged.archive.size();
  record.created = std::time(nullptr);
  record.createdBy = call->key.id;
  const std::optional<bool> isNew =
      call->orFail(app.store().addPackage(record, judged.document, judged.archive, call->actor()));
  if (isNew)
    call->answer(*isNew ? 201 : 200, summary, {{"location", "/api/packages/" + judged.digest}});
}

void uploadPackage(App &app, const SharedCall &call) {
  if (std::optional<Upload> upload = readUpload(call))
    keepPackage(app, call, std::move(*upload));
}

void keepPackage(App &app, const SharedCall &call, Upload upload) {
  judge(app.children(), app.options().state + "/incoming", std::move(upload),
        [&app, call](std::variant<Judged, Refusal> verdict) {
          if (auto *refused = std::get_if<Refusal>(&verdict))
            return call->refuse(*refused);
          keep(app, call, std::get<Judged>(verdict));
        });
}

static Json describePackage(const store::PackageRecord &package) {
  return {{"digest", package.digest},
          {"name", package.name},
          {"version", package.version},
          {"size", package.size},
          {"created", timeText(package.created)},
          {"createdBy", package.createdBy}};
}

void listPackages(App &app, const SharedCall &call) {
  answerList(call, "packages", app.store().packages(call->key.tenant), describePackage);
}

std::optional<store::PackageRecord> findPackage(App &app, const SharedCall &call,
                                                llvm::StringRef digest) {
  return call->orMissing(app.store().findPackage(call->key.tenant, digest),
                         "there is no such package");
}

/// The package that the path names; std::nullopt after refusing the call.
static std::optional<store::PackageRecord> named(App &app, const SharedCall &call) {
  return findPackage(app, call, call->parameters.front());
}

/// Its description; std::nullopt after refusing the call.
static std::optional<std::string> documentOf(App &app, const SharedCall &call,
                                             const store::PackageRecord &package) {
  return call->orFail(app.store().documentOf(call->key.tenant, package));
}

void showPackage(App &app, const SharedCall &call) {
  std::optional<store::PackageRecord> package = named(app, call);
  std::optional<std::string> document = package ? documentOf(app, call, *package) : std::nullopt;
  if (document) {
    Json body = summaryOf(package->digest, package->size, *document);
    body["created"] = timeText(package->created);
    body["createdBy"] = package->createdBy;
    call->answer(200, body);
  }
}

static void showPart(App &app, const SharedCall &call, const char *outer, const char *inner) {
  std::optional<store::PackageRecord> package = named(app, call);
  std::optional<std::string> text = package ? documentOf(app, call, *package) : std::nullopt;
  if (!text)
    return;
  const Json document = parseJson(*text).value_or(Json::object());
  const Json part = document.value(outer, Json::object());
  call->answer(200, inner ? part.value(inner, Json::object()) : part);
}

void showPackageConfig(App &app, const SharedCall &call) {
  showPart(app, call, "package", "configuration");
}
void showPackageAccess(App &app, const SharedCall &call) {
  showPart(app, call, "package", "access");
}
void showPackageSbom(App &app, const SharedCall &call) { showPart(app, call, "sbom", nullptr); }

void sendArchive(App &app, const SharedCall &call) {
  std::optional<store::PackageRecord> package = named(app, call);
  if (!package)
    return;
  const std::optional<std::string> path = call->orFail(app.store().archiveOf(*package));
  if (!path)
    return;
  auto bytes = llvm::MemoryBuffer::getFile(*path, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false);
  if (!bytes)
    return call->fail(llvm::errorCodeToError(bytes.getError()));
  call->answer(http::makeResponse(200, "application/zip", (*bytes)->getBuffer().str()));
}

void removePackage(App &app, const SharedCall &call) {
  const std::optional<store::Store::Removal> removal =
      call->orFail(app.store().removePackage(call->parameters.front(), call->actor()));
  if (!removal)
    return;
  switch (*removal) {
  case store::Store::Removal::Removed:
    return call->answer({204, {}, ""});
  case store::Store::Removal::Missing:
    return call->refuse(404, "there is no such package");
  case store::Store::Removal::Used:
    return call->refuse(409, "versions of agents are made of this package");
  }
}

} // namespace agentc::serve
