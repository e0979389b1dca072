#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  const AgentConfig &config = context.config;
  if (!config.agents.empty() || !config.tools.empty() || !config.features.empty() ||
      config.carriesFramework || context.bundle.isSourceTree || context.program.modules().empty())
    return;
  const ModuleInfo *entry = context.program.entry();
  if (!entry && context.bundle.form != BundleForm::SingleFile)
    return; // that there is none is told
  Diagnostic &finding = report.at(entry ? entry->path().str() : "", std::nullopt,
                                  "nothing here can be called: no tool, agent or handler was "
                                  "found; a handler is what a module exports as a whole or as "
                                  "its default");
  // what couldn't be followed may hold some, and was told
  if (!config.unresolved.empty() || context.bundle.form == BundleForm::SingleFile)
    lowerTo(finding, Severity::Note);
}

extern const Rule NothingToCall = {{.id = "AC7011",
                                    .name = "nothing-to-call",
                                    .group = "agents",
                                    .severity = Severity::Warning,
                                    .summary = "bundles without a tool, agent or handler",
                                    .precision = Precision::High,
                                    .cwe = 1068,
                                    .concern = Concern::Bundle},
                                   check};

} // namespace agentc::rules
