#include "ModuleUses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  reportModules(context, report, filesystemModules, "reads and writes files");
}

extern const Rule FilesystemModule = {
    {"AC4202",
     "filesystem-module",
     "modules",
     Severity::Error,
     "imports of `fs`",
     "filesystem",
     {"`fs` or `fs/promises` is imported or required, also with `node:`, under a folded name, or "
      "by a `require` that came under another name.",
      "Files of the machine are none of an agent's business: keys, other packages, what other "
      "agents left. The sandbox has no file system.",
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
      "Where the name is not known, `dynamic-require` and `dynamic-import` report it."},
     Precision::VeryHigh,
     552},
    check};

} // namespace agentc::rules
