#include "BundleRules.h"

using namespace agentc;

static constexpr RuleInfo makeRule(llvm::StringRef id, llvm::StringRef name, unsigned cwe,
                                   llvm::StringRef summary, Concern concern = Concern::Danger) {
  return {.id = id,
          .name = name,
          .group = "bundle",
          .severity = Severity::Error,
          .summary = summary,
          .cwe = cwe,
          .concern = concern};
}

constexpr RuleInfo reported::folderLink =
    makeRule("AC1101", "folder-link", 59, "links in a bundle's folder");

constexpr RuleInfo reported::folderSpecialFile = makeRule(
    "AC1102", "folder-special-file", 66, "devices, pipes and sockets in a bundle's folder");

constexpr RuleInfo reported::folderFileName =
    makeRule("AC1103", "folder-file-name", 20, "file names that cannot be packaged");

constexpr RuleInfo reported::folderFileSize =
    makeRule("AC1104", "folder-file-size", 770, "too large a file");

constexpr RuleInfo reported::folderTotalSize =
    makeRule("AC1105", "folder-total-size", 770, "too much in all");

constexpr RuleInfo reported::folderTooManyEntries =
    makeRule("AC1106", "folder-too-many-entries", 770, "too many files");

constexpr RuleInfo reported::folderDeepPath =
    makeRule("AC1107", "folder-deep-path", 1284, "too deep or too long a path");

constexpr RuleInfo reported::folderCaseCollision =
    makeRule("AC1108", "folder-case-collision", 178, "names that differ only in case");

constexpr RuleInfo reported::emptyBundle =
    makeRule("AC1109", "empty-bundle", 20, "bundles without any file", Concern::Sandbox);

constexpr RuleInfo reported::unknownBundleForm =
    makeRule("AC1110", "unknown-bundle-form", 20, "files that are not a bundle");

constexpr RuleInfo reported::noSources =
    makeRule("AC1111", "no-sources", 20, "bundles without a source", Concern::Sandbox);

constexpr RuleInfo reported::sourceNotUtf8 =
    makeRule("AC1112", "source-not-utf8", 176, "sources that are not UTF-8");

constexpr RuleInfo reported::shadowedSource =
    makeRule("AC1113", "shadowed-source", 706, "a TypeScript file beside its JavaScript file");

llvm::ArrayRef<const RuleInfo *> reported::structureRules() {
  static const RuleInfo *const table[] = {
      &folderLink,      &folderSpecialFile,    &folderFileName, &folderFileSize,
      &folderTotalSize, &folderTooManyEntries, &folderDeepPath, &folderCaseCollision,
      &emptyBundle,     &unknownBundleForm,    &noSources,      &sourceNotUtf8,
      &shadowedSource};
  return table;
}
