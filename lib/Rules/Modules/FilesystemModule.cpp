#include "ModuleUses.h"

#include "agentc/Analysis/TextShape.h"

namespace agentc::rules {

/// Whether a call names a place of the host that the sandbox never has.
static bool namesHost(const CheckContext &context, const ApiUse &use) {
  if (use.kind != UseKind::Call || use.arguments.empty())
    return false;
  TextShape path = textShape(context.values, *use.arguments[0]);
  llvm::StringRef text = path.beginning();
  text.consume_front("file://");
  return (text.starts_with("/") && text.size() > 1 && !text.starts_with("/bundle") &&
          !text.starts_with("/tmp")) ||
         text.starts_with("~");
}

static void check(const CheckContext &context, RuleReporter &report) {
  // the sandbox has the bundle's own files and scratch; what a path is, code may get from anywhere
  reportModules(context, report, ModuleReach::Files, "reads and writes files",
                [&](const ApiUse &use) {
                  return namesHost(context, use) ? Severity::Error : Severity::Warning;
                });
}

extern const Rule FilesystemModule = {{.id = "AC4202",
                                       .name = "filesystem-module",
                                       .group = "modules",
                                       .severity = Severity::Error,
                                       .summary = "use of `fs`",
                                       .access = "filesystem",
                                       .cwe = 552,
                                       .concern = Concern::Sandbox},
                                      check};

} // namespace agentc::rules
