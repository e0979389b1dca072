#ifndef AGENTC_SUPPORT_JSONMATCH_H
#define AGENTC_SUPPORT_JSONMATCH_H

#include "agentc/Support/JsonSchema.h"

namespace agentc {

/// Where a value is not what was expected: a few faults at most. Expected values stand for
/// themselves (numbers by their value, members in any order), but for objects whose only member is
/// a matcher:
///   {"$any": true}       whatever is there; or a type's name: "string", "number", "integer",
///                        "boolean", "object", "array"
///   {"$like": "a*z"}     a text, in which each `*` of the pattern stands for any text
///   {"$subset": {…}}     an object that has at least these members
///   {"$contains": […]}   an array in which each of these is somewhere
///   {"$equals": …}       the value itself, in which nothing is a matcher
/// Bounded in steps, whatever both say: what takes more is a fault.
std::vector<JsonFault> matchJson(const Json &expected, const Json &actual);

/// The keys of an expected value that begin with `$` like a matcher, and aren't matchers.
std::vector<JsonFault> checkMatchers(const Json &expected);

/// Whether `*` in a pattern can stand for what makes it the text.
bool isLike(llvm::StringRef pattern, llvm::StringRef text);

} // namespace agentc

#endif
