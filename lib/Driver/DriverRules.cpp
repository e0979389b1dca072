#include "DriverRules.h"

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
};

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
};

llvm::ArrayRef<const RuleInfo *> driverRules() {
  static const RuleInfo *const rules[] = {&loadFailed, &parserDisagreement};
  return rules;
}

Catalog fullCatalog() {
  std::vector<const RuleInfo *> rules;
  for (llvm::ArrayRef<const RuleInfo *> table : {archiveRules(), bundleRules(), syntaxRules(),
                                                 programRules(), packagingRules(), driverRules()})
    rules.insert(rules.end(), table.begin(), table.end());
  for (const Rule *rule : allRules())
    rules.push_back(&rule->info);
  return Catalog(std::move(rules));
}

} // namespace agentc
