#include "ToolTargetRules.h"

#include "agentc/Config/ToolTargets.h"

namespace agentc {

const RuleInfo target::name = {.id = "AC7101",
                               .name = "target-name",
                               .group = "targets",
                               .severity = Severity::Error,
                               .summary = "names that the API asked for by `--target` refuses",
                               .cwe = 1286};

const RuleInfo target::schema = {.id = "AC7102",
                                 .name = "target-schema",
                                 .group = "targets",
                                 .severity = Severity::Error,
                                 .summary = "schemas that the API asked for by `--target` refuses",
                                 .cwe = 1286};

const RuleInfo target::description = {
    .id = "AC7103",
    .name = "target-description",
    .group = "targets",
    .severity = Severity::Warning,
    .summary = "descriptions that the API asked for by `--target` does not get whole",
    .cwe = 222};

const RuleInfo target::duplicate = {
    .id = "AC7104",
    .name = "target-duplicate",
    .group = "targets",
    .severity = Severity::Error,
    .summary = "several tools of one name for the API asked for by `--target`",
    .cwe = 694};

llvm::ArrayRef<const RuleInfo *> toolTargetRules() {
  static const RuleInfo *const rules[] = {&target::name, &target::schema, &target::description,
                                          &target::duplicate};
  return rules;
}

} // namespace agentc
