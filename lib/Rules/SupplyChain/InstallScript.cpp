#include "Uses.h"

namespace agentc::rules {

static constexpr llvm::StringLiteral installScripts[] = {
    "preinstall", "install", "postinstall", "preuninstall", "uninstall", "postuninstall"};

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ManifestWord &script : context.manifest.scripts)
    if (llvm::is_contained(installScripts, script.text))
      report.at(context.manifest.file, script.range,
                "`" + script.text + "` runs on the machine that installs the package");
}

extern const Rule InstallScript = {
    {"AC2102",
     "install-script",
     "supply chain",
     Severity::Error,
     "scripts that run at installation",
     "process",
     {"`scripts` has one that npm runs when the package is installed or removed: `preinstall`, "
      "`install`, `postinstall` and their like.",
      "It runs outside of the sandbox, before anybody has read the package. agentc never runs one.",
      R"({"name": "agent", "version": "1.0.0", "scripts": {"postinstall": "node setup.js"}})",
      R"({"name": "agent", "version": "1.0.0", "scripts": {"test": "node test.js"}})",
      "What `prepare` does runs where a package is made, not where it is installed."},
     Precision::VeryHigh,
     506},
    check};

} // namespace agentc::rules
