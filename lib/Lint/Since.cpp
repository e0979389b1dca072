#include "Git.h"
#include "Renames.h"

#include "agentc/Lint/Since.h"
#include "agentc/Pipeline/ProjectSettings.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace agentc {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// A repository as it was. Threads may ask it at once.
struct Revision {
  Git git;
  Git::Tree tree;

  /// A path of the working tree as the tree names it; std::nullopt outside of the repository.
  std::optional<std::string> nameOf(llvm::StringRef file) const;
};

std::optional<std::string> Revision::nameOf(llvm::StringRef file) const {
  llvm::SmallString<256> absolute = file, real;
  if (fs::make_absolute(absolute))
    return std::nullopt;
  path::remove_dots(absolute, /*remove_dot_dot=*/true);
  // A folder that is gone has no real path, but then nothing of it is a link either.
  if (!fs::real_path(path::parent_path(absolute), real)) {
    path::append(real, path::filename(absolute));
    absolute = real;
  }
  llvm::StringRef name = absolute;
  if (!name.consume_front(git.top()) || (git.top() != "/" && !name.consume_front("/")))
    return std::nullopt;
  return name.ltrim('/').str();
}

/// The environment in which the project's files are those of the revision; what is outside of the
/// repository, or was not there and is named by a flag, is as it is.
DriverEnv earlierEnv(const DriverEnv &env, std::shared_ptr<const Revision> revision) {
  DriverEnv earlier = env;
  earlier.status = nullptr;
  earlier.isFile = [now = env.isFile, revision](llvm::StringRef file) {
    std::optional<std::string> name = revision->nameOf(file);
    return name ? revision->tree.count(*name) > 0 : now(file);
  };
  earlier.readFile = [now = env.readFile,
                      revision](llvm::StringRef file) -> llvm::Expected<std::string> {
    std::optional<std::string> name = revision->nameOf(file);
    auto entry = name ? revision->tree.find(*name) : revision->tree.end();
    if (entry == revision->tree.end())
      return now(file);
    llvm::Expected<std::vector<std::string>> blobs = revision->git.blobs({entry->second});
    if (!blobs)
      return blobs.takeError();
    return std::move(blobs->front());
  };
  return earlier;
}

/// Returns true if a file of a source tree could be read, judging by its path alone.
bool isReadable(llvm::StringRef file, Trust trust) {
  if (trust == Trust::Registry)
    return true;
  llvm::SmallVector<llvm::StringRef, 16> parts;
  file.split(parts, '/');
  return llvm::none_of(
      parts, [](llvm::StringRef part) { return part.starts_with(".") || part == "node_modules"; });
}

class UnitHistory {
public:
  UnitHistory(const DriverEnv &env, const ReadingOptions &options,
              std::shared_ptr<const Revision> revision, const LintUnit &unit)
      : env_(env), options_(options), revision_(std::move(revision)), unit_(unit) {}

  struct Answer {
    bool changed = false;
    std::shared_ptr<EarlierUnit> earlier; ///< may be null
    std::map<std::string, std::string> renamed = {};
  };
  llvm::Expected<Answer> look();

private:
  llvm::Error readFiles();
  llvm::Expected<FileTree> outside(DriverEnv env) const;
  llvm::Expected<bool> haveSettingsChanged(const DriverEnv &earlier) const;
  llvm::Expected<Answer> lookAtArchive() const;

  const DriverEnv &env_;
  const ReadingOptions &options_;
  std::shared_ptr<const Revision> revision_;
  const LintUnit &unit_;
  FileTree files_;
  DiagnosticList reading_; ///< what reading it would have reported then
  bool changed_ = false;
};

/// Reads the unit's files of the earlier revision. Files that the reader leaves out today count
/// as left out then: of the files that exist today, only those that it took count.
llvm::Error UnitHistory::readFiles() {
  const Bundle &bundle = *unit_.bundle;
  const bool isFile = bundle.form != BundleForm::Folder;
  const std::string folder = isFile ? path::parent_path(unit_.real).str() : unit_.real;
  const std::optional<std::string> named = revision_->nameOf(folder + "/x");
  const std::string prefix = named ? llvm::StringRef(*named).drop_back().str() : "";
  for (const Diagnostic &found : unit_.reading.all())
    if (revision_->tree.count(prefix + found.file))
      reading_.mutableAll().push_back(found);
  std::vector<std::string> paths, ids;
  size_t known = 0;
  for (auto entry = revision_->tree.lower_bound(prefix);
       entry != revision_->tree.end() && llvm::StringRef(entry->first).starts_with(prefix);
       ++entry) {
    const std::string file = entry->first.substr(prefix.size());
    const File *now = bundle.files.find(file);
    if (!now && (isFile || fs::exists(folder + "/" + file) || !isReadable(file, bundle.trust)))
      continue;
    known += now != nullptr;
    if (now && gitBlobId(now->bytes, entry->second) == entry->second) {
      files_.add(file, now->bytes);
      continue;
    }
    paths.push_back(file);
    ids.push_back(entry->second);
  }
  changed_ = !ids.empty() || known != bundle.files.size();
  llvm::Expected<std::vector<std::string>> blobs = revision_->git.blobs(ids);
  if (!blobs)
    return blobs.takeError();
  for (size_t i = 0; i < paths.size(); ++i)
    files_.add(paths[i], std::move((*blobs)[i]));
  return llvm::Error::success();
}

