#include "EntryNames.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"

using namespace agentc;

/// The name as file systems compare it that ignore case (simple folding, Unicode 15).
static std::string foldCase(llvm::StringRef name) {
  std::string folded;
  for (size_t at = 0; at != name.size();) {
    const DecodedCharacter c = decodeUtf8(name, at);
    appendUtf8(folded, llvm::sys::unicode::foldCharSimple(*c.codePoint));
    at += c.length;
  }
  return folded;
}

bool EntryNames::accept(llvm::StringRef name, bool isFolder) {
  return isSafe(name) && acceptParts(name) && acceptBeside(name, isFolder);
}

bool EntryNames::isSafe(llvm::StringRef name) {
  if (name.size() > limits_.pathBytes)
    return refusals_.entry(refused::longPath, name,
                           "is a path of " + llvm::Twine(name.size()) + " bytes; at most " +
                               llvm::Twine(limits_.pathBytes) + " are read");
  if (findInvalidUtf8(name))
    return refusals_.entry(refused::nameEncoding, name, "is not UTF-8");
  for (size_t at = 0; at != name.size();) {
    const DecodedCharacter c = decodeUtf8(name, at);
    if (isDeceptive(*c.codePoint))
      return refusals_.entry(
          refused::controlCharacter, name,
          llvm::formatv("has the character U+{0:X-4} in its name", *c.codePoint).str());
    at += c.length;
  }
  if (name.contains('\\'))
    return refusals_.entry(refused::backslash, name,
                           "has a backslash in its name; `/` separates folders");
  if (name.starts_with("/"))
    return refusals_.entry(refused::absoluteName, name, "is an absolute name");
  return true;
}

bool EntryNames::acceptParts(llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef, 32> parts;
  name.split(parts, '/');
  for (llvm::StringRef part : parts) {
    if (part == "..")
      return refusals_.entry(refused::traversal, name, "climbs out of the archive");
    if (part.empty())
      return refusals_.entry(refused::unnormalizedName, name, "has an empty part in its name");
    if (part == ".")
      return refusals_.entry(refused::unnormalizedName, name, "has a part `.` in its name");
    // In any part, since a tar archive's top folder may be removed.
    if (part.size() >= 2 && llvm::isAlpha(part[0]) && part[1] == ':')
      return refusals_.entry(refused::absoluteName, name, "has a drive letter in its name");
  }
  if (parts.size() > limits_.pathDepth)
    return refusals_.entry(refused::deepPath, name,
                           "is " + llvm::Twine(parts.size()) + " parts deep; at most " +
                               llvm::Twine(limits_.pathDepth) + " are read");
  return true;
}

bool EntryNames::acceptBeside(llvm::StringRef name, bool isFolder) {
  const std::string folded = foldCase(name);
  // Folding keeps `/`, so both have the same parts, though perhaps of other lengths.
  size_t end = name.find('/'), foldedEnd = folded.find('/');
  for (; end != llvm::StringRef::npos;
       end = name.find('/', end + 1), foldedEnd = folded.find('/', foldedEnd + 1))
    if (!note(name.take_front(end), llvm::StringRef(folded).take_front(foldedEnd), true, false))
      return false;
  return note(name, folded, isFolder, true);
}

bool EntryNames::note(llvm::StringRef name, llvm::StringRef folded, bool isFolder, bool isEntry) {
  auto [at, isNew] = byFolded_.try_emplace(folded, Known{name.str(), isFolder, isEntry});
  Known &known = at->second;
  if (isNew)
    return true;
  if (known.isFolder != isFolder)
    return refusals_.entry(refused::folderConflict, name,
                           "is a file and a folder in the same archive");
  if (known.name != name)
    return refusals_.entry(refused::caseCollision, name,
                           "and `" + known.name + "` differ only in case");
  if (known.isEntry && isEntry)
    return refusals_.entry(refused::duplicate, name, "is in the archive twice");
  known.isEntry |= isEntry;
  return true;
}
