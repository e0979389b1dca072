#ifndef AGENTC_LIB_PROGRAM_LOWERING_TEXTEDIT_H
#define AGENTC_LIB_PROGRAM_LOWERING_TEXTEDIT_H

#include "agentc/Support/Range.h"

#include "llvm/ADT/StringRef.h"

#include <string>

namespace agentc {

/// Other text for a part of a module; an empty range inserts. The lines of the range stay.
struct TextEdit {
  ByteRange range;
  std::string text;
  /// Of the range, what another edit moves: its lines go with it.
  ByteRange moved = {};
  /// The range that is moved here, behind `text`, and the text that follows it.
  ByteRange from = {};
  std::string behind = {};
  bool flat = false; ///< what is moved here has its line breaks where it was
};

/// A string literal for a text in WTF-8; with `escaped` without characters that deceive a reader.
std::string quoteText(llvm::StringRef text, bool escaped);

/// Returns the text behind leading spaces and comments.
llvm::StringRef skipTrivia(llvm::StringRef text);
/// Returns the offset at which a text goes on behind spaces and comments at another.
uint32_t skipTrivia(llvm::StringRef text, uint32_t offset);

} // namespace agentc

#endif
