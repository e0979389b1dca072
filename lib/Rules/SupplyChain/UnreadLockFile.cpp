#include "Uses.h"

#include "agentc/Bundle/JsonTree.h"
#include "agentc/Bundle/LockFile.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (llvm::StringRef name : {"yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "deno.lock"})
    if (context.bundle.files.find(name))
      lowerTo(report.at(name.str(), std::nullopt,
                        "`" + name.str() + "` is not read, and not compared with the manifest"),
              Severity::Note);
  const File *file = findLockFile(context.bundle.files);
  if (!file || readLockFile(context.bundle.files))
    return;
  JsonFile::Error error;
  JsonFile::parse(file->path, file->bytes, error);
  report.at(file->path, error.range,
            "`" + file->path + "` cannot be read" +
                (error.message.empty() ? "; it is too large" : ": " + error.message));
}

extern const Rule UnreadLockFile = {{.id = "AC2107",
                                     .name = "unread-lock-file",
                                     .group = "supply chain",
                                     .severity = Severity::Warning,
                                     .summary = "lock files that agentc cannot read",
                                     .access = "modules",
                                     .cwe = 1104,
                                     .concern = Concern::Bundle},
                                    check};

} // namespace agentc::rules
