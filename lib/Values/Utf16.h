#ifndef AGENTC_LIB_VALUES_UTF16_H
#define AGENTC_LIB_VALUES_UTF16_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace agentc {

/// JavaScript's strings are UTF-16; trees and values hold them as WTF-8.
std::u16string toUtf16(llvm::StringRef wtf8);
/// Joins surrogate pairs; a lone surrogate stays one, as WTF-8 allows.
std::string fromUtf16(std::u16string_view text);

} // namespace agentc

#endif
