#ifndef AGENTC_PIPELINE_PIPELINE_H
#define AGENTC_PIPELINE_PIPELINE_H

#include "agentc/Access/Access.h"
#include "agentc/Access/InputFacts.h"
#include "agentc/Access/ReachedCode.h"
#include "agentc/Bundle/ManifestSecrets.h"
#include "agentc/Bundle/Settings.h"
#include "agentc/Check/Waive.h"
#include "agentc/Diagnostics/Secrets.h"
#include "agentc/Packaging/Package.h"
#include "agentc/Program/LoadedFiles.h"
#include "agentc/ToolProtocol/ToolReport.h"

#include <functional>

namespace agentc {

/// The stages in their order, to stop behind one of them.
enum class Stage {
  Open,
  Manifest,
  Parse,
  Resolve,
  Evaluate,
  Extract,
  Infer,
  Check,
  Load,
  Plan,
  Seal
};

/// One bundle's way through: the value of each stage, made once, empty where the way ended before.
/// Values refer to earlier ones, so that a compilation neither moves nor is copied.
struct Compilation {
  Compilation() = default;
  Compilation(const Compilation &) = delete;
  Compilation &operator=(const Compilation &) = delete;

  /// The opened files. The bundle is the part of them that is judged, sealed and run.
  std::optional<OpenedBundle> opened;
  std::optional<Bundle> bundle;
  /// Why each file belongs to the bundle; empty for a source tree, of which all does.
  std::map<std::string, FileReason, std::less<>> reasons;
  /// Set for a package: its files as they are; the bundle is what lies outside `agentc/`.
  std::optional<FileTree> packageFiles;
  std::optional<Manifest> manifest;
  ManifestSecrets manifestSecrets; ///< of the same file
  std::optional<Settings> settings;
  std::optional<ast::Forest> forest;
  std::optional<Program> program;
  std::optional<Values> values;
  std::optional<AgentConfig> config;
  std::optional<ApiUses> uses;
  /// The next four only where somebody asks: rules, or a later stage.
  std::optional<CodeFlow> flow;
  std::optional<InputFacts> input;
  std::optional<ReachedCode> reached;
  std::optional<AccessMap> access;
  std::optional<Waivers> waivers;
  FindingsSummary findings; ///< what reading and checking left
  std::optional<LoadReport> load;
  std::optional<PackagePlan> plan;
  std::optional<SealedPackage> package;

  /// The reports of all stages.
  DiagnosticList diagnostics;
  /// The secrets that no output may show.
  std::vector<SecretPlace> secrets;
  /// Settings and waivers as they were read, by the names that diagnostics give them.
  FileTree outside;
};

/// The settings that hold for an opened bundle; the file goes to `outside`.
using SettingsFinder = std::function<llvm::Expected<Settings>(
    const Bundle &bundle, FileTree &outside, DiagnosticList &diagnostics)>;

/// The waivers that hold for an opened bundle; the file goes to `outside`.
using WaiverFinder =
    std::function<llvm::Expected<Waivers>(const Bundle &bundle, const Settings &settings,
                                          FileTree &outside, DiagnosticList &diagnostics)>;

/// Finds the waiver that a finding got at another time; errors are not asked about.
using KnownWaivers = std::function<std::optional<Waived>(const Diagnostic &finding)>;

/// The stage `load test`, made where there is a sandbox; what it finds goes to `diagnostics`.
using LoadTester =
    std::function<llvm::Expected<LoadReport>(const Compilation &c, DiagnosticList &diagnostics)>;

/// Told which stage begins.
using StageListener = std::function<void(Stage stage, const Compilation &soFar)>;

/// The input of a compilation.
struct PipelineRequest {
  BundleRequest bundle;
  std::optional<OpenedBundle> opened; ///< used instead of opening `bundle`
  std::optional<ManifestOverride> manifest;
  SettingsFinder findSettings;
  WaiverFinder findWaivers;
  const Baseline *baseline = nullptr; ///< may be null
  std::string today;                  ///< by which waivers expire
  /// Finds the waivers of the bundle that a package is made from, while the package is sealed.
  KnownWaivers knownWaivers;
  /// True if a package is believed about which findings were waived when it was sealed.
  bool believeSeal = false;
  /// True if an archive that is a package is read as the bundle it was made from.
  bool unseal = true;
  /// Of a source tree: whether its manifest is checked as an agent's.
  bool isAgent = false;
  /// True if files that a build makes may be missing, as in a source tree.
  bool isUnbuilt = false;
  /// The rules that are checked; std::nullopt: all.
  std::optional<std::vector<const Rule *>> rules;
  /// True if findings in installed packages are reported one by one by place, not by package.
  bool eachPlace = false;
  LoadTester loadTest;   ///< may be empty: then the stage is left out
  StageListener onStage; ///< may be empty
  Stage last = Stage::Seal;
};

/// Takes a bundle through the stages up to `request.last`. Where a bundle cannot be opened the rest
/// stays empty; an Error means that the environment failed.
llvm::Error compile(const PipelineRequest &request, Compilation &result);

/// Returns the input for planning the package of a checked compilation.
PlanInput planInput(const Compilation &compilation);

} // namespace agentc

#endif
