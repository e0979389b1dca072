#include "ModuleUses.h"

namespace agentc::rules {

static constexpr llvm::StringLiteral message =
    "a native module is loaded; the sandbox runs JavaScript only";

static void check(const CheckContext &context, RuleReporter &report) {
  for (const auto &module : context.program.modules())
    for (const auto &import : module->imports)
      if (import->source && import->source->text.ends_with(".node"))
        report.at(*import->source, message.str());
  for (const ApiUse &use : context.uses.all()) {
    bool loads = use.path == "global:require" || use.path == "global:import" ||
                 use.path == "global:process.dlopen";
    if (!loads || use.kind != UseKind::Call)
      continue;
    for (const Value *argument : use.arguments)
      forEachAlternative(*argument, [&](const Value &value) {
        if (std::optional<llvm::StringRef> name = asString(value); name && name->ends_with(".node"))
          report.at(use, message.str());
      });
  }
}

extern const Rule NativeModule = {
    {"AC4209",
     "native-module",
     "modules",
     Severity::Error,
     "native modules",
     "process",
     {"A file with the extension `.node` is imported, required or opened by `process.dlopen`.",
      "Such a file is machine code with all rights of the process; agentc cannot read it.",
      R"(const addon = require('./build/addon.node');
module.exports = async function handler() {
  return addon.run();
};
)",
      R"(const file = './build/addon.node';
module.exports = async function handler() {
  return file;
};
)",
      ""},
     Precision::VeryHigh,
     829},
    check};

} // namespace agentc::rules
