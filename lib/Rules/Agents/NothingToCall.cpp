#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  const AgentConfig &config = context.config;
  if (!config.agents.empty() || !config.tools.empty() || config.carriesFramework ||
      context.bundle.isSourceTree || context.program.modules().empty())
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

extern const Rule NothingToCall = {
    {"AC7011",
     "nothing-to-call",
     "agents",
     Severity::Warning,
     "bundles without a tool, agent or handler",
     "",
     {"A bundle has an entry, and neither that nor what it loads defines a tool, an agent or a "
      "handler that agentc knows.",
      "Such a package can be sealed and installed, and each call of it fails. Most often a handler "
      "is not exported, or an export is misspelt.",
      R"(async function handler(input) {
  return input.text;
}
)",
      R"(module.exports = async function handler(input) {
  return input.text;
};
)",
      "Of a single file, and where extraction left something unresolved, it is a note."},
     Precision::High,
     1068},
    check};

} // namespace agentc::rules
