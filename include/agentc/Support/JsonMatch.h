#ifndef AGENTC_SUPPORT_JSONMATCH_H
#define AGENTC_SUPPORT_JSONMATCH_H

#include "agentc/Support/JsonSchema.h"

namespace agentc {

/// Finds the differences between a value and the expected one: a few faults at most. Expected
/// values stand for themselves (numbers by their value, members in any order), except for
/// objects whose only member is a matcher:
///   {"$any": true}       any value; or a type's name: "string", "number", "integer",
///                        "boolean", "object", "array"
///   {"$like": "a*z"}     a text, in which each `*` of the pattern stands for any text
///   {"$subset": {…}}     an object that has at least these members
///   {"$contains": […]}   an array in which each of these is somewhere
///   {"$equals": …}       the value itself, in which nothing is a matcher
/// The steps are limited, whatever the two values; a comparison that takes more is a fault.
std::vector<JsonFault> matchJson(const Json &expected, const Json &actual);

/// The keys of an expected value that begin with `$` like a matcher, and aren't matchers.
std::vector<JsonFault> checkMatchers(const Json &expected);

/// True if a pattern matches the text, with each `*` standing for any text.
bool isLike(llvm::StringRef pattern, llvm::StringRef text);

} // namespace agentc

#endif
