#ifndef AGENTC_LIB_VALUES_HOSTDATA_H
#define AGENTC_LIB_VALUES_HOSTDATA_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// Whether calling or constructing what a path names gives texts, numbers, bytes or what holds
/// values of the program itself: the members of that are nobody's API.
bool givesData(llvm::StringRef path);

/// Whether a path names a list of texts, whose elements are data.
bool isListOfTexts(llvm::StringRef path);

/// Whether a path names what only a program can have put into a prototype of the language.
bool isAddedToPrototype(llvm::StringRef path);

} // namespace agentc

#endif
