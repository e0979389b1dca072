#include "NpmFiles.h"

#include "PackageRecord.h"
#include "PackageRules.h"

#include "agentc/Support/PathPattern.h"

#include "llvm/ADT/StringMap.h"

namespace agentc {
namespace {

constexpr size_t maxPatterns = 2000;
constexpr size_t maxPatternBytes = 1024;

constexpr llvm::StringLiteral neverByDefault[] = {
    ".npmignore",    ".gitignore",         ".svn",          ".hg",    "CVS",       "/.lock-wscript",
    "/.wafpickle-*", "/build/config.gypi", "npm-debug.log", ".*.swp", ".DS_Store", "._*",
    "*.orig",        "/archived-packages"};
constexpr llvm::StringLiteral always[] = {"!/package.json", "!/readme{,.*[^~$]}",
                                          "!/copying{,.*[^~$]}", "!/license{,.*[^~$]}",
                                          "!/licence{,.*[^~$]}"};
constexpr llvm::StringLiteral never[] = {
    ".git",       "node_modules",    ".npmrc",     "/package-lock.json",
    "/yarn.lock", "/pnpm-lock.yaml", "/bun.lockb", "/bun.lock"};

/// Decides by the last pattern that means a path, each one counting from its own folder.
class Selection {
public:
  Selection(const FileTree &files, DiagnosticList &diagnostics)
      : files_(files), diagnostics_(diagnostics) {}

  void addPattern(llvm::StringRef folder, llvm::StringRef text, llvm::StringRef origin);
  void addFilesField(const Manifest &manifest);
  void addIgnoreFiles(bool alsoAtTop);
  void addNeverByDefault(bool belowTopOnly);
  void addRequired(const Manifest &manifest);
  bool takes(llvm::StringRef path);

private:
  struct Rule {
    size_t folderDepth;
    std::string folder; ///< in lower case, with a `/` at its end unless empty
    PathPattern pattern;
    bool belowTopOnly = false;
  };

  bool isFolder(llvm::StringRef path) const {
    auto first = files_.files().lower_bound(path.str() + "/");
    return first != files_.files().end() &&
           llvm::StringRef(first->first).starts_with(path.str() + "/");
  }
  bool included(llvm::StringRef lowerPath, llvm::ArrayRef<llvm::StringRef> parts,
                bool folder) const;
  void addIgnoreFile(llvm::StringRef folder, const File &file);

