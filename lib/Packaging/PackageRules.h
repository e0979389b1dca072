#ifndef AGENTC_LIB_PACKAGING_PACKAGERULES_H
#define AGENTC_LIB_PACKAGING_PACKAGERULES_H

#include "agentc/Diagnostics/Rule.h"

/// Rules for faults of a bundle that is to be sealed or of a package that is verified, and for
/// differences between two versions.
namespace agentc::packaging {

extern const RuleInfo reservedFolder;
extern const RuleInfo noManifest;
extern const RuleInfo sealedNameTaken;
extern const RuleInfo unreadSource;
extern const RuleInfo tooLarge;
extern const RuleInfo tooManyPatterns;

extern const RuleInfo notSealed;
extern const RuleInfo invalidRecord;
extern const RuleInfo digestMismatch;
extern const RuleInfo missingFile;
extern const RuleInfo unexpectedFile;
extern const RuleInfo configurationMismatch;
extern const RuleInfo accessMismatch;
extern const RuleInfo recordMismatch;
extern const RuleInfo notCanonical;
extern const RuleInfo otherVersion;
extern const RuleInfo invalidAttestation;
extern const RuleInfo attestationMismatch;
extern const RuleInfo wrongSignature;
extern const RuleInfo unknownSigner;
extern const RuleInfo unsignedPackage;

extern const RuleInfo widerAccess;
extern const RuleInfo changedDefinition;
extern const RuleInfo changedComponent;
extern const RuleInfo changedFile;
extern const RuleInfo changedSigner;

} // namespace agentc::packaging

#endif
