#ifndef AGENTC_BUNDLE_BUNDLE_H
#define AGENTC_BUNDLE_BUNDLE_H

#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Support/FileTree.h"
#include "agentc/Support/Limits.h"
#include "agentc/Syntax/Parse.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace agentc {

struct Manifest;

enum class BundleForm { Folder, Zip, TarGz, SingleFile };

/// Whom a bundle's own words are believed: an author checking their own work, or a registry that
/// accepts strangers' bundles and reads everything.
enum class Trust { Author, Registry };

/// What to open. `-` is one source file on standard input, whose bytes the caller gives.
struct BundleRequest {
  std::string path;
  std::optional<Trust>
      trust; ///< default: registry for archives, author for folders and single files
  std::optional<std::string> standardInput;
  std::string standardInputName = "stdin.js";
  ReadLimits limits;
};

/// An opened bundle: its files in memory. In author trust a folder's `node_modules`, dot files and
/// dot folders are left out.
struct Bundle {
  std::string path; ///< as the user named it
  BundleForm form = BundleForm::Folder;
  Trust trust = Trust::Author;
  FileTree files;
};

/// The stage `open`. What the bundle's author can mend (a hostile archive, a link in a folder, a
/// file that is not UTF-8, no sources) goes to the diagnostics, and std::nullopt means that nothing
/// could be read; a path that does not exist or may not be read is an Error.
llvm::Expected<std::optional<Bundle>> openBundle(const BundleRequest &request,
                                                 DiagnosticList &diagnostics);

/// The sources and JSON modules of a bundle, each with its language and goal: `.mjs`/`.mts` are
/// modules, `.cjs`/`.cts` CommonJS, else the nearest `package.json`'s `type` decides (at the top,
/// the given manifest's), else the syntax. Declaration files, lock files and compilers' settings
/// are left out: they are no code, and importing one finds no module. Sources that are not UTF-8,
/// `a.ts` beside `a.js`, and a bundle without any source are reported. The texts belong to the
/// bundle's tree.
std::vector<SourceUnit> selectSources(const Bundle &bundle, DiagnosticList &diagnostics,
                                      const Manifest *manifest = nullptr);

/// The diagnostics of this library.
llvm::ArrayRef<const RuleInfo *> bundleRules();

} // namespace agentc

#endif
