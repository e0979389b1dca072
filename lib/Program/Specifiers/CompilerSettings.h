#ifndef AGENTC_LIB_PROGRAM_SPECIFIERS_COMPILERSETTINGS_H
#define AGENTC_LIB_PROGRAM_SPECIFIERS_COMPILERSETTINGS_H

#include "PackageFiles.h"

#include "agentc/Syntax/Jsx.h"

namespace agentc {

/// The settings that resolution reads from one tsconfig.json or jsconfig.json and from all that
/// it extends.
struct CompilerSettings {
  std::optional<std::string> baseUrl; ///< a folder of the bundle
  std::shared_ptr<const Json> paths;  ///< as written; null if there are none
  std::string pathsFolder;            ///< what the targets of `paths` are relative to
  PathKeys pathKeys;
  std::optional<std::string> outDir;
  std::optional<std::string> rootDir;
  JsxSettings jsx;
  std::optional<bool> experimentalDecorators, emitDecoratorMetadata, strict, strictNullChecks;
  llvm::StringRef file;
  std::vector<const CompilerSettings *> bases; ///< what it extends or refers to
};

/// The compiler settings of a bundle, by the folder that they hold for.
class CompilerSettingsFiles {
public:
  explicit CompilerSettingsFiles(const FileTree &files);
  /// The settings of the nearest tsconfig.json, else jsconfig.json, of the folder or above it; null
  /// if there are none, and for what is in `node_modules`.
  const CompilerSettings *around(llvm::StringRef folder) const;

private:
  const CompilerSettings &read(const File &file, unsigned depth);
  void extend(CompilerSettings &settings, const File &file, const Json &name, unsigned depth);
  void readOptions(CompilerSettings &settings, llvm::StringRef folder, const Json &options);

  const FileTree &files_;
  llvm::StringMap<std::unique_ptr<CompilerSettings>> byFile_;
  llvm::StringMap<const CompilerSettings *> byFolder_;
};

/// JSON with comments and trailing commas, as `tsc` reads it, as plain JSON of the same length.
std::string withoutJsonComments(llvm::StringRef text);

} // namespace agentc

#endif
