#include "agentc/Archive/ArchiveRules.h"

#include "Refusals.h"

using namespace agentc;

static constexpr RuleInfo makeRule(llvm::StringRef id, llvm::StringRef name, unsigned cwe,
                                   llvm::StringRef summary, llvm::StringRef what,
                                   llvm::StringRef why) {
  // An archive can't be shown as a source text, so the pages have no examples.
  return {id,
          name,
          "archive",
          Severity::Error,
          summary,
          "",
          {what, why, "", "", ""},
          Precision::VeryHigh,
          cwe};
}

constexpr RuleInfo refused::truncated = makeRule(
    "AC1001", "archive-truncated", 1286, "archives that end too early",
    "The archive ends before it is complete: a zip without its end record, a gzip or tar stream "
    "that stops in the middle.",
    "Half an upload must not pass for a bundle that happens to have fewer files.");

constexpr RuleInfo refused::prefix =
    makeRule("AC1002", "archive-prefix", 436, "bytes in front of a zip archive",
             "Something stands before the first entry of a zip archive, such as the program of one "
             "that unpacks "
             "itself.",
             "Readers that start at the front and readers that start at the end then see different "
             "archives.");

constexpr RuleInfo refused::suffix = makeRule(
    "AC1003", "archive-suffix", 436, "bytes after the end of an archive",
    "Something follows the end of a zip's end record, of a gzip member, or of a tar's closing "
    "zeros.",
    "What follows is a second archive to some readers and nothing to others.");

constexpr RuleInfo refused::comment = makeRule(
    "AC1004", "archive-comment", 436, "comments in a zip archive",
    "The archive or one of its entries carries a comment.",
    "Comments hide data from review, and one that holds an end record makes readers disagree "
    "about where the archive ends.");

constexpr RuleInfo refused::zip64 = makeRule(
    "AC1005", "archive-zip64", 436, "zip64 structures", "The archive uses zip64 records or fields.",
    "Bundles are far below the sizes that need them, and a second set of sizes and offsets is a "
    "second story about the same entries.");

constexpr RuleInfo refused::split = makeRule(
    "AC1006", "archive-split", 1286, "zip archives in several parts",
    "The archive says that it is one part of several.", "Only whole archives can be checked.");

constexpr RuleInfo refused::overlap =
    makeRule("AC1007", "archive-overlap", 409, "entries that share bytes",
             "Two entries, or an entry and the central directory, cover the same bytes.",
             "Overlapping entries are how a small file unpacks to a very large one.");

constexpr RuleInfo refused::gap = makeRule(
    "AC1008", "archive-gap", 436, "bytes that belong to no entry",
    "Bytes stand between two entries or between the entries and the central directory.",
    "Readers that scan from the front can find entries there that the central directory doesn't "
    "list.");

constexpr RuleInfo refused::headerMismatch = makeRule(
    "AC1009", "archive-header-mismatch", 436, "local headers unlike the central directory",
    "The header before an entry's data and the central directory differ in name, method, flags, "
    "size or CRC-32.",
    "Readers choose one or the other, so that what is reviewed need not be what is unpacked.");

constexpr RuleInfo refused::dataDescriptor =
    makeRule("AC1010", "archive-data-descriptor", 436, "wrong or missing data descriptors",
             "The record after an entry's data, which writers of streams leave, is missing or says "
             "something else than the central directory.",
             "It is a third place for an entry's size, and must agree with the others.");

constexpr RuleInfo refused::malformed = makeRule(
    "AC1011", "archive-malformed", 1286, "structures that are none",
    "A record has no valid signature, checksum, number or length.",
    "A damaged archive is refused as a whole, since nobody can tell what it should have held.");

constexpr RuleInfo refused::encrypted =
    makeRule("AC1012", "archive-encrypted", 693, "encrypted entries",
             "An entry or the central directory is marked as encrypted.",
             "What cannot be read cannot be checked.");

constexpr RuleInfo refused::method = makeRule(
    "AC1013", "archive-method", 1286, "unknown compression methods",
    "An entry is neither stored nor deflated.",
    "Every unpacker is code that a stranger's bytes reach; these two are what all zip writers "
    "use.");

constexpr RuleInfo refused::feature = makeRule(
    "AC1014", "archive-feature", 1286, "features of formats that bundles don't need",
    "The archive uses a feature that agentc doesn't follow, such as sparse files in tar, patch "
    "data or a second file mode in zip.",
    "Guessing what it means would make agentc see another bundle than other readers do.");

constexpr RuleInfo refused::checksum =
    makeRule("AC1015", "archive-checksum", 354, "contents with another CRC-32",
             "Unpacked contents don't have the CRC-32 or length that the archive states.",
             "The contents were damaged or changed after the archive was made.");

constexpr RuleInfo refused::damagedData = makeRule(
    "AC1016", "archive-damaged-data", 1286, "compressed data that doesn't inflate",
    "Compressed data is no valid deflate stream (RFC 1951), or has bytes left after its end.",
    "Damaged data is refused, and bytes after the stream's end would be hidden from review.");

