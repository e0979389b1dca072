#include "BaseClass.h"
#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  const ModuleInfo *entry = context.program.entry();
  if (!entry || entry->syntax->goal == ast::Goal::Json)
    return;
  BaseSearch search = findBase(context, agentClassOf(context, *entry));
  if (!search.lookalike)
    return;
  Diagnostic &finding =
      report.at(*search.lookalike, "`" + shownText(search.lookalikeName) +
                                       "` is the bundle's own class, not the base class of that "
                                       "name");
  if (ast::isClass(*search.lookalike) || ast::isFunction(*search.lookalike))
    finding.range = headOfClass(*search.lookalike);
}

extern const Rule BaseAgentLookalike = {
    {.id = "AC7002",
     .name = "base-agent-lookalike",
     .group = "agents",
     .severity = Severity::Error,
     .summary = "agents that extend a class which only has the base class's name",
     .precision = Precision::High,
     .cwe = 1007,
     .concern = Concern::Bundle},
    check};

} // namespace agentc::rules
