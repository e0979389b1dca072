#include "SyntaxRules.h"

#include "agentc/Syntax/Parse.h"

namespace agentc {

const RuleInfo rule::syntaxError = {.id = "AC3001",
                                    .name = "syntax-error",
                                    .group = "syntax",
                                    .severity = Severity::Error,
                                    .summary = "source that can't be read",
                                    .cwe = 1286};

const RuleInfo rule::syntaxTooDeep = {.id = "AC3002",
                                      .name = "syntax-too-deep",
                                      .group = "syntax",
                                      .severity = Severity::Error,
                                      .summary = "source nested too deeply",
                                      .cwe = 674};

const RuleInfo rule::syntaxTooComplex = {.id = "AC3003",
                                         .name = "syntax-too-complex",
                                         .group = "syntax",
                                         .severity = Severity::Error,
                                         .summary = "source that takes too much to read",
                                         .precision = Precision::High,
                                         .cwe = 400};

const RuleInfo rule::ambiguousSyntax = {.id = "AC3004",
                                        .name = "ambiguous-syntax",
                                        .group = "syntax",
                                        .severity = Severity::Error,
                                        .summary = "source that two parsers may read differently",
                                        .cwe = 436};

llvm::ArrayRef<const RuleInfo *> syntaxRules() {
  static constexpr const RuleInfo *rules[] = {&rule::syntaxError, &rule::syntaxTooDeep,
                                              &rule::syntaxTooComplex, &rule::ambiguousSyntax};
  return rules;
}

} // namespace agentc
