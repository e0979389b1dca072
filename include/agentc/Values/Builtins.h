#ifndef AGENTC_VALUES_BUILTINS_H
#define AGENTC_VALUES_BUILTINS_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace agentc {

/// The `name` of a function that ECMAScript itself defines, by its path without `global:`
/// (`Array.prototype.flat`, `parseInt`); std::nullopt for anything else. Inherited names count
/// (`Array.prototype.hasOwnProperty`).
std::optional<llvm::StringRef> nativeFunctionName(llvm::StringRef path);
/// True if the prototype of a built-in type (`Array`) has or inherits the key.
bool hasPrototypeMember(llvm::StringRef type, llvm::StringRef key);
/// True if the path is a constructor that ECMAScript defines.
bool isNativeConstructor(llvm::StringRef path);

/// The relation of a method's result to its receiver, as far as texts go from one to the other.
enum class TextMethod {
  None,
  Text,     ///< the receiver as a text, or a part of it
  Parts,    ///< a list of parts of it
  Replaces, ///< the receiver as a text, with the later arguments in it
  Joins,    ///< the receiver with all arguments
  Elements, ///< a list of the receiver's elements
  Element,  ///< one of the receiver's elements
  Maps,     ///< a list of what its callback gives
  Calls,    ///< what its callback gives
};

/// The effects of a method of the language or of a host's object, by its name alone: of texts,
/// arrays, maps, sets, dates and promises.
struct BuiltinMethod {
  enum Effect : unsigned {
    Nothing = 0,
    CallsEach = 1 << 0,       ///< its first argument with each element
    CallsReduce = 1 << 1,     ///< its first argument with the result so far and each element
    CallsResult = 1 << 2,     ///< its first argument with the result of a promise
    CallsFrom = 1 << 3,       ///< its second argument with each element of its first
    LeavesReceiver = 1 << 4,  ///< changes nothing of it
    ChangesElements = 1 << 5, ///< of an array
    ChangesEntries = 1 << 6,  ///< of a map or a set
    TakesArguments = 1 << 7,  ///< puts them into the receiver or its copy
    GivesElement = 1 << 8,    ///< one of the receiver's
    GivesElements = 1 << 9,   ///< the receiver, or a list of its elements
  };

  unsigned effects = Nothing;
  TextMethod text = TextMethod::None;

  /// True if it has one of the effects.
  bool does(unsigned wanted) const { return (effects & wanted) != 0; }
};

/// Returns the effects of a method that Builtins.def has; nothing for any other.
BuiltinMethod builtinMethod(llvm::StringRef name);

/// True if a method of arrays calls its first argument for each element.
inline bool takesCallback(llvm::StringRef name) {
  return builtinMethod(name).does(BuiltinMethod::CallsEach | BuiltinMethod::CallsReduce);
}
/// True if a method of arrays calls its first argument with what that gave before.
inline bool isReduction(llvm::StringRef name) {
  return builtinMethod(name).does(BuiltinMethod::CallsReduce);
}
/// True if a method of arrays changes its receiver.
inline bool changesArray(llvm::StringRef name) {
  return builtinMethod(name).does(BuiltinMethod::ChangesElements);
}

} // namespace agentc

#endif
