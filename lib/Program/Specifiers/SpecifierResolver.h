#ifndef AGENTC_LIB_PROGRAM_SPECIFIERS_SPECIFIERRESOLVER_H
#define AGENTC_LIB_PROGRAM_SPECIFIERS_SPECIFIERRESOLVER_H

#include "CompilerSettings.h"
#include "PackageFiles.h"

#include "agentc/Program/Program.h"

#include "llvm/ADT/StringSet.h"

namespace agentc {

/// Resolves specifiers within a bundle, by the algorithms of Node's documentation (modules:
/// packages, ECMAScript modules, CommonJS) and TypeScript's `paths` and `baseUrl`. A package
/// that the sandbox provides in a fitting version is not the bundle's, whatever is installed.
/// The cost depends on the depth of the bundle's folders and on nothing else in the bundle.
class SpecifierResolver {
public:
  explicit SpecifierResolver(const FileTree &files);

  /// Tells of a file of an installed package that was added to the tree since.
  void add(const File &file);

  enum class Kind : uint8_t { File, External, Missing };
  struct Answer {
    Kind kind = Kind::Missing;
    std::string name; ///< the file's path, or the external module's name
    /// The specifier asks for the file itself (`./a.txt?raw`), not for a module made of it.
    bool isText = false;
  };
  Answer resolve(llvm::StringRef fromFile, llvm::StringRef specifier, ImportForm form) const;
  /// The settings files that decide where the specifiers of a file lead, beside package.json.
  std::vector<llvm::StringRef> settingsOf(llvm::StringRef fromFile) const;
  /// Returns the JSX settings for a file, from the settings files around it.
  JsxSettings jsxOf(llvm::StringRef file) const;
  /// True if decorators in a file keep the types beside them.
  bool keepsTypes(llvm::StringRef file) const;
  const PackageFiles &packages() const { return packages_; }
  /// The package.json of the package that code in a folder gets by a name; null if none is there.
  const PackageFile *installed(llvm::StringRef folder, llvm::StringRef name) const;

private:
  using Path = std::optional<std::string>;

  Answer resolveRelativePath(llvm::StringRef fromFile, llvm::StringRef specifier) const;
  Answer resolveBare(llvm::StringRef folder, llvm::StringRef specifier, ImportForm form,
                     unsigned depth) const;
  Answer resolveInternal(llvm::StringRef folder, llvm::StringRef specifier, ImportForm form,
                         unsigned depth) const;
  /// std::nullopt: no package of that name is known.
  std::optional<Answer> resolvePackage(llvm::StringRef folder, llvm::StringRef specifier,
                                       ImportForm form, unsigned depth) const;
  /// The module of the sandbox that a package's name stands for; std::nullopt: the bundle's own, if
  /// it has any.
  std::optional<std::string> provided(llvm::StringRef folder, llvm::StringRef specifier,
                                      llvm::StringRef name) const;
  /// std::nullopt: the folder has neither the package nor such a file.
  std::optional<Answer> resolveInFolder(llvm::StringRef packageFolder, llvm::StringRef subpath,
                                        ImportForm form, unsigned depth) const;
  /// PACKAGE_TARGET_RESOLVE; std::nullopt is its `undefined`, Missing its `null` and errors.
  std::optional<Answer> resolveTarget(const PackageFile &package, const Json &target,
                                      const PathKeys::Match &match, bool isInternal,
                                      ImportForm form, unsigned depth) const;
  std::optional<Answer> resolveTargetPath(const PackageFile &package, llvm::StringRef target,
                                          const PathKeys::Match &match, bool isInternal,
                                          ImportForm form, unsigned depth) const;
  Path byCompilerSettings(llvm::StringRef folder, llvm::StringRef specifier) const;
  Path findFile(llvm::StringRef path) const;
  Path findFileOrFolder(llvm::StringRef path, bool isFolder = false) const;
  /// The source of a file that a compiler would make (`dist/a.js` of `src/a.ts`).
  Path findUncompiled(llvm::StringRef packageFolder, llvm::StringRef path) const;

  const FileTree &files_;
  PackageFiles packages_;
  CompilerSettingsFiles settings_;
  llvm::StringSet<> folders_;
};

} // namespace agentc

#endif
