#ifndef AGENTC_LIB_BUNDLE_BUNDLERULES_H
#define AGENTC_LIB_BUNDLE_BUNDLERULES_H

#include "agentc/Diagnostics/Rule.h"

/// The rules that this library reports: a bundle's structure (AC11xx), the project's settings
/// and waiver files (AC12xx) and the manifest (AC20xx).
namespace agentc::reported {

extern const RuleInfo folderLink, folderSpecialFile, folderFileName, folderFileSize,
    folderTotalSize, folderTooManyEntries, folderDeepPath, folderCaseCollision, emptyBundle,
    unknownBundleForm, noSources, sourceNotUtf8, shadowedSource;

extern const RuleInfo invalidSettingsJson, settingsFieldType, unknownSettingsField,
    invalidSettingsItem, unknownSettingsRule, fixedSeverity;

extern const RuleInfo invalidWaiverJson, waiverFieldType, unknownWaiverField, incompleteWaiver,
    invalidWaiverItem, unknownWaiverRule;

extern const RuleInfo noManifest, invalidManifestJson, manifestFieldType, unknownManifestField,
    manifestTooLarge, missingPackageName, missingPackageVersion, invalidPackageName,
    invalidPackageVersion, invalidModuleType, missingEntry, entryOutsideBundle, entryNotSource,
    entryNotBuilt, emptyEntry, invalidExports, invalidDependencyName;

extern const RuleInfo ambiguousSettingsKey, invalidAgentType, invalidBaseVersion, invalidCapability,
    invalidHostPattern, wideHostPattern, invalidEnvName, invalidModuleName, nodeModuleAllowed,
    invalidTimeLimit, invalidMemoryLimit, invalidDataSize, invalidToolName, duplicateManifestItem,
    providedVersionMismatch, secretWithoutHosts, invalidSecretPlace, visibleSecret;

llvm::ArrayRef<const RuleInfo *> structureRules();
llvm::ArrayRef<const RuleInfo *> settingsRules();
llvm::ArrayRef<const RuleInfo *> waiverRules();
llvm::ArrayRef<const RuleInfo *> packageRules();
llvm::ArrayRef<const RuleInfo *> agentFieldRules();

} // namespace agentc::reported

#endif
