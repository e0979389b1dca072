#ifndef AGENTC_SUPPORT_UTF16_H
#define AGENTC_SUPPORT_UTF16_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace agentc {

/// JavaScript's strings are UTF-16; trees and values hold them as WTF-8.
std::u16string toUtf16(llvm::StringRef wtf8);
/// Joins surrogate pairs; a lone surrogate stays one, as WTF-8 allows.
std::string fromUtf16(std::u16string_view text);

bool isAscii(llvm::StringRef text);
/// Concatenates WTF-8; surrogates that meet at the seam become one code point.
void appendText(std::string &head, llvm::StringRef tail);
/// Compares by UTF-16 code units, as JavaScript's `<` does: negative, zero or positive.
int compareUtf16(llvm::StringRef left, llvm::StringRef right);
/// True if the text holds a surrogate without its partner.
bool hasLoneSurrogate(llvm::StringRef text);

} // namespace agentc

#endif
