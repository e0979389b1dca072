#include "DriverRules.h"

#include "agentc/Analysis/ToolTargets.h"
#include "agentc/Analysis/Waive.h"
#include "agentc/Archive/ArchiveRules.h"
#include "agentc/Bundle/Bundle.h"
#include "agentc/Packaging/Package.h"
#include "agentc/Program/Program.h"
#include "agentc/Rules/Rules.h"
#include "agentc/Syntax/Parse.h"

namespace agentc {

const RuleInfo loadFailed = {
    "AC9001",
    "load-failed",
    "sandbox",
    Severity::Error,
    "the bundle's top level throws or runs out of a limit when it is loaded",
    "",
    {.what =
         "The sandbox loaded the bundle's entry, and its top level threw, asked for a module that "
         "the sandbox does not give, or reached a limit of time or memory.",
     .why = "No tool of such a bundle can be called: every call would end with `load-failed`.",
     .fails = "const limit = undefined.limit;\n"
              "module.exports = async function handler(input) { return limit; };\n",
     .passes = "const limit = 3;\n"
               "module.exports = async function handler(input) { return limit; };\n",
     .limits = "The load test runs without network and only where the static check found no error. "
               "`--no-load-test` leaves it out."},
    Precision::VeryHigh,
    248};

const RuleInfo parserDisagreement = {
    "AC9002",
    "parser-disagreement",
    "sandbox",
    Severity::Error,
    "V8 refuses to compile a file that agentc parsed",
    "",
    {.what = "agentc read a file without error, but V8, which would run it, refuses to compile it.",
     .why = "Where two parsers read a file differently, what was checked may not be what runs.",
     .fails = "let total = 1;\n"
              "let total = 2;\n"
              "module.exports = async function handler(input) { return total; };\n",
     .passes = "let total = 1;\n"
               "total = 2;\n"
               "module.exports = async function handler(input) { return total; };\n",
     .limits = "Only files that the entry reaches are compiled."},
    Precision::VeryHigh,
    436};

const RuleInfo loadDifference = {
    "AC9003",
    "load-difference",
    "sandbox",
    Severity::Error,
    "the loaded bundle defines other agents or tools than agentc read",
    "",
    {.what =
         "The sandbox loaded the bundle and looked at what it defines: its agents and tools, with "
         "their names, descriptions, instructions and schemas. Something is missing, is there "
         "besides, or says something else than agentc read in the source.",
     .why =
         "What was checked and approved must be what a model is told. Such a definition depends on "
         "when or where it is made, or agentc read it wrongly; then please report it.",
     .fails = "const greet = createTool({ description: words, execute: async () => 'hello' });\n"
              "var words = 'greets';\n"
              "module.exports = createLightfast({\n"
              "  agents: { main: createAgent({ name: 'main', system: 'Be kind.', tools: { greet } "
              "}) },\n"
              "});\n",
     .passes =
         "const words = 'greets';\n"
         "const greet = createTool({ description: words, execute: async () => 'hello' });\n"
         "module.exports = createLightfast({\n"
         "  agents: { main: createAgent({ name: 'main', system: 'Be kind.', tools: { greet } }) "
         "},\n"
         "});\n",
     .limits = "Fields that agentc could not resolve are not compared, nor who provides a model. "
               "Where agentc "
               "said that "
               "an agent may have more tools than are known, others are not reported."},
    Precision::High,
    436};

const RuleInfo loadIncomplete = {
    "AC9004",
    "load-incomplete",
    "sandbox",
    Severity::Note,
    "the sandbox cannot say what the bundle defines",
    "",
    {.what = "The bundle asks for a module or service that the sandbox does not have, a definition "
             "holds "
             "an object that is no plain data and no schema that can be read, or it is made by a "
             "function that nothing calls while the bundle is loaded.",
     .why = "What was read was then not compared with what is, and that should be known.",
     .fails = "const { sum } = require('lodash-es');\n"
              "module.exports = async function handler(input) { return sum(input); };\n",
     .passes = "module.exports = async function handler(input) { return String(input); };\n",
     .limits = ""},
    Precision::VeryHigh,
    693};

const RuleInfo inferenceMiss = {
    "AC9005",
    "inference-miss",
    "sandbox",
    Severity::Error,
    "a call that reached what agentc did not infer",
    "",
    {.what = "A tool or handler that `agentc run` called asked for a host, an environment variable "
             "or a module that was not among what agentc inferred from its code.",
     .why = "What a reviewer agreed to is what was inferred. The call got no more than its grant, "
            "but agentc read the code wrongly: please report it.",
     .fails = "",
     .passes = "",
     .limits = "Where agentc said that it lost the trail, nothing is compared."},
    Precision::VeryHigh,
    684};

llvm::ArrayRef<const RuleInfo *> driverRules() {
  static const RuleInfo *const rules[] = {&loadFailed, &parserDisagreement, &loadDifference,
                                          &loadIncomplete, &inferenceMiss};
  return rules;
}

Catalog fullCatalog() {
  std::vector<const RuleInfo *> rules;
  for (llvm::ArrayRef<const RuleInfo *> table :
       {archiveRules(), bundleRules(), syntaxRules(), programRules(), toolTargetRules(),
        waiveRules(), packagingRules(), driverRules()})
    rules.insert(rules.end(), table.begin(), table.end());
  for (const Rule *rule : allRules())
    rules.push_back(&rule->info);
  return Catalog(std::move(rules));
}

} // namespace agentc
