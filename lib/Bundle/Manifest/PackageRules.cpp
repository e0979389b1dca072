#include "BundleRules.h"

using namespace agentc;

static constexpr RuleInfo makeRule(llvm::StringRef id, llvm::StringRef name, Severity severity,
                                   llvm::StringRef summary, unsigned cwe = 0,
                                   Precision precision = Precision::VeryHigh,
                                   Concern concern = Concern::Bundle) {
  return {.id = id,
          .name = name,
          .group = "manifest",
          .severity = severity,
          .summary = summary,
          .precision = precision,
          .cwe = cwe,
          .concern = concern};
}

constexpr RuleInfo reported::noManifest =
    makeRule("AC2001", "no-manifest", Severity::Error, "bundles without package.json", 20);

constexpr RuleInfo reported::invalidManifestJson = makeRule(
    "AC2002", "invalid-manifest-json", Severity::Error, "a package.json that is not JSON", 1286);

constexpr RuleInfo reported::manifestFieldType = makeRule(
    "AC2003", "manifest-field-type", Severity::Error, "manifest fields of the wrong type", 1287);

constexpr RuleInfo reported::unknownManifestField =
    makeRule("AC2004", "unknown-manifest-field", Severity::Warning,
             "unknown fields among agent settings", 20);

constexpr RuleInfo reported::manifestTooLarge =
    makeRule("AC2005", "manifest-too-large", Severity::Error, "manifests that are too large", 770);

constexpr RuleInfo reported::missingPackageName =
    makeRule("AC2006", "missing-package-name", Severity::Error, "manifests without a name", 20);

constexpr RuleInfo reported::missingPackageVersion = makeRule(
    "AC2007", "missing-package-version", Severity::Error, "manifests without a version", 20);

constexpr RuleInfo reported::invalidPackageName = makeRule(
    "AC2008", "invalid-package-name", Severity::Error, "names that npm would refuse", 1286);

constexpr RuleInfo reported::invalidPackageVersion =
    makeRule("AC2009", "invalid-package-version", Severity::Error, "invalid versions", 1286);

constexpr RuleInfo reported::invalidModuleType =
    makeRule("AC2010", "invalid-module-type", Severity::Error, "an unknown `type`", 20);

constexpr RuleInfo reported::missingEntry =
    makeRule("AC2011", "missing-entry", Severity::Error, "an entry that isn't in the bundle", 20);

constexpr RuleInfo reported::entryOutsideBundle =
    makeRule("AC2012", "entry-outside-bundle", Severity::Error, "an entry outside the bundle", 22);

constexpr RuleInfo reported::entryNotSource =
    makeRule("AC2013", "entry-not-source", Severity::Error, "an entry that is not a source", 20);

constexpr RuleInfo reported::invalidExports =
    makeRule("AC2014", "invalid-exports", Severity::Error, "`exports` that lead nowhere", 20);

constexpr RuleInfo reported::entryNotBuilt =
    makeRule("AC2016", "entry-not-built", Severity::Note, "entries that a build would make", 1068);

constexpr RuleInfo reported::emptyEntry =
    makeRule("AC2017", "empty-entry", Severity::Warning, "an empty entry", 1164);

constexpr RuleInfo reported::invalidDependencyName =
    makeRule("AC2015", "invalid-dependency-name", Severity::Error,
             "dependencies that no package can be", 1286);

llvm::ArrayRef<const RuleInfo *> reported::packageRules() {
  static const RuleInfo *const table[] = {&noManifest,
                                          &invalidManifestJson,
                                          &manifestFieldType,
                                          &unknownManifestField,
                                          &manifestTooLarge,
                                          &missingPackageName,
                                          &missingPackageVersion,
                                          &invalidPackageName,
                                          &invalidPackageVersion,
                                          &invalidModuleType,
                                          &missingEntry,
                                          &entryOutsideBundle,
                                          &entryNotSource,
                                          &entryNotBuilt,
                                          &emptyEntry,
                                          &invalidExports,
                                          &invalidDependencyName};
  return table;
}
