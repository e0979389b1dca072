#include "Uses.h"

#include "agentc/Values/ApiPath.h"

namespace agentc::rules {

/// Members that reach further than the process's own state: to modules, other processes, the
/// machine. Members that begin with an underscore are Node's internals and do so too. All
/// others are inert in the sandbox, return made-up values, or are not members of Node's
/// `process`.
static constexpr llvm::StringLiteral reaching[] = {
    "binding",    "chdir",   "constructor", "dlopen",     "execve",     "getBuiltinModule",
    "initgroups", "kill",    "loadEnvFile", "mainModule", "permission", "report",
    "setegid",    "seteuid", "setgid",      "setgroups",  "setuid"};

/// True if the use of a member that throws in the sandbox comes after a test for it, as in
/// feature tests.
static bool isAsked(const CheckContext &context, const ApiUse &use, llvm::StringRef name) {
  return name == "binding" && isBehindTestOf(context, use, "global:process.binding"_api);
}

/// Members that end Node's process; in the sandbox they end the call.
static constexpr llvm::StringLiteral ending[] = {"abort", "exit", "reallyExit"};

/// Members with which Deno and Bun only describe themselves.
static constexpr llvm::StringLiteral telling[] = {
    "global:Deno.args"_api,    "global:Deno.build"_api, "global:Deno.noColor"_api,
    "global:Deno.version"_api, "global:Bun.argv"_api,   "global:Bun.revision"_api,
    "global:Bun.version"_api};

static bool onlyTells(llvm::StringRef path) {
  return llvm::any_of(telling, [&](llvm::StringRef one) { return isPathOrMember(path, one); });
}

static bool reachesFurther(llvm::StringRef name) {
  return (name.starts_with("_") && name != "_exiting") || llvm::is_contained(reaching, name);
}

/// True if `process` is given to what reads, shows or copies all of its members, the environment
/// among them.
static bool isReadWhole(const Values &values, const ApiUse &use) {
  static constexpr llvm::StringLiteral readers[] = {
      "JSON.stringify", "Object.values", "Object.entries", "Object.assign",  "util.inspect",
      "util.format",    "console.log",   "console.dir",    "structuredClone"};
  if (llvm::isa<ast::SpreadElement>(use.node->parent))
    return true;
  const auto *call = llvm::dyn_cast<ast::CallExpression>(use.node->parent);
  const auto *api = call ? llvm::dyn_cast<ApiValue>(&values.of(*call->callee)) : nullptr;
  return api && call->callee != use.node &&
         llvm::is_contained(readers, api->path.substr(api->path.find(':') + 1));
}

static void check(const CheckContext &context, RuleReporter &report) {
  auto reportUse = [&](const ApiUse &use, const std::string &message) -> Diagnostic & {
    Diagnostic &finding = report.at(use, message);
    if (finding.reached == false)
      lowerTo(finding, Severity::Note);
    return finding;
  };
  for (const ApiUse &use : context.uses.all()) {
    // the call was reported; what is done with its result is no further access
    if (use.path.contains('('))
      continue;
    for (llvm::StringRef host : {"global:Deno"_api, "global:Bun"_api}) {
      if (!isPathOrMember(use.path, host) || isHarmlessTest(use))
        continue;
      Diagnostic &finding =
          reportUse(use, "`" + shown(use.path) + "` reaches the process that runs the agent");
      // the sandbox is neither
      if (onlyTells(use.path) || isBehindTestOf(context, use, host))
        lowerTo(finding, Severity::Note);
      else if (use.path == host)
        lowerTo(finding, use.kind == UseKind::Escape ? Severity::Warning : Severity::Note);
    }
    if (!isPathOrMember(use.path, "global:process"_api) || isHarmlessTest(use) ||
        isPathOrMember(use.path, "global:process.env"_api))
      continue;
    llvm::StringRef member = use.path.drop_front(llvm::StringRef("global:process"_api).size());
    if (member.empty() && isReadWhole(context.values, use)) {
      reportUse(use, "all of `process` is read, the environment among it");
      continue;
    }
    if (member.empty()) {
      Diagnostic &finding = reportUse(use, "`process` is handed on");
      lowerTo(finding, use.kind == UseKind::Escape ? Severity::Warning : Severity::Note);
      continue;
    }
    if (member.starts_with(".[?]")) {
      reportUse(use, "a member of `process` is read by a key that is only known at run time");
      continue;
    }
    llvm::StringRef name = member.drop_front();
    name = name.take_front(name.find_first_of(".("));
    bool ends = llvm::is_contained(ending, name);
    Diagnostic &finding =
        reportUse(use, "`" + shown(use.path) + "` " +
                           (ends ? "ends the call" : "reaches the process that runs the agent"));
    if (!reachesFurther(name))
      lowerTo(finding, Severity::Note);
    else if (isAsked(context, use, name))
      lowerTo(finding, Severity::Warning);
  }
}

extern const Rule ProcessAccess = {{.id = "AC5001",
                                    .name = "process-access",
                                    .group = "host objects",
                                    .severity = Severity::Error,
                                    .summary = "use of `process` beyond `env`",
                                    .access = "process",
                                    .precision = Precision::High,
                                    .cwe = 250,
                                    .concern = Concern::Sandbox},
                                   check};

} // namespace agentc::rules
