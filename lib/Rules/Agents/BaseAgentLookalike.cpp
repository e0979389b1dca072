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
    {"AC7002",
     "base-agent-lookalike",
     "agents",
     Severity::Error,
     "agents that extend a class which only has the base class's name",
     "",
     {"The entry's default export extends a class of the bundle that has the base class's name and "
      "doesn't extend it.",
      "It reads as if the platform's rules held for the agent, and none of them does.",
      R"(class BaseAgent {}

export default class SalesAgent extends BaseAgent {}
)",
      R"(import { BaseAgent as Base } from '@buzzi/base-agent';

class BaseAgent extends Base {}

export default class SalesAgent extends BaseAgent {}
)",
      ""},
     Precision::High,
     1007},
    check};

} // namespace agentc::rules
