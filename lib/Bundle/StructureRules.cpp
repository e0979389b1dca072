#include "BundleRules.h"

using namespace agentc;

// A folder or a broken file can't be shown as a source text, so these pages have no examples.
static constexpr RuleInfo makeRule(llvm::StringRef id, llvm::StringRef name, unsigned cwe,
                                   llvm::StringRef summary, llvm::StringRef what,
                                   llvm::StringRef why, llvm::StringRef limits = "") {
  return {id,
          name,
          "bundle",
          Severity::Error,
          summary,
          "",
          {what, why, "", "", limits},
          Precision::VeryHigh,
          cwe};
}

constexpr RuleInfo reported::folderLink =
    makeRule("AC1101", "folder-link", 59, "links in a bundle's folder",
             "A folder that is read as a bundle has a symbolic link in it.",
             "A link can lead out of the bundle, to files that nobody meant to publish, and `npm "
             "pack` leaves links out; agentc never follows one.",
             "A hard link looks like any other file and is read as one.");

constexpr RuleInfo reported::folderSpecialFile =
    makeRule("AC1102", "folder-special-file", 66, "devices, pipes and sockets in a bundle's folder",
             "A folder that is read as a bundle has something in it that is neither a file nor a "
             "folder nor a link.",
             "A bundle consists of files; reading a pipe or a device need never end.");

constexpr RuleInfo reported::folderFileName = makeRule(
    "AC1103", "folder-file-name", 20, "file names that cannot be packaged",
    "A name in the bundle's folder is not UTF-8, or has a control character, an invisible or "
    "direction-changing character, or a backslash in it.",
    "Such a name shows as another one or separates folders elsewhere, and no archive that agentc "
    "reads may have it.");

constexpr RuleInfo reported::folderFileSize =
    makeRule("AC1104", "folder-file-size", 770, "too large a file",
             "A file of the bundle is larger than the limit for one file (64 MB by default); it is "
             "refused before it is read.",
             "Reading a bundle must cost a bounded amount of memory.");

constexpr RuleInfo reported::folderTotalSize =
    makeRule("AC1105", "folder-total-size", 770, "too much in all",
             "The bundle's files, or the archive itself, are larger than the limit in all (256 MB "
             "by default).",
             "Reading a bundle must cost a bounded amount of memory.");

constexpr RuleInfo reported::folderTooManyEntries =
    makeRule("AC1106", "folder-too-many-entries", 770, "too many files",
             "The bundle's folder has more files and folders than the limit (10,000 by default).",
             "Reading a bundle must cost a bounded amount of time; most often the wrong folder was "
             "named.");

constexpr RuleInfo reported::folderDeepPath =
    makeRule("AC1107", "folder-deep-path", 1284, "too deep or too long a path",
             "A path in the bundle's folder has more parts (32 by default) or more bytes (4096) "
             "than the limit.",
             "No archive that agentc reads may have it.");

constexpr RuleInfo reported::folderCaseCollision =
    makeRule("AC1108", "folder-case-collision", 178, "names that differ only in case",
             "Two files or folders of the bundle have names that differ only in upper and lower "
             "case.",
             "Where a file system ignores case, one of them takes the other's place.",
             "Different spellings of the same accented letter are not compared.");

constexpr RuleInfo reported::emptyBundle =
    makeRule("AC1109", "empty-bundle", 20, "bundles without any file",
             "The folder, archive or file that was named has nothing in it.",
             "There is nothing to check, so most often the wrong path was named.",
             "Under author trust dot files and `node_modules` don't count.");

constexpr RuleInfo reported::unknownBundleForm = makeRule(
    "AC1110", "unknown-bundle-form", 20, "files that are no bundle",
    "The file is neither a zip archive nor a gzipped tar archive, which agentc tells by their "
    "contents, nor does its extension say that it is a JavaScript or TypeScript source.",
    "agentc doesn't guess what a file might be.");

constexpr RuleInfo reported::noSources =
    makeRule("AC1111", "no-sources", 20, "bundles without a source",
             "No file of the bundle is a JavaScript or TypeScript source.",
             "An agent is code; without any there is nothing to check, to package or to run.");

constexpr RuleInfo reported::sourceNotUtf8 = makeRule(
    "AC1112", "source-not-utf8", 176, "sources that are not UTF-8",
    "A source or JSON file has bytes that are not well-formed UTF-8.",
    "Two readers may take such bytes for different text. The file is not read any further, and "
    "the bundle is not valid.");

constexpr RuleInfo reported::shadowedSource =
    makeRule("AC1113", "shadowed-source", 706, "a TypeScript file beside its JavaScript file",
             "Two sources become the same JavaScript file: `a.ts` beside `a.js`, `a.tsx` beside "
             "`a.ts`, `a.mts` beside `a.mjs`, `a.cts` beside `a.cjs`.",
             "Which of them runs would depend on who resolves the name, so what was reviewed need "
             "not be what runs.",
             "Declaration files (`.d.ts`) hold no code and don't count.");

llvm::ArrayRef<const RuleInfo *> reported::structureRules() {
  static const RuleInfo *const table[] = {
      &folderLink,      &folderSpecialFile,    &folderFileName, &folderFileSize,
      &folderTotalSize, &folderTooManyEntries, &folderDeepPath, &folderCaseCollision,
      &emptyBundle,     &unknownBundleForm,    &noSources,      &sourceNotUtf8,
      &shadowedSource};
  return table;
}
