#include "agentc/Lint/Fixes.h"

#include "agentc/Support/AtomicFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace agentc {

namespace path = llvm::sys::path;

namespace {

/// False where a change meets one that is there.
bool add(const Replacement &change, std::vector<const Replacement *> &changes) {
  if (llvm::any_of(changes, [&](const Replacement *other) {
        return change.range.begin <= other->range.end && other->range.begin <= change.range.end;
      }))
    return false;
  changes.push_back(&change);
  return true;
}

std::string applied(const std::vector<const Replacement *> &sorted, llvm::StringRef text) {
  std::string result = text.str();
  for (const Replacement *change : llvm::reverse(sorted))
    result.replace(change->range.begin, change->range.end - change->range.begin, change->text);
  return result;
}

/// The folder in which the files of a unit lie; empty if it is neither a folder nor a source.
std::string folderOf(const LintUnit &unit) {
  if (!unit.bundle)
    return "";
  if (unit.bundle->form == BundleForm::Folder)
    return unit.real;
  return unit.bundle->form == BundleForm::SingleFile ? path::parent_path(unit.real).str() : "";
}

/// True if the file on disk is the one that was checked.
bool isUnchanged(const std::string &place, const File &checked) {
  auto buffer = llvm::MemoryBuffer::getFile(place, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  return buffer && (*buffer)->getBuffer() == checked.bytes;
}

} // namespace

std::map<std::string, CertainFixes> certainFixes(const BundleResult &result) {
  std::map<std::string, CertainFixes> files;
  for (const Diagnostic &finding : result.diagnostics.all()) {
    if (finding.waived || !finding.fix)
      continue;
    // Several files would be changed together or not at all, which the file system doesn't give.
    const std::vector<Replacement> &changes = finding.fix->replacements;
    if (changes.size() != 1 || !changes.front().text.empty())
      continue;
    CertainFixes &file = files[changes.front().file];
    if (add(changes.front(), file.changes))
      file.titles.push_back(finding.fix->title);
  }
  for (auto &[name, file] : files)
    llvm::sort(file.changes, [](const Replacement *a, const Replacement *b) {
      return a->range.begin < b->range.begin;
    });
  return files;
}

llvm::Expected<std::vector<FixedFile>> applyCertainFixes(llvm::ArrayRef<LintUnit> units,
                                                         llvm::ArrayRef<BundleResult> results) {
  std::vector<FixedFile> fixed;
  for (const BundleResult &result : results) {
    auto unit =
        llvm::find_if(units, [&](const LintUnit &each) { return each.path == result.path; });
    if (unit == units.end() || folderOf(*unit).empty())
      continue;
    for (const auto &[name, file] : certainFixes(result)) {
      const File *checked = unit->bundle->files.find(name);
      const std::string place = shownBelow(folderOf(*unit), name);
      if (!checked || !isUnchanged(place, *checked))
        continue;
      const auto mode = llvm::sys::fs::getPermissions(place);
      if (llvm::Error error =
              writeFileAtomically(place, applied(file.changes, checked->bytes),
                                  {.mode = mode ? static_cast<unsigned>(*mode) : 0644}))
        return error;
      const bool isFolder = unit->bundle->form == BundleForm::Folder;
      fixed.push_back({isFolder ? shownBelow(unit->path, name) : unit->path, file.titles});
    }
  }
  return fixed;
}

} // namespace agentc
