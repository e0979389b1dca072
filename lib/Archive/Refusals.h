#ifndef AGENTC_LIB_ARCHIVE_REFUSALS_H
#define AGENTC_LIB_ARCHIVE_REFUSALS_H

#include "agentc/Diagnostics/Diagnostic.h"

#include "llvm/ADT/Twine.h"

namespace agentc {

/// The rules by which archives are refused.
namespace refused {
extern const RuleInfo truncated, prefix, suffix, comment, zip64, split, overlap, gap,
    headerMismatch, dataDescriptor, malformed, encrypted, method, feature, checksum, damagedData,
    sizeMismatch, traversal, absoluteName, backslash, nameEncoding, controlCharacter,
    unnormalizedName, duplicate, caseCollision, folderConflict, entryKind, link, device,
    tooManyEntries, totalSize, fileSize, ratio, longPath, deepPath, otherReading;
} // namespace refused

/// Reports the refusals of one archive's reader. Messages quote hostile names, so refused
/// entries are named in the message and never as a diagnostic's file.
class Refusals {
public:
  Refusals(llvm::StringRef archiveName, DiagnosticList &diagnostics)
      : archiveName_(archiveName), diagnostics_(diagnostics) {}

  /// Reports what is wrong with the archive as a whole: "`NAME` WHAT". False, for `return`.
  bool archive(const RuleInfo &rule, const llvm::Twine &what);
  /// Reports what is wrong with one entry: "`ENTRY` WHAT". False, for `return`.
  bool entry(const RuleInfo &rule, llvm::StringRef entryName, const llvm::Twine &what);

  bool any() const { return count_ != 0; }
  /// True if enough was reported to make further reading useless.
  bool enough() const { return count_ >= 20; }

private:
  llvm::StringRef archiveName_;
  DiagnosticList &diagnostics_;
  unsigned count_ = 0;
};

} // namespace agentc

#endif
