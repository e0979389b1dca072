#include "RulePages.h"

#include "agentc/Archive/ArchiveRules.h"
#include "agentc/Bundle/Bundle.h"
#include "agentc/Check/Waive.h"
#include "agentc/Config/ToolTargets.h"
#include "agentc/Packaging/Package.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Program/Program.h"
#include "agentc/Rules/Rules.h"
#include "agentc/Syntax/Parse.h"

namespace agentc {

const RuleInfo loadFailed = {
    .id = "AC9001",
    .name = "load-failed",
    .group = "sandbox",
    .severity = Severity::Error,
    .summary = "the bundle's top level throws or runs out of a limit when it is loaded",
    .cwe = 248};

const RuleInfo parserDisagreement = {.id = "AC9002",
                                     .name = "parser-disagreement",
                                     .group = "sandbox",
                                     .severity = Severity::Error,
                                     .summary = "V8 refuses to compile a file that agentc parsed",
                                     .cwe = 436};

const RuleInfo loadDifference = {
    .id = "AC9003",
    .name = "load-difference",
    .group = "sandbox",
    .severity = Severity::Error,
    .summary = "the loaded bundle defines other agents or tools than agentc read",
    .precision = Precision::High,
    .cwe = 436};

const RuleInfo loadIncomplete = {.id = "AC9004",
                                 .name = "load-incomplete",
                                 .group = "sandbox",
                                 .severity = Severity::Note,
                                 .summary = "the sandbox cannot say what the bundle defines",
                                 .cwe = 693};

const RuleInfo inferenceMiss = {.id = "AC9005",
                                .name = "inference-miss",
                                .group = "sandbox",
                                .severity = Severity::Error,
                                .summary = "a call that reached what agentc did not infer",
                                .cwe = 684};

const RuleInfo notInSandbox = {.id = "AC9006",
                               .name = "not-in-sandbox",
                               .group = "sandbox",
                               .severity = Severity::Note,
                               .summary = "what code outside of bundles would miss in the sandbox",
                               .cwe = 1059};

llvm::ArrayRef<const RuleInfo *> sandboxRules() {
  static const RuleInfo *const rules[] = {&loadFailed,     &parserDisagreement, &loadDifference,
                                          &loadIncomplete, &inferenceMiss,      &notInSandbox};
  return rules;
}

static Catalog makeCatalog() {
  std::vector<const RuleInfo *> rules;
  for (llvm::ArrayRef<const RuleInfo *> table :
       {archiveRules(), bundleRules(), syntaxRules(), programRules(), toolTargetRules(),
        waiveRules(), packagingRules(), sandboxRules()})
    rules.insert(rules.end(), table.begin(), table.end());
  for (const Rule *rule : allRules())
    rules.push_back(&rule->info);
  return Catalog(std::move(rules), rulePage);
}

const Catalog &fullCatalog() {
  static const Catalog catalog = makeCatalog();
  return catalog;
}

} // namespace agentc
