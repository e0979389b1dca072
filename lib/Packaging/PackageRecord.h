#ifndef AGENTC_LIB_PACKAGING_PACKAGERECORD_H
#define AGENTC_LIB_PACKAGING_PACKAGERECORD_H

#include "agentc/Packaging/Package.h"
#include "agentc/Packaging/SealedPaths.h"
#include "agentc/Packaging/Slices.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <set>
#include <string>

namespace agentc {

/// The folder of agentc's statements about a package.
inline constexpr llvm::StringLiteral sealFolder = "agentc/";
/// The path of agentc's own record of a package.
inline constexpr llvm::StringLiteral recordPath = "agentc/package.json";

/// The beginning of the default names of a bundle's packages, `{scope}_{name}`; letters, digits and
/// `._~+-`.
std::string packageFileStem(const Manifest &manifest);

/// The record's text, schema `agentc.package/1` (docs/schemas/package-1.schema.json): canonical, so
/// that equal contents give equal bytes. `files` are those outside `agentc/`, as they are sealed.
std::string writeRecord(const PlanInput &input, const FileTree &files, llvm::StringRef digest,
                        llvm::ArrayRef<ToolSlice> slices);

/// An object's member; null where there is none.
Json memberAt(const Json &object, const char *name);
/// An object's member that is a text; empty where there is none.
std::string textAt(const Json &object, const char *name);

/// The parts of a record that `verify` reads. Everything else is compared as JSON.
struct SealedFile {
  std::string path;
  uint64_t size = 0;
  std::string sha256;
};
struct SealedRecord {
  std::string generatorVersion;
  std::string ruleSetVersion;
  std::string digest;
  std::vector<SealedFile> files;
};

/// Reads those parts strictly; on failure std::nullopt and what is wrong.
std::optional<SealedRecord> readRecord(const Json &json, std::string &failure);

/// Returns the items that an access list (schema `agentc.access/1`) allows to be reached, one
/// text each, without the call paths.
std::set<std::string> reachOf(const Json &access);

} // namespace agentc

#endif
