#ifndef AGENTC_LIB_VALUES_COMPILED_NULLISHTESTS_H
#define AGENTC_LIB_VALUES_COMPILED_NULLISHTESTS_H

#include "agentc/Program/Program.h"

namespace agentc {

/// A choice by which compilers write `x?.y` and `x ?? y`, where `x` may be kept in a variable
/// first.
struct NullishTest {
  const ast::Node *tested = nullptr; ///< `x`, or the assignment that keeps it
  const ast::Node *kept = nullptr;   ///< what is given where `x` is neither null nor undefined
  const ast::Node *other = nullptr;
  bool keepsItself = false; ///< `x` itself is given
};

/// Reads `x === null || x === void 0 ? void 0 : x.y`, `x !== null && x !== void 0 ? x : y` and
/// `x != null ? x : y`; std::nullopt for any other choice.
std::optional<NullishTest> nullishTestOf(const Program &program,
                                         const ast::ConditionalExpression &choice);

} // namespace agentc

#endif
