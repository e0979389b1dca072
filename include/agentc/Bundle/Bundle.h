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

/// An ignore file above the folder that is read.
struct OuterIgnoreFile {
  std::string below; ///< the folder that is read, seen from the ignore file's own: `packages/core`
  std::string text;
};

/// How a source tree is read: a folder as people keep it in a repository, with what is not an
/// agent's code in it. In author trust that is left out: what `.gitignore` names, folders `dist` of
/// packages that have other sources, and tests (see isTestPath).
struct SourceTreeOptions {
  bool tests = false;   ///< read tests too
  bool ignored = false; ///< read what ignore files name and `dist` too
  std::vector<OuterIgnoreFile> ignoreFiles;
};

/// The path to open. `-` is one source file on standard input, whose bytes the caller gives.
struct BundleRequest {
  std::string path;
  std::optional<Trust>
      trust; ///< default: registry for archives, author for folders and single files
  std::optional<std::string> standardInput;
  std::string standardInputName = "stdin.js";
  /// Source files that are read together with the one that `path` names; their paths count from the
  /// deepest folder that holds all of them.
  std::vector<std::string> otherSources;
  /// Set where a source tree is read, of which a part that cannot be read costs only itself.
  std::optional<SourceTreeOptions> sourceTree;
  ReadLimits limits;
};

/// An opened bundle: its files in memory. In author trust a folder's `node_modules`, dot files and
/// dot folders are left out.
struct Bundle {
  std::string path; ///< as the user named it
  BundleForm form = BundleForm::Folder;
  Trust trust = Trust::Author;
  FileTree files;
  bool isSourceTree = false;
  bool leavesTestsOut = false; ///< `selectSources` does
};

/// The stage `open`. What the bundle's author can mend (a hostile archive, a link in a folder, a
/// file that is not UTF-8, no sources) goes to the diagnostics, and std::nullopt means that nothing
/// could be read; a path that does not exist or may not be read is an Error.
llvm::Expected<std::optional<Bundle>> openBundle(const BundleRequest &request,
                                                 DiagnosticList &diagnostics);

/// The sources and JSON modules of a bundle, each with its language and goal: `.mjs`/`.mts` are
/// modules, `.cjs`/`.cts` CommonJS, else the nearest `package.json`'s `type` decides (at the top,
/// the given manifest's), else the syntax. Declaration files, lock files and compilers' settings
/// are left out: they are not code, and importing one finds no module. Sources that are not UTF-8,
/// `a.ts` beside `a.js`, and a bundle without any source are reported. Of a source tree neither
/// JSON nor, where they are left out, tests are selected. The texts belong to the bundle's tree.
std::vector<SourceUnit> selectSources(const Bundle &bundle, DiagnosticList &diagnostics,
                                      const Manifest *manifest = nullptr);

/// True if a path belongs to a test, by the file's name (`a.test.ts`, `a.spec.ts`,
/// `a.stories.tsx`, `a.story.tsx`, `a.bench.ts`) or by a folder's (`test`, `tests`,
/// `__tests__`, `__mocks__`, `__fixtures__`, `fixtures`).
bool isTestPath(llvm::StringRef path);

/// The diagnostics of this library.
llvm::ArrayRef<const RuleInfo *> bundleRules();

} // namespace agentc

#endif
