#ifndef AGENTC_BUNDLE_MANIFEST_H
#define AGENTC_BUNDLE_MANIFEST_H

#include "agentc/Bundle/Bundle.h"
#include "agentc/Support/Json.h"

#include <memory>

namespace agentc {

/// A word of the manifest and where it stands in the manifest's file.
struct ManifestWord {
  std::string text;
  ByteRange range;
};

/// A number of bytes, and where it stands.
struct ManifestSize {
  uint64_t bytes;
  ByteRange range;
};

/// One dependency as package.json names it.
struct Dependency {
  std::string name;
  std::string requirement; ///< the semver range or URL, as written
  std::string section;     ///< `dependencies`, `peerDependencies`, `optionalDependencies`; never
                           ///< `devDependencies`
  ByteRange range;         ///< of the name
  ByteRange requirementRange;
};

/// The manifest: `package.json` of a bundle, or the file given by `--manifest`, typed. What is
/// missing or wrong has its default here and a diagnostic.
struct Manifest {
  bool present = false;
  /// It is a folder's that is read as a source tree, which need not be an agent's.
  bool ofSourceTree = false;
  std::string file; ///< the path that diagnostics name; empty if there is none
  std::optional<ManifestWord> name;
  std::optional<ManifestWord> version;
  std::optional<ManifestWord> type;
  /// The entry as a path of the bundle that exists; std::nullopt if there is none.
  std::optional<std::string> entry;
  /// The program that `bin` names beside an entry that is a library, as servers of tools have them:
  /// a source of the bundle, which is loaded after the entry.
  std::optional<std::string> program;
  /// The sources that the subpaths of `exports` lead to, but for patterns.
  std::vector<std::string> otherEntries;
  std::vector<Dependency> dependencies;
  std::vector<ManifestWord> scripts;   ///< names of scripts
  std::vector<std::string> filesField; ///< package.json's `files`, empty if absent
  /// The key the agent settings stand under, `agentc` or `buzzi`; empty if there is none.
  std::string settingsKey;
  std::optional<ByteRange> settingsRange;
  std::optional<ManifestWord> agentType;
  std::optional<ManifestWord> minBaseVersion;
  std::vector<ManifestWord> capabilities;
  std::vector<ManifestWord> allowedHosts;
  std::vector<ManifestWord> allowedEnv;
  std::vector<ManifestWord> allowedModules;
  std::vector<ManifestWord> arguments;                   ///< of the program's command line
  std::optional<std::vector<ManifestWord>> enabledTools; ///< std::nullopt: all
  std::shared_ptr<const Json> toolConfig;                ///< null: `{}`
  uint64_t fetchTimeoutMs = 10000;
  uint64_t timeoutMs = 30000;
  uint64_t cpuMs = 30000;
  uint64_t maxMemoryBytes = 128ull << 20;
  /// The size limit of the folder that outlives calls; std::nullopt if the agent has none.
  std::optional<ManifestSize> data;
};

/// The text of `--manifest FILE`, read instead of the bundle's own `package.json`.
struct ManifestOverride {
  std::string file;
  std::string text;
};

/// The stage `read manifest`. A single source file needs no manifest, and is its own entry whatever
/// an override names; where a folder or an archive has none, or a broken one, the entry is the
/// usual one. Of a source tree's only that is told which keeps it from being read, as a warning.
Manifest readManifest(const Bundle &bundle, const std::optional<ManifestOverride> &manifestOverride,
                      DiagnosticList &diagnostics);

/// Prints the manifest as JSON, for `--dump=manifest`. With the text of the manifest's file,
/// `places` says where each word stands, as `line:column`.
Json manifestToJson(const Manifest &manifest, llvm::StringRef text = {});

} // namespace agentc

#endif
