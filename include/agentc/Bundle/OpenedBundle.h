#ifndef AGENTC_BUNDLE_OPENEDBUNDLE_H
#define AGENTC_BUNDLE_OPENEDBUNDLE_H

#include "agentc/Bundle/InstalledPackages.h"
#include "agentc/Bundle/Manifest.h"

namespace agentc {

/// A bundle with what lies beside its files. Which of all this belongs to it, code says
/// (Packaging's Contents).
struct OpenedBundle {
  Bundle bundle;
  /// The installed packages; null where nothing lies beside: an archive, standard input.
  std::shared_ptr<InstalledPackages> installed;
  /// Entries of the folder that were not read (a link, a device, a file too large), by path, with
  /// what is to be said where it turns out to belong to the bundle.
  std::map<std::string, Diagnostic, std::less<>> unread;
};

/// As `openBundle`, but what cannot be read of a folder is reported by whoever needs it.
llvm::Expected<std::optional<OpenedBundle>> openWithPackages(const BundleRequest &request,
                                                             DiagnosticList &diagnostics);

/// As `readManifest` of the bundle; a provided module's version is compared only where no other is
/// installed.
Manifest readManifest(const OpenedBundle &opened,
                      const std::optional<ManifestOverride> &manifestOverride,
                      DiagnosticList &diagnostics);

/// The paths of a bundle's sources and JSON modules, as `selectSources` selects them.
std::vector<std::string> findSources(const Bundle &bundle, DiagnosticList &diagnostics);

/// The sources and JSON modules at paths of a bundle, each with its language and goal; what is none
/// is left out, what is not UTF-8 is reported. The texts belong to the bundle's tree.
std::vector<SourceUnit> selectSources(const Bundle &bundle, llvm::ArrayRef<std::string> paths,
                                      DiagnosticList &diagnostics);

} // namespace agentc

#endif