  const FileTree &files_;
  DiagnosticList &diagnostics_;
  std::vector<Rule> rules_;
  std::vector<std::string> required_;
  llvm::StringMap<bool> folders_;
  bool full_ = false;
};

void Selection::addPattern(llvm::StringRef folder, llvm::StringRef text, llvm::StringRef origin) {
  if (rules_.size() >= maxPatterns || text.size() > maxPatternBytes) {
    if (!full_)
      diagnostics_.report(packaging::tooManyPatterns, origin.str(), std::nullopt,
                          text.size() > maxPatternBytes
                              ? "a pattern here is over 1024 bytes long"
                              : "this and what was read before hold over 2000 patterns");
    full_ = true;
    return;
  }
  std::string prefix = folder.empty() ? "" : folder.lower() + "/";
  rules_.push_back({prefix.empty() ? 0 : folder.count('/') + 1, prefix, PathPattern(text)});
}

void Selection::addFilesField(const Manifest &manifest) {
  addPattern("", "*", manifest.file);
  for (const std::string &entry : manifest.filesField) {
    llvm::StringRef text = entry;
    std::string pattern;
    llvm::StringRef bare = text.ltrim('!');
    llvm::StringRef marks = text.take_front(text.size() - bare.size());
    bare.consume_front("./");
    llvm::StringRef path = bare.trim('/');
    if (files_.find(path)) {
      // A file that is named explicitly wins over every other pattern.
      required_.push_back(("!" + marks + "/" + path).str());
      continue;
    }
    if (isFolder(path))
      pattern = ("!" + marks + "/" + path).str();
    else
      pattern = ("!" + marks + bare + (bare.ends_with("/*") ? "*" : "")).str();
    addPattern("", pattern, manifest.file);
    if (isFolder(path))
      addPattern("", pattern + "/**", manifest.file);
  }
}

void Selection::addIgnoreFile(llvm::StringRef folder, const File &file) {
  llvm::StringRef rest = file.bytes;
  while (!rest.empty() && !full_) {
    auto [line, tail] = rest.split('\n');
    rest = tail;
    line = line.trim();
    if (!line.empty() && !line.starts_with("#"))
      addPattern(folder, line, file.path);
  }
}

void Selection::addIgnoreFiles(bool alsoAtTop) {
  for (llvm::StringRef name : {".npmignore", ".gitignore"})
    if (const File *file = files_.find(name); file && alsoAtTop) {
      addIgnoreFile("", *file);
      break;
    }
  addNeverByDefault(/*belowTopOnly=*/true);
  for (const auto &[path, file] : files_.files()) {
    auto [folder, name] = llvm::StringRef(path).rsplit('/');
    if (name != ".npmignore" && name != ".gitignore")
      continue;
    if (llvm::StringRef(("/" + folder + "/").str()).contains("/node_modules/") ||
        (name == ".gitignore" && files_.find((folder + "/.npmignore").str())))
      continue;
    addIgnoreFile(folder, *file);
  }
}

/// npm applies these once for each folder, so that what `files` says of a folder doesn't take junk
/// along.
void Selection::addNeverByDefault(bool belowTopOnly) {
  for (llvm::StringRef text : neverByDefault)
    if (!belowTopOnly || !text.starts_with("/")) {
      addPattern("", text, "package.json");
      rules_.back().belowTopOnly = belowTopOnly;
    }
}

void Selection::addRequired(const Manifest &manifest) {
  if (manifest.entry)
    addPattern("", "!/" + *manifest.entry, "package.json");
  for (llvm::StringRef text : required_)
    addPattern("", text, "package.json");
  for (llvm::StringRef text : always)
    addPattern("", text, "package.json");
  for (llvm::StringRef text : never)
    addPattern("", text, "package.json");
}

bool Selection::included(llvm::StringRef lowerPath, llvm::ArrayRef<llvm::StringRef> parts,
                         bool folder) const {
  bool result = true;
  for (const Rule &rule : rules_) {
    if (rule.pattern.negated() == result || !lowerPath.starts_with(rule.folder) ||
        rule.folderDepth >= parts.size() || (rule.belowTopOnly && parts.size() == 1))
      continue;
    llvm::ArrayRef<llvm::StringRef> relative = parts.drop_front(rule.folderDepth);
    if (rule.pattern.matches(relative, folder) ||
        (folder && rule.pattern.negated() && rule.pattern.reachesInto(relative)))
      result = rule.pattern.negated();
  }
  return result;
}

bool Selection::takes(llvm::StringRef path) {
  std::string lower = path.lower();
  llvm::SmallVector<llvm::StringRef, 8> parts;
  llvm::StringRef(lower).split(parts, '/');
  for (size_t depth = 1; depth < parts.size(); ++depth) {
    llvm::StringRef folder(lower.data(), parts[depth - 1].end() - lower.data());
    auto [entry, isNew] = folders_.try_emplace(folder, false);
    if (isNew)
      entry->second = included(folder, llvm::ArrayRef(parts).take_front(depth), true);
    if (!entry->second)
      return false;
  }
  return included(lower, parts, false);
}

} // namespace

std::set<std::string, std::less<>> npmFiles(const FileTree &files, const Manifest &manifest,
                                            DiagnosticList &diagnostics) {
  Selection selection(files, diagnostics);
  selection.addNeverByDefault(/*belowTopOnly=*/false);
  // packages that were sealed here before
  selection.addPattern("", "/" + packageFileStem(manifest) + "_v*.zip", "package.json");
  if (!manifest.filesField.empty())
    selection.addFilesField(manifest);
  selection.addIgnoreFiles(/*alsoAtTop=*/manifest.filesField.empty());
  selection.addRequired(manifest);
  std::set<std::string, std::less<>> result;
  for (const auto &[path, file] : files.files())
    if (selection.takes(path))
      result.insert(path);
  return result;
}

} // namespace agentc
