#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, ModuleReach::Files, "reads and writes files");
}

extern const Rule FilesystemModule = {
    {"AC4202",
     "filesystem-module",
     "modules",
     Severity::Warning,
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
      "An import alone, and what no tool, handler or loading reaches, is a note. Where the name is "
      "not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     552},
    check};

} // namespace agentc::rules
