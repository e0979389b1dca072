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

/// The relation of a method's result to its receiver, by the method's name; the methods are
/// those of texts, arrays, maps and promises.
enum class TextMethod {
  None,
  Text,     ///< the receiver as a text, or a part of it
  Replaces, ///< the same, with its later arguments in it
  Joins,    ///< the receiver with all arguments
  Elements, ///< a list of the receiver's elements
  Element,  ///< one of the receiver's elements
  Maps,     ///< a list of what its callback gives
  Calls,    ///< what its callback gives
};
TextMethod textMethodOf(llvm::StringRef name);

/// The arguments that a method's callback gets.
enum class CallbackStyle { None, Element, Reduce, Result, From };
CallbackStyle callbackStyleOf(llvm::StringRef method);

/// Methods that put their arguments into their receiver.
bool isCollecting(llvm::StringRef method);

/// True if replacing all matches of a value leaves nothing harmful in a text: the value matches
/// everything outside a named set, or the characters that end a text in that use.
bool isCleaning(const Value &pattern, TextUse use);

} // namespace agentc

#endif
