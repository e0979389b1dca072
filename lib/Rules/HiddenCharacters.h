#ifndef AGENTC_LIB_RULES_HIDDENCHARACTERS_H
#define AGENTC_LIB_RULES_HIDDENCHARACTERS_H

#include "agentc/Syntax/Ast.h"

#include <vector>

namespace agentc {

/// The part of a source that a character belongs to.
enum class TextPlace : uint8_t {
  Between, ///< a comment, white space, a type
  Name,    ///< an identifier
  Text,    ///< a string, a template, JSX text
  Pattern, ///< a regular expression
};

/// A character that leaves no mark, reorders its line, or has no meaning of its own (private use).
struct HiddenCharacter {
  uint32_t codePoint;
  ByteRange range;
  TextPlace place;
  ByteRange token; ///< what it is part of; for Between all of the file
};

/// All of a source's, in source order; nothing for most sources, at the price of one look at their
/// bytes.
std::vector<HiddenCharacter> hiddenCharactersOf(const ast::Module &module);

/// Embeddings, overrides and isolates (Unicode UAX #9), which marks are not.
bool isBidiControl(uint32_t codePoint);

} // namespace agentc

#endif
