#include "agentc/Archive/ArchiveRules.h"

#include "Refusals.h"

using namespace agentc;

static constexpr RuleInfo makeRule(llvm::StringRef id, llvm::StringRef name, unsigned cwe,
                                   llvm::StringRef summary) {
  return {.id = id,
          .name = name,
          .group = "archive",
          .severity = Severity::Error,
          .summary = summary,
          .cwe = cwe};
}

constexpr RuleInfo refused::truncated =
    makeRule("AC1001", "archive-truncated", 1286, "archives that end too early");

constexpr RuleInfo refused::prefix =
    makeRule("AC1002", "archive-prefix", 436, "bytes in front of a zip archive");

constexpr RuleInfo refused::suffix =
    makeRule("AC1003", "archive-suffix", 436, "bytes after the end of an archive");

constexpr RuleInfo refused::comment =
    makeRule("AC1004", "archive-comment", 436, "comments of a zip archive that are not plain text");

constexpr RuleInfo refused::zip64 =
    makeRule("AC1005", "archive-zip64", 436, "zip64 fields and records that don't fit");

constexpr RuleInfo refused::split =
    makeRule("AC1006", "archive-split", 1286, "zip archives in several parts");

constexpr RuleInfo refused::overlap =
    makeRule("AC1007", "archive-overlap", 409, "entries that share bytes");

constexpr RuleInfo refused::gap =
    makeRule("AC1008", "archive-gap", 436, "bytes that belong to no entry");

constexpr RuleInfo refused::headerMismatch = makeRule("AC1009", "archive-header-mismatch", 436,
                                                      "local headers unlike the central directory");

constexpr RuleInfo refused::dataDescriptor =
    makeRule("AC1010", "archive-data-descriptor", 436, "wrong or missing data descriptors");

constexpr RuleInfo refused::malformed =
    makeRule("AC1011", "archive-malformed", 1286, "malformed structures");

constexpr RuleInfo refused::encrypted =
    makeRule("AC1012", "archive-encrypted", 693, "encrypted entries");

constexpr RuleInfo refused::method =
    makeRule("AC1013", "archive-method", 1286, "unknown compression methods");

constexpr RuleInfo refused::feature =
    makeRule("AC1014", "archive-feature", 1286, "features of formats that bundles don't need");

constexpr RuleInfo refused::checksum =
    makeRule("AC1015", "archive-checksum", 354, "contents with another CRC-32");

constexpr RuleInfo refused::damagedData =
    makeRule("AC1016", "archive-damaged-data", 1286, "compressed data that doesn't inflate");

constexpr RuleInfo refused::sizeMismatch =
    makeRule("AC1017", "archive-size-mismatch", 130, "contents of another size than stated");

constexpr RuleInfo refused::traversal =
    makeRule("AC1018", "archive-traversal", 22, "names that climb out of the archive");

constexpr RuleInfo refused::absoluteName =
    makeRule("AC1019", "archive-absolute-name", 36, "names that begin at a root");

constexpr RuleInfo refused::backslash =
    makeRule("AC1020", "archive-backslash", 22, "names with a backslash");

constexpr RuleInfo refused::nameEncoding =
    makeRule("AC1021", "archive-name-encoding", 176, "names that aren't UTF-8");

constexpr RuleInfo refused::controlCharacter =
    makeRule("AC1022", "archive-control-character", 150, "invisible characters in names");

constexpr RuleInfo refused::unnormalizedName =
    makeRule("AC1023", "archive-unnormalized-name", 41, "names that aren't in normal form");

constexpr RuleInfo refused::duplicate =
    makeRule("AC1024", "archive-duplicate-name", 694, "two entries with one name");

constexpr RuleInfo refused::caseCollision = makeRule(
    "AC1025", "archive-case-collision", 178, "names that differ only in case or composition");

constexpr RuleInfo refused::folderConflict =
    makeRule("AC1026", "archive-folder-conflict", 436, "names that are both a file and a folder");

constexpr RuleInfo refused::entryKind =
    makeRule("AC1027", "archive-entry-kind", 436, "entries whose kind and name disagree");

constexpr RuleInfo refused::link = makeRule("AC1028", "archive-link", 59, "links");

constexpr RuleInfo refused::device =
    makeRule("AC1029", "archive-device", 66, "devices, pipes and sockets");

constexpr RuleInfo refused::tooManyEntries =
    makeRule("AC1030", "archive-too-many-entries", 770, "too many entries");

constexpr RuleInfo refused::totalSize =
    makeRule("AC1031", "archive-total-size", 409, "too much in all");

constexpr RuleInfo refused::fileSize =
    makeRule("AC1032", "archive-file-size", 770, "too large a file");

constexpr RuleInfo refused::ratio =
    makeRule("AC1033", "archive-ratio", 409, "archives that unpack to suspiciously much");

constexpr RuleInfo refused::longPath =
    makeRule("AC1034", "archive-long-path", 1284, "too long a path");

constexpr RuleInfo refused::deepPath =
    makeRule("AC1035", "archive-deep-path", 1284, "too deep a path");

constexpr RuleInfo refused::otherReading =
    makeRule("AC1036", "archive-other-reading", 436, "entries that libarchive reads otherwise");

llvm::ArrayRef<const RuleInfo *> agentc::archiveRules() {
  static constexpr const RuleInfo *rules[] = {&refused::truncated,
                                              &refused::prefix,
                                              &refused::suffix,
                                              &refused::comment,
                                              &refused::zip64,
                                              &refused::split,
                                              &refused::overlap,
                                              &refused::gap,
                                              &refused::headerMismatch,
                                              &refused::dataDescriptor,
                                              &refused::malformed,
                                              &refused::encrypted,
                                              &refused::method,
                                              &refused::feature,
                                              &refused::checksum,
                                              &refused::damagedData,
                                              &refused::sizeMismatch,
                                              &refused::traversal,
                                              &refused::absoluteName,
                                              &refused::backslash,
                                              &refused::nameEncoding,
                                              &refused::controlCharacter,
                                              &refused::unnormalizedName,
                                              &refused::duplicate,
                                              &refused::caseCollision,
                                              &refused::folderConflict,
                                              &refused::entryKind,
                                              &refused::link,
                                              &refused::device,
                                              &refused::tooManyEntries,
                                              &refused::totalSize,
                                              &refused::fileSize,
                                              &refused::ratio,
                                              &refused::longPath,
                                              &refused::deepPath,
                                              &refused::otherReading};
  return rules;
}
