#include "Characters.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <set>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uspoof.h>

namespace agentc {

static UChar32 asIcu(uint32_t codePoint) { return static_cast<UChar32>(codePoint); }

bool isInvisible(uint32_t codePoint) {
  return codePoint >= 0x80 &&
         (u_hasBinaryProperty(asIcu(codePoint), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) ||
          (codePoint >= 0xFFF9 && codePoint <= 0xFFFB));
}

bool isPrivateUse(uint32_t codePoint) {
  return codePoint >= 0xE000 && u_charType(asIcu(codePoint)) == U_PRIVATE_USE_CHAR;
}

bool isVariationSelector(uint32_t codePoint) {
  return codePoint >= 0x180B && u_hasBinaryProperty(asIcu(codePoint), UCHAR_VARIATION_SELECTOR);
}

bool isEmojiPart(uint32_t codePoint) {
  return u_hasBinaryProperty(asIcu(codePoint), UCHAR_EMOJI) ||
         u_hasBinaryProperty(asIcu(codePoint), UCHAR_EXTENDED_PICTOGRAPHIC) ||
         u_hasBinaryProperty(asIcu(codePoint), UCHAR_EMOJI_MODIFIER);
}

static UScriptCode scriptOf(uint32_t codePoint) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript(asIcu(codePoint), &status);
  return U_SUCCESS(status) ? script : USCRIPT_UNKNOWN;
}

bool usesJoiners(uint32_t codePoint) {
  if (codePoint < 0x600)
    return false;
  // Indic scripts form conjuncts by a virama, Arabic and its like join their letters.
  return u_getIntPropertyValue(asIcu(codePoint), UCHAR_INDIC_SYLLABIC_CATEGORY) > 0 ||
         u_getIntPropertyValue(asIcu(codePoint), UCHAR_JOINING_TYPE) != U_JT_NON_JOINING;
}

std::string nameOfCharacter(uint32_t codePoint) {
  std::string digits = llvm::utohexstr(codePoint);
  std::string text = "U+" + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') + digits;
  char name[128];
  UErrorCode status = U_ZERO_ERROR;
  if (u_charName(asIcu(codePoint), U_UNICODE_CHAR_NAME, name, sizeof name, &status) > 0 &&
      U_SUCCESS(status))
    text += " " + llvm::StringRef(name).lower();
  return text;
}

std::string skeletonOf(llvm::StringRef name) {
  static USpoofChecker *const checker = [] {
    UErrorCode status = U_ZERO_ERROR;
    return uspoof_open(&status);
  }();
  if (!checker)
    return name.str();
  std::string skeleton(name.size() * 4 + 16, '\0');
  UErrorCode status = U_ZERO_ERROR;
  int32_t size =
      uspoof_getSkeletonUTF8(checker, 0, name.data(), static_cast<int32_t>(name.size()),
                             skeleton.data(), static_cast<int32_t>(skeleton.size()), &status);
  if (U_FAILURE(status) || size < 0 || static_cast<size_t>(size) > skeleton.size())
    return name.str();
  skeleton.resize(static_cast<size_t>(size));
  return skeleton;
}

/// The scripts of a name's letters, without what all scripts share.
static std::set<UScriptCode> scriptsIn(llvm::StringRef name) {
  std::set<UScriptCode> scripts;
  for (size_t at = 0; at < name.size();) {
    DecodedCharacter character = decodeUtf8(name, at);
    at += character.length;
    if (!character.codePoint || !u_isalpha(asIcu(*character.codePoint)))
      continue;
    UScriptCode script = scriptOf(*character.codePoint);
    if (script != USCRIPT_COMMON && script != USCRIPT_INHERITED)
      scripts.insert(script);
  }
  return scripts;
}

static bool isAscii(llvm::StringRef text) {
  return llvm::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::optional<std::string> strangerIn(llvm::StringRef name) {
  if (isAscii(name) || !isAscii(skeletonOf(name)))
    return std::nullopt;
  bool hasLatin = false;
  std::optional<uint32_t> stranger;
  for (size_t at = 0; at < name.size();) {
    DecodedCharacter character = decodeUtf8(name, at);
    at += character.length;
    uint32_t c = character.codePoint.value_or(0);
    hasLatin |= c < 0x80 && llvm::isAlpha(static_cast<char>(c));
    // Turkish and its like have letters of their own below U+0250; styled letters lie far above.
    if (c >= 0x250 && u_isalpha(asIcu(c)))
      stranger = c;
  }
  if (!stranger)
    return std::nullopt;
  UScriptCode script = scriptOf(*stranger);
  if (script == USCRIPT_LATIN || script == USCRIPT_COMMON)
    return "styled";
  if (!hasLatin)
    return std::nullopt;
  const char *text = uscript_getName(script);
  return text ? std::string(text) : "foreign";
}

bool isGreek(llvm::StringRef name) {
  return scriptsIn(name) == std::set<UScriptCode>{USCRIPT_GREEK};
}

bool mixesOddScripts(llvm::StringRef name) {
  if (isAscii(name))
    return false;
  std::set<UScriptCode> scripts = scriptsIn(name);
  scripts.erase(USCRIPT_LATIN);
  // Japanese and Korean are written in several.
  for (UScriptCode asian : {USCRIPT_HAN, USCRIPT_HIRAGANA, USCRIPT_HANGUL, USCRIPT_BOPOMOFO})
    if (scripts.erase(asian))
      scripts.erase(USCRIPT_KATAKANA);
  return scripts.size() > 1 || (!scripts.empty() && name.contains("\xEF\xBE\x9F"));
}

} // namespace agentc
