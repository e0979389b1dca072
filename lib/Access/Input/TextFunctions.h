#ifndef AGENTC_LIB_ACCESS_INPUT_TEXTFUNCTIONS_H
#define AGENTC_LIB_ACCESS_INPUT_TEXTFUNCTIONS_H

#include "agentc/Access/InputFlow.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

/// The effect of a function of the host or of a module on a text that it is given.
enum class TextFunction {
  Stops, ///< gives something else, or what is harmless in that use; also what isn't known
  Keeps, ///< gives its argument, a copy, or a part of it
  Mixes, ///< puts its arguments into one text
};
/// `isDecoded` tells that the text it gives is decoded before it is used.
TextFunction textFunctionOf(llvm::StringRef path, TextUse use, bool isDecoded);

/// Methods that lead a stream into their first argument, and give that.
bool isPiping(llvm::StringRef method);

/// Methods of emitters that keep their second argument for the event of their first.
bool isListening(llvm::StringRef method);

} // namespace agentc

#endif
