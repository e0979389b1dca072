#ifndef AGENTC_LIB_RULES_CHARACTERS_H
#define AGENTC_LIB_RULES_CHARACTERS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

/// Unicode properties of characters and names, by ICU.
namespace agentc {

/// A character that leaves no mark: Default_Ignorable_Code_Point, and what else has no glyph.
bool isInvisible(uint32_t codePoint);
bool isPrivateUse(uint32_t codePoint);
bool isVariationSelector(uint32_t codePoint);
/// True if an emoji may continue with joiners and variation selectors after this character.
bool isEmojiPart(uint32_t codePoint);
/// True if U+200C and U+200D join or separate the letters of this character's script, as in
/// Arabic and the scripts of India.
bool usesJoiners(uint32_t codePoint);
/// `U+200B zero width space`.
std::string nameOfCharacter(uint32_t codePoint);

/// The name by which names look alike (Unicode TR39, section 4); UTF-8.
std::string skeletonOf(llvm::StringRef name);
/// Of a name whose letters come from scripts that nobody writes together, the stranger's name:
/// `Cyrillic` of a Latin name with one Cyrillic letter that looks Latin.
std::optional<std::string> strangerIn(llvm::StringRef name);
bool isGreek(llvm::StringRef name);
/// True if a name's letters come from more than one script besides Latin, as in no language.
bool mixesOddScripts(llvm::StringRef name);

} // namespace agentc

#endif
