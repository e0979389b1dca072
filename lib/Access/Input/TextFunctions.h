#ifndef AGENTC_LIB_ACCESS_INPUT_TEXTFUNCTIONS_H
#define AGENTC_LIB_ACCESS_INPUT_TEXTFUNCTIONS_H

#include "agentc/Access/InputFlow.h"

namespace agentc {

/// The effect of a function of the host or of a module on a text that it is given.
enum class TextFunction {
  Stops, ///< gives something else, or what is harmless in that use; also what isn't known
  Keeps, ///< gives its argument, a copy, or a part of it
  Mixes, ///< puts its arguments into one text
};
TextFunction textFunctionOf(llvm::StringRef path, TextUse use);

/// True if replacing all matches of a value leaves nothing harmful in a text: the value matches
/// everything outside a named set, or the characters that end a text in that use.
bool isCleaning(const Value &pattern, TextUse use);

} // namespace agentc

#endif
