#ifndef AGENTC_LIB_VALUES_HOSTDATA_H
#define AGENTC_LIB_VALUES_HOSTDATA_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// True if calling or constructing a path gives texts, numbers, bytes, or something that holds
/// values of the program itself; members of such a result are nobody's API.
bool givesData(llvm::StringRef path);

/// True if a path names a list of texts, whose elements are data.
bool isListOfTexts(llvm::StringRef path);

/// True if a path names a member that only a program can have put into a prototype of the
/// language.
bool isAddedToPrototype(llvm::StringRef path);

} // namespace agentc

#endif
