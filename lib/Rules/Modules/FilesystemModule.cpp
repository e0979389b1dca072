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

extern const Rule FilesystemModule = {
    {"AC4202",
     "filesystem-module",
     "modules",
     Severity::Error,
     "use of `fs`",
     "filesystem",
     {"A tool, a handler or loading the bundle uses `fs` or `fs/promises`, imported or required, "
      "also "
      "with `node:`, under a folded name, or by a `require` that came under another name.",
      "Files of the machine are none of an agent's business: keys, other packages, what other "
      "agents left. In the sandbox there are the bundle's own files, which nobody can change, and "
      "a scratch folder in memory, `/tmp`; anything else is not there (`ENOENT`).",
      R"(import { readFile } from 'node:fs/promises';
export default async function handler(input) {
  return readFile(input.path, 'utf8');
}
)",
      R"(const myFs = { read: (name) => name };
module.exports = async function handler(input) {
  return myFs.read(input.path);
};
)",
      "A path that is not known to be one of the host is a warning. An import alone, and what no "
      "tool, handler or loading reaches, is a note. Where the name is "
      "not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     552},
    check};

} // namespace agentc::rules
