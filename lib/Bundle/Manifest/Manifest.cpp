#include "agentc/Bundle/OpenedBundle.h"

#include "BundleRules.h"
#include "ManifestFields.h"
#include "McpManifest.h"
#include "Names.h"

#include "agentc/Bundle/Semver.h"

namespace agentc {

namespace {

constexpr size_t maxManifestBytes = 1 << 20;

class ManifestReader {
public:
  ManifestReader(const Bundle &bundle, const InstalledPackages *installed,
                 DiagnosticList &diagnostics)
      : bundle_(bundle), installed_(installed), diagnostics_(diagnostics) {}

  Manifest read(const std::optional<ManifestOverride> &manifestOverride);

private:
  void readFile(llvm::StringRef text);
  void readFields(const JsonNode &root, llvm::StringRef text, FieldReader &reader);
  void readIdentity(const std::optional<JsonNode::Member> &name,
                    const std::optional<JsonNode::Member> &version, FieldReader &reader);
  void readDependencies(const JsonNode::Member &section, FieldReader &reader);
  void useOwnEntry();
  void useMcpManifest();

  const Bundle &bundle_;
  const InstalledPackages *installed_; ///< may be null
  DiagnosticList &diagnostics_;
  std::optional<McpManifest> mcp_;
  Manifest manifest_;
};

/// An MCP bundle need not have a package.json.
void ManifestReader::useMcpManifest() {
  manifest_.present = true;
  manifest_.file = "manifest.json";
  if (isPackageName(mcp_->name))
    manifest_.name = ManifestWord{mcp_->name, {}};
  if (parseVersion(mcp_->version))
    manifest_.version = ManifestWord{mcp_->version, {}};
  manifest_.entry = mcp_->entry;
  for (std::string &name : mcp_->environment)
    if (isEnvName(name))
      manifest_.allowedEnv.push_back({std::move(name), {}});
}

/// A single file is its own entry; a folder or archive without a readable manifest has the usual
/// one, or none, which is told where the manifest is readable.
void ManifestReader::useOwnEntry() {
  if (bundle_.form != BundleForm::SingleFile) {
    DiagnosticList ignored;
    FieldReader reader("", manifestRules, ignored);
    manifest_.entry = findEntry(bundle_.files, {}, reader);
    return;
  }
  // beside it stands what it imports
  std::string name = llvm::StringRef(bundle_.path).rsplit('/').second.str();
  if (name.empty())
    name = bundle_.path;
  if (!bundle_.files.empty())
    manifest_.entry = bundle_.files.find(name) ? name : bundle_.files.files().begin()->first;
}

void ManifestReader::readIdentity(const std::optional<JsonNode::Member> &name,
                                  const std::optional<JsonNode::Member> &version,
                                  FieldReader &reader) {
  const bool required = bundle_.form != BundleForm::SingleFile;
  if (name)
    manifest_.name = reader.word(name->value, "name");
  else if (required)
    reader.report(reported::missingPackageName, std::nullopt, "the manifest has no `name`");
  if (manifest_.name && !isPackageName(manifest_.name->text)) {
    reader.report(reported::invalidPackageName, manifest_.name->range,
                  "`" + manifest_.name->text + "` is not a package name that npm accepts");
    manifest_.name.reset();
  }
  if (version)
    manifest_.version = reader.word(version->value, "version");
  else if (required)
    reader.report(reported::missingPackageVersion, std::nullopt, "the manifest has no `version`");
  if (manifest_.version && !parseVersion(manifest_.version->text)) {
    reader.report(reported::invalidPackageVersion, manifest_.version->range,
                  "`" + manifest_.version->text + "` is not a version; write it like `1.0.0`");
    manifest_.version.reset();
  }
}

void ManifestReader::readDependencies(const JsonNode::Member &section, FieldReader &reader) {
  if (!reader.expect(section.value, section.key, JsonKind::Object))
    return;
  for (const JsonNode::Member &member : reader.members(section.value, section.key)) {
    auto requirement = reader.word(member.value, (section.key + "." + member.key).str());
    if (!isDependencyName(member.key))
      reader.report(reported::invalidDependencyName, member.keyRange,
                    "`" + member.key + "` is not a name of a package");
    else if (requirement)
      manifest_.dependencies.push_back({member.key.str(), requirement->text, section.key.str(),
                                        member.keyRange, requirement->range});
  }
}

void ManifestReader::readFields(const JsonNode &root, llvm::StringRef text, FieldReader &reader) {
  std::optional<JsonNode::Member> name, version, agentc, buzzi;
  EntryFields entries;
  if (mcp_)
    entries.given = mcp_->entry;
  for (const JsonNode::Member &member : reader.members(root, "")) {
    entries.take(member);
    if (member.key == "name")
      name = member;
    else if (member.key == "version")
      version = member;
    else if (member.key == "agentc")
      agentc = member;
    else if (member.key == "buzzi")
      buzzi = member;
    else if (member.key == "type")
      manifest_.type = reader.word(member.value, "type");
    else if (member.key == "dependencies" || member.key == "peerDependencies" ||
             member.key == "optionalDependencies")
      readDependencies(member, reader);
    else if (member.key == "scripts" && reader.expect(member.value, "scripts", JsonKind::Object)) {
      for (const JsonNode::Member &script : reader.members(member.value, "scripts"))
        manifest_.scripts.push_back({script.key.str(), script.keyRange});
    } else if (member.key == "files")
      for (ManifestWord &word : reader.words(member.value, "files"))
        manifest_.filesField.push_back(std::move(word.text));
  }
  readIdentity(name, version, reader);
  if (manifest_.type && manifest_.type->text != "module" && manifest_.type->text != "commonjs") {
    reader.report(reported::invalidModuleType, manifest_.type->range,
                  "`type` is `" + manifest_.type->text + "`; it takes `module` or `commonjs`");
    manifest_.type.reset();
  }
  if (bundle_.form == BundleForm::SingleFile)
    useOwnEntry();
  else {
    manifest_.entry = findEntry(bundle_.files, entries, reader);
    if (entries.given.empty())
      manifest_.program = findProgramBeside(bundle_.files, entries, manifest_.entry, reader);
    manifest_.otherEntries = findOtherEntries(bundle_.files, entries, reader);
  }
  if (agentc && buzzi)
    reader
        .report(reported::ambiguousSettingsKey, buzzi->keyRange,
                "the manifest has agent settings under `agentc` and under `buzzi`; keep one")
        .notes.push_back({"`agentc` is read", manifest_.file, agentc->keyRange});
  const auto &settings = agentc ? agentc : buzzi;
  if (settings && reader.expect(settings->value, settings->key, JsonKind::Object)) {
    manifest_.settingsKey = settings->key.str();
    manifest_.settingsRange = settings->value.range();
    readAgentFields(settings->value, settings->key, text, reader, manifest_);
  }
  checkProvidedVersions(
      manifest_,
      [&](llvm::StringRef name) {
        return bundle_.files.find(("node_modules/" + name + "/package.json").str()) ||
               (installed_ && installed_->has(name));
      },
      reader);
}

void ManifestReader::readFile(llvm::StringRef text) {
  FieldReader reader(manifest_.file, manifestRules, diagnostics_);
  if (text.size() > maxManifestBytes) {
    reader.report(reported::manifestTooLarge, std::nullopt,
                  "the manifest has " + llvm::Twine(text.size()) + " bytes; at most " +
                      llvm::Twine(maxManifestBytes) + " are read");
    return useOwnEntry();
  }
  JsonFile::Error error;
  if (auto file = JsonFile::parse(manifest_.file, text, error))
    return readFields(file->root(), text, reader);
  reader.report(reported::invalidManifestJson, error.range, error.message);
  useOwnEntry();
}

Manifest ManifestReader::read(const std::optional<ManifestOverride> &manifestOverride) {
  const File *own =
      bundle_.form == BundleForm::SingleFile ? nullptr : bundle_.files.find("package.json");
  if (bundle_.form != BundleForm::SingleFile)
    mcp_ = readMcpManifest(bundle_.files);
  if (manifestOverride || own) {
    manifest_.present = true;
    manifest_.file = manifestOverride ? manifestOverride->file : own->path;
    readFile(manifestOverride ? llvm::StringRef(manifestOverride->text)
                              : llvm::StringRef(own->bytes));
    return std::move(manifest_);
  }
  if (mcp_) {
    useMcpManifest();
    return std::move(manifest_);
  }
  if (bundle_.form != BundleForm::SingleFile && !bundle_.isSourceTree)
    diagnostics_.report(reported::noManifest, "", std::nullopt,
                        bundle_.form == BundleForm::Folder ? "the folder has no `package.json`"
                                                           : "the archive has no `package.json`");
  useOwnEntry();
  return std::move(manifest_);
}

} // namespace

static Manifest readManifest(const Bundle &bundle, const InstalledPackages *installed,
                             const std::optional<ManifestOverride> &manifestOverride,
                             DiagnosticList &diagnostics) {
  if (!bundle.isSourceTree || manifestOverride)
    return ManifestReader(bundle, installed, diagnostics).read(manifestOverride);
  // A repository's manifest is not an agent's: what it lacks is told where an agent is checked.
  DiagnosticList found;
  Manifest manifest = ManifestReader(bundle, installed, found).read(std::nullopt);
  manifest.ofSourceTree = bundle.form == BundleForm::Folder && bundle.trust == Trust::Author;
  for (const Diagnostic &diagnostic : found.all())
    if (diagnostic.rule == &reported::invalidManifestJson)
      lowerTo(diagnostics.report(*diagnostic.rule, diagnostic.file, diagnostic.range,
                                 diagnostic.message),
              Severity::Warning);
  return manifest;
}

Manifest readManifest(const Bundle &bundle, const std::optional<ManifestOverride> &manifestOverride,
                      DiagnosticList &diagnostics) {
  return readManifest(bundle, nullptr, manifestOverride, diagnostics);
}

Manifest readManifest(const OpenedBundle &opened,
                      const std::optional<ManifestOverride> &manifestOverride,
                      DiagnosticList &diagnostics) {
  return readManifest(opened.bundle, opened.installed.get(), manifestOverride, diagnostics);
}

} // namespace agentc
