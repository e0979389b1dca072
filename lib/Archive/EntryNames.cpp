#include "EntryNames.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Unicode.h"

#include <unicode/unorm2.h>
#include <unicode/ustring.h>

using namespace agentc;

/// A name in Unicode's normal form of composed (NFC) or decomposed characters (NFD).
static std::string normalize(llvm::StringRef name, decltype(unorm2_getNFCInstance) getForm) {
  std::u16string text(name.size(), 0), normal(4 * name.size() + 16, 0);
  UErrorCode error = U_ZERO_ERROR;
  int32_t length = 0;
  u_strFromUTF8(text.data(), static_cast<int32_t>(text.size()), &length, name.data(),
                static_cast<int32_t>(name.size()), &error);
  const UNormalizer2 *form = getForm(&error);
  length = unorm2_normalize(form, text.data(), length, normal.data(),
                            static_cast<int32_t>(normal.size()), &error);
  std::string result(3 * normal.size(), 0);
  int32_t bytes = 0;
  u_strToUTF8(result.data(), static_cast<int32_t>(result.size()), &bytes, normal.data(), length,
              &error);
  if (U_FAILURE(error))
    return name.str();
  result.resize(static_cast<size_t>(bytes));
  return result;
}

/// The name in simple folding of case (Unicode 15).
static std::string foldCase(llvm::StringRef name) {
  std::string folded;
  for (size_t at = 0; at != name.size();) {
    const DecodedCharacter c = decodeUtf8(name, at);
    appendUtf8(folded, llvm::sys::unicode::foldCharSimple(*c.codePoint));
    at += c.length;
  }
  return folded;
}

/// The name as file systems compare it that ignore case and how characters are composed.
static std::string fold(llvm::StringRef name) {
  if (llvm::all_of(name, [](unsigned char c) { return c < 0x80; }))
    return name.lower();
  return normalize(foldCase(normalize(name, unorm2_getNFDInstance)), unorm2_getNFCInstance);
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
  const std::string folded = fold(name);
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
                           "and `" + known.name + "` differ only in " +
                               (foldCase(known.name) == foldCase(name)
                                    ? "case"
                                    : "how their characters are composed"));
  if (known.isEntry && isEntry)
    return refusals_.entry(refused::duplicate, name, "is in the archive twice");
  known.isEntry |= isEntry;
  return true;
}
