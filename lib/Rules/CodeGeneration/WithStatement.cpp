#include "agentc/Rules/Rules.h"

#include "agentc/Analysis/Walk.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const auto &module : context.program.modules()) {
    if (!module->syntax->program)
      continue;
    walk(*module->syntax->program, [&](const ast::Node &node) {
      if (const auto *with = llvm::dyn_cast<ast::WithStatement>(&node))
        report.at(*with->object, "`with` decides at run time what every name below it means");
      return true;
    });
  }
}

extern const Rule WithStatement = {{"AC4104",
                                    "with-statement",
                                    "code generation",
                                    Severity::Error,
                                    "`with` statements",
                                    "",
                                    {"A `with` statement.",
                                     "Names in it mean members of an object that only running "
                                     "shows, so nothing that is read there "
                                     "can be relied on. Modules and strict code don't have it.",
                                     R"(module.exports = async function handler(input) {
  with (input) {
    return expression;
  }
};
)",
                                     R"(module.exports = async function handler({ expression }) {
  return expression;
};
)",
                                     ""},
                                    Precision::VeryHigh,
                                    1121},
                                   check};

} // namespace agentc::rules
