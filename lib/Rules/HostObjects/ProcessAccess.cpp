#include "Uses.h"

namespace agentc::rules {

/// What tells about the process and changes nothing; undefined in the sandbox.
static constexpr llvm::StringLiteral harmless[] = {"arch",        "argv",
                                                   "browser",     "cwd",
                                                   "emitWarning", "execArgv",
                                                   "features",    "hrtime",
                                                   "memoryUsage", "nextTick",
                                                   "off",         "on",
                                                   "once",        "pid",
                                                   "platform",    "release",
                                                   "stderr",      "stdout",
                                                   "title",       "type",
                                                   "uptime",      "version",
                                                   "versions",    "emit",
                                                   "listeners",   "removeListener",
                                                   "getuid",      "getgid",
                                                   "geteuid",     "getegid",
                                                   "umask",       "noDeprecation",
                                                   "exitCode"};

static void check(const CheckContext &context, RuleReporter &report) {
  for (const ApiUse &use : context.uses.all()) {
    for (llvm::StringRef host : {"global:Deno", "global:Bun"})
      if (isPathOrMember(use.path, host) && !isHarmlessTest(use))
        report.at(use, "`" + shown(use.path) + "` reaches the process that runs the agent");
    if (!isPathOrMember(use.path, "global:process") || isHarmlessTest(use) ||
        isPathOrMember(use.path, "global:process.env"))
      continue;
    llvm::StringRef member = use.path.drop_front(llvm::StringRef("global:process").size());
    if (member.empty()) {
      Diagnostic &finding = report.at(use, "`process` is handed on");
      lowerTo(finding, use.kind == UseKind::Escape ? Severity::Warning : Severity::Note);
      continue;
    }
    if (member.starts_with(".[?]")) {
      report.at(use, "a member of `process` is read by a key that is only known at run time");
      continue;
    }
    // the call was reported; what is done with its result is no further access
    if (member.contains('('))
      continue;
    Diagnostic &finding =
        report.at(use, "`" + shown(use.path) + "` reaches the process that runs the agent");
    llvm::StringRef name = member.drop_front();
    name = name.take_front(name.find_first_of(".("));
    if (llvm::is_contained(harmless, name))
      lowerTo(finding, Severity::Note);
  }
}

extern const Rule ProcessAccess = {
    {"AC5001",
     "process-access",
     "host objects",
     Severity::Error,
     "use of `process` beyond `env`",
     "process",
     {"A member of `process` other than `env` is used, or `process` is handed on (a warning).",
      "`process.binding`, `dlopen`, `mainModule` and `getBuiltinModule` reach every module, `kill` "
      "and "
      "`exit` other work. In the sandbox `process` has only `env`.",
      R"(module.exports = async function handler(input) {
  const { mainModule } = globalThis.process;
  return process['bin' + 'ding']('fs') ?? mainModule;
};
)",
      R"(module.exports = async function handler() {
  return typeof process !== 'undefined' && process.env.NODE_ENV === 'production';
};
)",
      "Members that only tell something, such as `platform` and `version`, are notes."},
     Precision::High,
     250},
    check};

} // namespace agentc::rules