/// Reads the settings and waivers that apply to the unit.
llvm::Expected<FileTree> UnitHistory::outside(DriverEnv env) const {
  FileTree files;
  DiagnosticList ignored;
  llvm::Expected<Settings> settings =
      readProjectSettings(env, options_.settings, *unit_.bundle, files, ignored);
  if (!settings)
    return settings.takeError();
  llvm::Expected<Waivers> waivers =
      readProjectWaivers(env, options_.waivers, *unit_.bundle, *settings, files, ignored);
  if (!waivers)
    return waivers.takeError();
  return files;
}

llvm::Expected<bool> UnitHistory::haveSettingsChanged(const DriverEnv &earlier) const {
  llvm::Expected<FileTree> now = outside(env_);
  if (!now)
    return now.takeError();
  llvm::Expected<FileTree> then = outside(earlier);
  if (!then)
    return then.takeError();
  return !llvm::equal(now->files(), then->files(), [](const auto &a, const auto &b) {
    return a.first == b.first && a.second->bytes == b.second->bytes;
  });
}

/// Of an archive that changed all counts.
llvm::Expected<UnitHistory::Answer> UnitHistory::lookAtArchive() const {
  std::optional<std::string> name = revision_->nameOf(unit_.real);
  auto entry = name ? revision_->tree.find(*name) : revision_->tree.end();
  if (entry == revision_->tree.end())
    return Answer{true, nullptr};
  llvm::Expected<std::string> bytes = env_.readFile(unit_.real);
  if (!bytes)
    return bytes.takeError();
  return Answer{gitBlobId(*bytes, entry->second) != entry->second, nullptr};
}

llvm::Expected<UnitHistory::Answer> UnitHistory::look() {
  const BundleForm form = unit_.bundle->form;
  if (form == BundleForm::Zip || form == BundleForm::TarGz)
    return lookAtArchive();
  if (llvm::Error error = readFiles())
    return error;
  LintUnit then;
  then.path = unit_.path;
  then.real = unit_.real;
  then.bundle = unit_.bundle;
  then.bundle->files = files_;
  then.reading = reading_;
  if (const File *manifest = files_.find("package.json"))
    then.isAgent = hasAgentSettings(manifest->bytes);
  const FileTree earlierFiles = files_;
  auto earlier = std::make_shared<EarlierUnit>(earlierEnv(env_, revision_), std::move(then));
  if (!changed_) {
    llvm::Expected<bool> changed = haveSettingsChanged(earlier->env);
    if (!changed)
      return changed.takeError();
    changed_ = *changed;
  }
  return Answer{changed_, std::move(earlier), renamedFiles(unit_.bundle->files, earlierFiles)};
}

llvm::Expected<std::shared_ptr<const Revision>>
openRevision(const DriverEnv &env, llvm::StringRef name, llvm::StringRef repository) {
  llvm::Expected<Git> git = Git::open(env, repository);
  if (!git)
    return git.takeError();
  llvm::Expected<std::string> base = git->mergeBase(name);
  if (!base)
    return base.takeError();
  llvm::Expected<Git::Tree> tree = git->tree(*base);
  if (!tree)
    return tree.takeError();
  return std::make_shared<const Revision>(Revision{std::move(*git), std::move(*tree)});
}

} // namespace

llvm::Expected<std::vector<LintUnit>> unitsSince(const DriverEnv &env,
                                                 const ReadingOptions &options,
                                                 llvm::StringRef revision,
                                                 std::vector<LintUnit> units) {
  std::vector<LintUnit> changed;
  std::map<std::string, std::shared_ptr<const Revision>> repositories;
  for (LintUnit &unit : units) {
    if (!unit.bundle) {
      changed.push_back(std::move(unit));
      continue;
    }
    std::string repository = repositoryAround(unit.real);
    if (repository == unit.real && unit.bundle->form != BundleForm::Folder)
      repository = path::parent_path(unit.real).str();
    std::shared_ptr<const Revision> &known = repositories[repository];
    if (!known) {
      auto opened = openRevision(env, revision, repository);
      if (!opened)
        return opened.takeError();
      known = std::move(*opened);
    }
    llvm::Expected<UnitHistory::Answer> answer = UnitHistory(env, options, known, unit).look();
    if (!answer)
      return answer.takeError();
    if (!answer->changed)
      continue;
    // an earlier revision says nothing of what is installed
    unit.isOneSet = false;
    unit.earlier = std::move(answer->earlier);
    unit.renamed = std::move(answer->renamed);
    changed.push_back(std::move(unit));
  }
  return changed;
}

} // namespace agentc
