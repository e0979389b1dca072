#include "agentc/Packaging/Package.h"

#include "ArchivePlace.h"
#include "JsonDifference.h"
#include "PackageRecord.h"
#include "PackageRules.h"

#include "agentc/Archive/ZipWriter.h"
#include "agentc/Support/Digest.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

#include <map>

namespace agentc {
namespace {

class Comparison {
public:
  Comparison(const FileTree &package, const PackagePlan &plan, DiagnosticList &diagnostics)
      : package_(package), plan_(plan), diagnostics_(diagnostics) {}

  void run(llvm::StringRef bytes);

private:
  Diagnostic &report(const RuleInfo &rule, llvm::StringRef file, const llvm::Twine &message);
  void compareFiles(const SealedRecord &record);
  void compareDerivedFiles();
  void compareVersions(const SealedRecord &record, const Json &expected);
  void compareMembers(const Json &sealed, const Json &expected);
  void compareMember(const std::string &name, const Json &sealed, const Json &expected);
  void compareAccess(const Json &sealed, const Json &expected);
  void compareRecordText(const Json &sealed);
  void compareArchive(llvm::StringRef bytes);

  const FileTree &package_;
  const PackagePlan &plan_;
  DiagnosticList &diagnostics_;
  bool otherVersion_ = false;
  bool differs_ = false;
};

Diagnostic &Comparison::report(const RuleInfo &rule, llvm::StringRef file,
                               const llvm::Twine &message) {
  differs_ = true;
  return diagnostics_.report(rule, file.str(), std::nullopt, message.str());
}

/// Compares the record's list of files with the files themselves, and the files with those that
/// would be sealed: a TypeScript file is never in a package.
void Comparison::compareFiles(const SealedRecord &record) {
  std::map<llvm::StringRef, const SealedFile *> sealed;
  for (const SealedFile &file : record.files) {
    if (!sealed.try_emplace(file.path, &file).second)
      report(packaging::recordMismatch, recordPath, "`" + file.path + "` is listed twice");
    const File *actual = package_.find(file.path);
    if (!actual)
      report(packaging::missingFile, recordPath,
             "`" + file.path + "` is listed here, but not in the archive");
    else if (actual->bytes.size() != file.size || sha256Hex(actual->bytes) != file.sha256)
      report(packaging::digestMismatch, file.path,
             "is not the file that was sealed; its size or SHA-256 differs");
  }
  for (const auto &[path, file] : package_.files()) {
    if (llvm::StringRef(path).starts_with(sealFolder))
      continue;
    if (!sealed.count(path))
      report(packaging::unexpectedFile, path, "was not sealed; the record does not list it");
    else if (const File *planned = plan_.files.find(path); !planned)
      report(packaging::unexpectedFile, path, "would not be sealed under this name");
    else if (planned->bytes != file->bytes)
      report(packaging::digestMismatch, path, "would be sealed with other contents");
  }
  compareDerivedFiles();
  if (!differs_ && record.digest != plan_.digest)
    report(packaging::digestMismatch, recordPath,
           "`digest` is not the files', which is `" + plan_.digest + "`");
}

/// Of a difference that another version of agentc makes, nobody says that contents were changed.
static void blameVersion(Diagnostic &finding, Severity severity) {
  finding.severity = severity;
  finding.help = "verify with the version of agentc that the package names, or seal it anew";
}

/// Compares the files that agentc writes besides the record and the signature; they follow from
/// the bundle's own files. Another version's list of components may differ; so may its slices,
/// but those are code that this version cannot vouch for, which somebody has to accept
/// (`--fail-on=error`).
void Comparison::compareDerivedFiles() {
  auto isDerived = [](llvm::StringRef path) {
    return path.starts_with(sealFolder) && path != recordPath && path != attestationPath;
  };
  for (const auto &[path, file] : package_.files()) {
    const File *planned = plan_.files.find(path);
    if (!isDerived(path) || (planned && planned->bytes == file->bytes))
      continue;
    if (!planned) {
      report(packaging::unexpectedFile, path, "is nothing that agentc writes");
      continue;
    }
    const bool isSlice = llvm::StringRef(path).starts_with(sliceFolder);
    const bool mayDiffer = otherVersion_ && (isSlice || path == sbomPath);
    Diagnostic &finding =
        report(packaging::digestMismatch, path,
               llvm::Twine("is not what the package's contents give") +
                   (mayDiffer ? " this version; `agentc package` seals it again" : ""));
    if (mayDiffer)
      blameVersion(finding, isSlice ? Severity::Warning : Severity::Note);
  }
  for (const auto &[path, file] : plan_.files.files())
    if (isDerived(path) && !package_.find(path))
      report(packaging::missingFile, path, "is not in the archive; agentc writes it");
}

void Comparison::compareVersions(const SealedRecord &record, const Json &expected) {
  std::string failure;
  std::optional<SealedRecord> own = readRecord(expected, failure);
  assert(own && "a planned record is readable");
  auto compare = [&](llvm::StringRef what, const std::string &sealed, const std::string &now) {
    if (sealed == now)
      return;
    otherVersion_ = true;
    diagnostics_.report(
        packaging::otherVersion, recordPath.str(), std::nullopt,
        ("was sealed by " + what + " `" + sealed + "`, this is `" + now + "`").str());
  };
  compare("agentc", record.generatorVersion, own->generatorVersion);
  compare("rules", record.ruleSetVersion, own->ruleSetVersion);
}

void Comparison::compareAccess(const Json &sealed, const Json &expected) {
  std::set<std::string> allowed = reachOf(sealed);
  bool wider = false;
  for (const std::string &item : reachOf(expected)) {
    if (allowed.count(item))
      continue;
    wider = true;
    report(packaging::accessMismatch, recordPath, "the code reaches more than is sealed: " + item);
  }
  if (wider)
    return;
  Diagnostic &finding =
      report(packaging::accessMismatch, recordPath,
             "`access" + firstDifference(sealed, expected) + "` is not what the code reaches");
  if (otherVersion_)
    blameVersion(finding, Severity::Note);
}

void Comparison::compareMember(const std::string &name, const Json &sealed, const Json &expected) {
  if (sealed == expected || name == "generator" || name == "ruleSet")
    return;
  if (name == "access")
    return compareAccess(sealed, expected);
  // Compared file by file, with better words.
  if ((name == "files" || name == "digest") && differs_)
    return;
  std::string place = "`" + name + firstDifference(sealed, expected) + "`";
  bool isConfiguration = name == "configuration";
  Diagnostic &finding = report(
      isConfiguration ? packaging::configurationMismatch : packaging::recordMismatch, recordPath,
      place + (isConfiguration ? " is not what the code says"
                               : " is not what the package's contents give"));
  if (otherVersion_ && (isConfiguration || name == "findings" || name == "slices"))
    blameVersion(finding, Severity::Note);
}

void Comparison::compareMembers(const Json &sealed, const Json &expected) {
  for (const auto &[name, value] : expected.items()) {
    auto found = sealed.find(name);
    if (found == sealed.end())
      report(packaging::recordMismatch, recordPath, "`" + name + "` is missing");
    else
      compareMember(name, *found, value);
  }
  for (const auto &[name, value] : sealed.items())
    if (!expected.contains(name))
      report(packaging::recordMismatch, recordPath, "`" + name + "` is not a member of a record");
}

/// The record's own text, where its JSON agrees: spaces, escapes and the order of members count
/// too.
void Comparison::compareRecordText(const Json &sealed) {
  const std::string &text = package_.find(recordPath)->bytes;
  std::string canonical = otherVersion_ ? printJson(sealed) : plan_.files.find(recordPath)->bytes;
  if (text == canonical || (differs_ && !otherVersion_))
    return;
  uint32_t offset = static_cast<uint32_t>(firstDifferentByte(text, canonical));
  report(packaging::notCanonical, recordPath, "is not written as agentc writes it from here on")
      .range = ByteRange{offset, offset};
}

void Comparison::compareArchive(llvm::StringRef bytes) {
  llvm::Expected<std::string> canonical = writeCanonicalZip(package_);
  if (!canonical) {
    report(packaging::notCanonical, "",
           "no canonical archive can hold these files: " + llvm::toString(canonical.takeError()));
    return;
  }
  if (bytes == *canonical)
    return;
  size_t offset = firstDifferentByte(bytes, *canonical);
  ArchivePlace place = placeInCanonicalZip(package_, offset);
  report(packaging::notCanonical, place.file,
         "byte " + llvm::Twine(offset) + " of the archive, in " + place.part +
             ", is not what agentc writes; pack it with `agentc package`");
}

void Comparison::run(llvm::StringRef bytes) {
  const File *recordFile = package_.find(recordPath);
  assert(recordFile && "a package has a record");
  JsonError error;
  std::optional<Json> sealed = parseJson(recordFile->bytes, &error);
  if (!sealed) {
    uint32_t offset = static_cast<uint32_t>(error.offset);
    report(packaging::invalidRecord, recordPath, error.message).range = ByteRange{offset, offset};
    return;
  }
  std::string failure;
  std::optional<SealedRecord> record = readRecord(*sealed, failure);
  if (!record) {
    report(packaging::invalidRecord, recordPath, failure);
    return;
  }
  std::optional<Json> expected = parseJson(plan_.files.find(recordPath)->bytes);
  assert(expected && "a planned record is JSON");
  compareVersions(*record, *expected);
  compareFiles(*record);
  compareMembers(*sealed, *expected);
  compareRecordText(*sealed);
  compareArchive(bytes);
}

} // namespace

void reportUnsealed(DiagnosticList &diagnostics) {
  diagnostics.report(
      packaging::notSealed, "", std::nullopt,
      ("the archive has no `" + recordPath + "`; `agentc package` makes packages").str());
}

void comparePackage(llvm::StringRef bytes, const FileTree &packageFiles, const PackagePlan &plan,
                    DiagnosticList &diagnostics) {
  Comparison(packageFiles, plan, diagnostics).run(bytes);
}

} // namespace agentc
