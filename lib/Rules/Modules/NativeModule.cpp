#include "ModuleUses.h"

#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

static constexpr llvm::StringLiteral message =
    "a native module is loaded; the sandbox runs JavaScript only";

static void check(const CheckContext &context, RuleReporter &report) {
  for (const auto &module : context.program.modules())
    for (const auto &import : module->imports)
      if (import->source && import->source->text.ends_with(".node"))
        report.at(*import->source, message.str());
  for (const ApiUse &use : context.uses.all()) {
    bool loads = use.path == "global:require"_api || use.path == "global:import"_api ||
                 use.path == "global:process.dlopen"_api;
    if (!loads || use.kind != UseKind::Call)
      continue;
    for (const Value *argument : use.arguments)
      forEachAlternative(*argument, [&](const Value &value) {
        if (std::optional<llvm::StringRef> name = asString(value); name && name->ends_with(".node"))
          report.at(use, message.str());
      });
  }
}

extern const Rule NativeModule = {{.id = "AC4209",
                                   .name = "native-module",
                                   .group = "modules",
                                   .severity = Severity::Error,
                                   .summary = "native modules",
                                   .access = "process",
                                   .cwe = 829,
                                   .concern = Concern::Sandbox},
                                  check};

} // namespace agentc::rules
