#include "BundleRules.h"

using namespace agentc;

static constexpr RuleInfo structureRule(llvm::StringRef id, llvm::StringRef name, unsigned cwe,
                                        llvm::StringRef summary,
                                        Concern concern = Concern::Danger) {
  return {.id = id,
          .name = name,
          .group = "bundle",
          .severity = Severity::Error,
          .summary = summary,
          .cwe = cwe,
          .concern = concern};
}

constexpr RuleInfo reported::folderLink =
    structureRule("AC1101", "folder-link", 59, "links in a bundle's folder");

constexpr RuleInfo reported::folderSpecialFile = structureRule(
    "AC1102", "folder-special-file", 66, "devices, pipes and sockets in a bundle's folder");

constexpr RuleInfo reported::folderFileName =
    structureRule("AC1103", "folder-file-name", 20, "file names that cannot be packaged");

constexpr RuleInfo reported::folderFileSize =
    structureRule("AC1104", "folder-file-size", 770, "too large a file");

constexpr RuleInfo reported::folderTotalSize =
    structureRule("AC1105", "folder-total-size", 770, "too much in all");

constexpr RuleInfo reported::folderTooManyEntries =
    structureRule("AC1106", "folder-too-many-entries", 770, "too many files");

constexpr RuleInfo reported::folderDeepPath =
    structureRule("AC1107", "folder-deep-path", 1284, "too deep or too long a path");

constexpr RuleInfo reported::folderCaseCollision =
    structureRule("AC1108", "folder-case-collision", 178, "names that differ only in case");

constexpr RuleInfo reported::emptyBundle =
    structureRule("AC1109", "empty-bundle", 20, "bundles without any file", Concern::Sandbox);

constexpr RuleInfo reported::unknownBundleForm =
    structureRule("AC1110", "unknown-bundle-form", 20, "files that are not a bundle");

constexpr RuleInfo reported::noSources =
    structureRule("AC1111", "no-sources", 20, "bundles without a source", Concern::Sandbox);

constexpr RuleInfo reported::sourceNotUtf8 =
    structureRule("AC1112", "source-not-utf8", 176, "sources that are not UTF-8");

constexpr RuleInfo reported::shadowedSource =
    structureRule("AC1113", "shadowed-source", 706, "a TypeScript file beside its JavaScript file");

llvm::ArrayRef<const RuleInfo *> reported::structureRules() {
  static const RuleInfo *const table[] = {
      &folderLink,      &folderSpecialFile,    &folderFileName, &folderFileSize,
      &folderTotalSize, &folderTooManyEntries, &folderDeepPath, &folderCaseCollision,
      &emptyBundle,     &unknownBundleForm,    &noSources,      &sourceNotUtf8,
      &shadowedSource};
  return table;
}
