#include "InputSinks.h"

#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

/// The input that a timer is given: data, and never a function.
static std::vector<InputTrace> inputOfTimer(const CheckContext &context, const InputFlow &flow,
                                            const ApiUse &use) {
  const auto *call = llvm::dyn_cast<ast::CallExpression>(use.call);
  const auto *spread = call && !call->arguments.empty()
                           ? llvm::dyn_cast<ast::SpreadElement>(call->arguments[0])
                           : nullptr;
  return spread ? flow.intoMember(*spread->argument, "0", TextUse::Key)
                : inputOf(context.values, flow, use, 0, TextUse::Key);
}

static void check(const CheckContext &context, RuleReporter &report) {
  InputFlow flow(context.input);
  for (const ApiUse &use : context.uses.all()) {
    bool isTimer = use.path == "global:setTimeout"_api || use.path == "global:setInterval"_api;
    if (!isTimer || use.kind != UseKind::Call || use.arguments.empty())
      continue;
    if (isText(context.values, *use.arguments[0])) {
      report.at(use, "`" + shown(use.path) + "` is given text to run as code; give it a function");
      continue;
    }
    for (const InputTrace &trace : inputOfTimer(context, flow, use))
      addWay(report.at(use, inputMessage(trace, "what a timer runs as code",
                                         "give the timer a function")),
             context.program, trace, *use.node);
  }
}

extern const Rule ImpliedEval = {{.id = "AC4103",
                                  .name = "implied-eval",
                                  .group = "code generation",
                                  .severity = Severity::Error,
                                  .summary = "timers that are given text",
                                  .access = "code-generation",
                                  .cwe = 95},
                                 check};

} // namespace agentc::rules
