#ifndef AGENTC_LINT_UNITS_H
#define AGENTC_LINT_UNITS_H

#include "agentc/Lint/Targets.h"
#include "agentc/Pipeline/ProjectRequest.h"

#include <map>

namespace agentc {

struct EarlierUnit;

/// Texts that an editor holds, by the real paths of the files in whose place they are read.
using HeldTexts = std::map<std::string, std::string, std::less<>>;

/// A unit of checking for `lint`: a bundle, or the rest of a folder without the bundles in it.
struct LintUnit {
  std::string path;             ///< as it is shown
  std::string real;             ///< absolute, without links; of several sources the first one's
  std::optional<Bundle> bundle; ///< std::nullopt if nothing could be read
  bool isAgent = false;         ///< its manifest has agent settings
  /// True if the files judged are those that `package` would seal, opened again with the
  /// installed packages; otherwise all files that were read are judged.
  bool isOneSet = false;
  bool hasSources = true; ///< else there is nothing but what reading it reported
  DiagnosticList reading; ///< what reading it reported
  /// The paths below it whose findings were asked for; empty: all.
  std::vector<std::string> only;
  const HeldTexts *held = nullptr; ///< outlives the unit; may be null
  /// The earlier state of the unit, whose findings are only counted; may be null.
  std::shared_ptr<EarlierUnit> earlier;
  /// Files that had another name then: the new one and the old one.
  std::map<std::string, std::string> renamed;
};

/// How `lint` reads.
struct LintReading {
  const ReadingOptions &options;
  bool hasEntryLimit = false; ///< else there is a higher one than a bundle's
  bool tests = false;
  bool ignored = false;
  const HeldTexts *held = nullptr; ///< outlives the units; may be null
};

/// A source as somebody types it, by the name of the file that it becomes.
struct TypedSource {
  std::string name;
  std::string text;
};

/// Reads what was named, each file once, and tells apart what is checked as one; by their paths.
/// Folders whose package.json has agent settings are; the rest of what was named is, together.
llvm::Expected<std::vector<LintUnit>> readLintUnits(DriverEnv &env, const LintReading &reading,
                                                    LintTargets targets);

/// The files of a folder with what is held in the place of their bytes. A file that is not there
/// stays away.
FileTree withHeld(const FileTree &files, llvm::StringRef realFolder, const HeldTexts &held);

/// Puts what is typed in the place of its file, whose unit was read, or adds a unit of its own.
/// Only findings in it are told.
llvm::Error putTyped(DriverEnv &env, const LintReading &reading, const TypedSource &typed,
                     std::vector<LintUnit> &units);

} // namespace agentc

#endif