constexpr RuleInfo refused::sizeMismatch = makeRule(
    "AC1017", "archive-size-mismatch", 130, "contents of another size than stated",
    "An entry unpacks to more or fewer bytes than its headers state.",
    "Limits are checked on the stated sizes before anything is unpacked; an archive that lies "
    "about them is refused.");

constexpr RuleInfo refused::traversal =
    makeRule("AC1018", "archive-traversal", 22, "names that climb out of the archive",
             "A name has `..` as one of its parts.",
             "Unpacked, such an entry overwrites files outside the bundle's folder.");

constexpr RuleInfo refused::absoluteName =
    makeRule("AC1019", "archive-absolute-name", 36, "names that begin at a root",
             "A name begins with `/`, or one of its parts with a drive letter.",
             "Unpacked, such an entry lands wherever its author wished.");

constexpr RuleInfo refused::backslash = makeRule(
    "AC1020", "archive-backslash", 22, "names with a backslash", "A name has a backslash in it.",
    "It separates folders on Windows and is a plain character elsewhere; the archive must mean "
    "one thing everywhere.");

constexpr RuleInfo refused::nameEncoding =
    makeRule("AC1021", "archive-name-encoding", 176, "names that aren't UTF-8",
             "A name is not well-formed UTF-8.",
             "Readers guess an old code page and each gets another name.");

constexpr RuleInfo refused::controlCharacter = makeRule(
    "AC1022", "archive-control-character", 150, "invisible characters in names",
    "A name has a control character, a line separator, or an invisible or direction-changing "
    "character.",
    "Such names show as other names in a terminal or a review.");

constexpr RuleInfo refused::unnormalizedName = makeRule(
    "AC1023", "archive-unnormalized-name", 41, "names that aren't in normal form",
    "A name is empty, has an empty part (`a//b`) or a part `.`.", "One file must have one name.");

constexpr RuleInfo refused::duplicate =
    makeRule("AC1024", "archive-duplicate-name", 694, "two entries with one name",
             "Two entries have the same name.", "Some readers take the first and some the last.");

constexpr RuleInfo refused::caseCollision =
    makeRule("AC1025", "archive-case-collision", 178, "names that differ only in case",
             "Two names differ only in upper and lower case.",
             "Unpacked on Windows or macOS, one of them overwrites the other.");

constexpr RuleInfo refused::folderConflict =
    makeRule("AC1026", "archive-folder-conflict", 436, "names that are both a file and a folder",
             "A name is a file in one entry and a folder in another.",
             "Both cannot be unpacked; readers differ in which one they drop.");

constexpr RuleInfo refused::entryKind =
    makeRule("AC1027", "archive-entry-kind", 436, "entries whose kind and name disagree",
             "A name ends in `/` and the entry is no empty folder, or the other way round.",
             "Readers decide by the name or by the mode, and see different things.");

constexpr RuleInfo refused::link =
    makeRule("AC1028", "archive-link", 59, "links", "An entry is a symbolic or hard link.",
             "A link leads reads and writes out of the bundle; `npm pack` leaves links out too.");

constexpr RuleInfo refused::device =
    makeRule("AC1029", "archive-device", 66, "devices, pipes and sockets",
             "An entry is neither a file nor a folder nor a link.", "A bundle consists of files.");

constexpr RuleInfo refused::tooManyEntries =
    makeRule("AC1030", "archive-too-many-entries", 770, "too many entries",
             "The archive has more entries than the limit (10,000 by default).",
             "Reading must take bounded time and memory.");

constexpr RuleInfo refused::totalSize = makeRule(
    "AC1031", "archive-total-size", 409, "too much in all",
    "The archive unpacks to more than the limit in all (256 MB by default); of a tar archive, "
    "headers count too.",
    "Reading must take bounded time and memory.");

constexpr RuleInfo refused::fileSize =
    makeRule("AC1032", "archive-file-size", 770, "too large a file",
             "One entry unpacks to more than the limit for a file (64 MB by default).",
             "Reading must take bounded time and memory.");

constexpr RuleInfo refused::ratio = makeRule(
    "AC1033", "archive-ratio", 409, "archives that unpack to suspiciously much",
    "An entry or the whole archive unpacks to more than 1 MiB and to more than the limit times "
    "its packed size (200 by default).",
    "Source text never compresses as well; archives that do are made to exhaust their readers.");

constexpr RuleInfo refused::longPath =
    makeRule("AC1034", "archive-long-path", 1284, "too long a path",
             "A name is longer than the limit (4096 bytes by default).",
             "Such files cannot be unpacked on common systems.");

constexpr RuleInfo refused::deepPath =
    makeRule("AC1035", "archive-deep-path", 1284, "too deep a path",
             "A name has more parts than the limit (32 by default).",
             "Such trees exhaust tools that walk them.");

constexpr RuleInfo refused::otherReading = makeRule(
    "AC1036", "archive-other-reading", 436, "entries that libarchive reads otherwise",
    "agentc's own scan and libarchive, which unpacks, see two things: another name, kind or size, "
    "or another number of entries.",
    "An archive that two readers understand in two ways is refused, whichever of them is right.");

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
