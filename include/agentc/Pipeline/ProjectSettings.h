#ifndef AGENTC_PIPELINE_PROJECTSETTINGS_H
#define AGENTC_PIPELINE_PROJECTSETTINGS_H

#include "agentc/Bundle/Settings.h"
#include "agentc/Bundle/Waivers.h"
#include "agentc/CommandLine/DriverEnv.h"

#include "llvm/ADT/SmallString.h"

namespace agentc {

/// The waiver file that approvals of a project go into, where no flag or setting names one.
inline constexpr llvm::StringLiteral usualWaiverFile = "agentc.waivers.json";

/// True if a path is the folder or lies below it; all paths lie below the empty path and `/`.
bool isBelow(llvm::StringRef path, llvm::StringRef folder);

/// The git repository that an absolute path lies in, or the path.
std::string repositoryAround(llvm::StringRef real);

/// The settings for a bundle: `--settings FILE`, else, in author trust, the `agentc.json` beside
/// the bundle or the nearest above it, else the built-in ones.
llvm::Expected<Settings> readProjectSettings(DriverEnv &env, const std::optional<std::string> &file,
                                             const Bundle &bundle, FileTree &outside,
                                             DiagnosticList &diagnostics);

/// The folder of a bundle, or the one that its file stands in, as an absolute path; std::nullopt if
/// the working folder is not known.
std::optional<llvm::SmallString<256>> folderOf(const Bundle &bundle);

/// A waiver file as diagnostics name it, and where it stands or would stand.
struct WaiverPlace {
  std::string name;
  std::string path;
};

/// Finds the file of waivers for a bundle: `--waivers FILE`, else the one that the settings
/// name, else, in author trust, `agentc.waivers.json` beside the settings or the bundle. In
/// registry trust the bundle's own folder is not searched.
std::optional<WaiverPlace> placeOfWaivers(const std::optional<std::string> &file,
                                          const Bundle &bundle, const Settings &settings,
                                          const FileTree &outside);

/// The waivers for a bundle; none where the file that no flag names is not there.
llvm::Expected<Waivers> readProjectWaivers(DriverEnv &env, const std::optional<std::string> &file,
                                           const Bundle &bundle, const Settings &settings,
                                           FileTree &outside, DiagnosticList &diagnostics);

} // namespace agentc

#endif
