#ifndef AGENTC_PACKAGING_DIFFERENCE_H
#define AGENTC_PACKAGING_DIFFERENCE_H

#include "agentc/Packaging/Package.h"

#include <nlohmann/json.hpp>

namespace agentc {

/// The record and the list of components in a plan.
struct PlanDocuments {
  Json record; ///< schema `agentc.package/1`
  Json sbom;   ///< CycloneDX 1.6
};
PlanDocuments documentsOf(const PackagePlan &plan);

/// One thing in which two versions of a bundle differ.
struct Change {
  enum class Area {
    Access,
    Allowance,
    Agent,
    Tool,
    Resource,
    Prompt,
    Package,
    Finding,
    Component,
    File,
    Signature
  };
  enum class Kind { Added, Removed, Changed };
  Area area;
  Kind kind;
  std::string subject; ///< whose: an agent's or tool's id, a component's name, a path; may be empty
  std::string what; ///< of it: `description`, `parameters.properties.city`, `hosts`; may be empty
  Json before = nullptr, after = nullptr; ///< null where there is none
  /// True if the new version can reach something that the old one could not.
  bool widens = false;
  /// The place in the new version, if the change has one there.
  std::string file = "";
  std::optional<ByteRange> range = std::nullopt;
};

/// `access`, `allowance`, `agent`, `tool`, `resource`, `prompt`, `package`, `finding`, `component`,
/// `file`, `signature`.
llvm::StringRef areaName(Change::Area area);
/// The heading of an area in a report: `access`, `agents`.
llvm::StringRef areaTitle(Change::Area area);
/// All areas in the order of reports.
llvm::ArrayRef<Change::Area> areasInReports();
/// `added`, `removed`, `changed`.
llvm::StringRef changeKindName(Change::Kind kind);

/// How two plans differ, in the order of the areas: what is reached and allowed first. Positions in
/// files don't count, and of one schema no more than a hundred places are told apart.
std::vector<Change> comparePlans(const PackagePlan &before, const PackagePlan &after);

/// The changes as findings on the new version, by the rules AC82xx, for reports.
void reportChanges(llvm::ArrayRef<Change> changes, DiagnosticList &diagnostics);

/// A change in words, for a report: "the tool `send` can now reach the host `a.example.com`".
std::string describeChange(const Change &change);
/// True if a report shows both values line by line, beside the words.
bool showsTexts(const Change &change);
/// A value of a change as text.
std::string valueText(const Json &value);

} // namespace agentc

#endif
