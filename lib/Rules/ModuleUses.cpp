#include "ModuleUses.h"

#include "agentc/Bundle/ModuleNames.h"

namespace agentc {

namespace {

constexpr llvm::StringLiteral childProcess[] = {"child_process"};
constexpr llvm::StringLiteral filesystem[] = {"fs", "fs/promises"};
constexpr llvm::StringLiteral network[] = {"dgram",        "dns",          "dns/promises",
                                           "http",         "http2",        "https",
                                           "net",          "tls",          "_http_agent",
                                           "_http_client", "_http_common", "_http_incoming",
                                           "_tls_common",  "_http_server", "_http_outgoing",
                                           "_tls_wrap"};
constexpr llvm::StringLiteral workers[] = {"worker_threads", "cluster"};
constexpr llvm::StringLiteral vm[] = {"vm", "repl"};
constexpr llvm::StringLiteral systems[] = {"async_hooks",  "diagnostics_channel",
                                           "inspector",    "inspector/promises",
                                           "module",       "os",
                                           "perf_hooks",   "process",
                                           "trace_events", "tty",
                                           "v8",           "wasi",
                                           "readline",     "readline/promises"};

} // namespace

const llvm::ArrayRef<llvm::StringLiteral> childProcessModules = childProcess;
const llvm::ArrayRef<llvm::StringLiteral> filesystemModules = filesystem;
const llvm::ArrayRef<llvm::StringLiteral> networkModules = network;
const llvm::ArrayRef<llvm::StringLiteral> workerModules = workers;
const llvm::ArrayRef<llvm::StringLiteral> vmModules = vm;
const llvm::ArrayRef<llvm::StringLiteral> systemModules = systems;

void reportModules(const CheckContext &context, RuleReporter &report,
                   llvm::ArrayRef<llvm::StringLiteral> modules, llvm::StringRef gives) {
  for (const ApiUse &use : context.uses.all())
    if (use.isImport && llvm::is_contained(modules, use.module))
      report.at(use, ("`" + use.module + "` " + gives).str());
}

bool isAllowedModule(const CheckContext &context, llvm::StringRef name) {
  if (findProvidedModule(name))
    return true;
  std::optional<llvm::StringRef> package = packageOfSpecifier(name);
  if (!package || isNodeModule(name))
    return false;
  for (llvm::StringRef base : context.settings.baseClasses)
    if (base.split('#').first == *package)
      return true;
  return llvm::any_of(context.manifest.allowedModules, [&](const ManifestWord &allowed) {
    return allowed.text == name || allowed.text == *package;
  });
}

bool hasOwnRule(llvm::StringRef module) {
  for (llvm::ArrayRef<llvm::StringLiteral> modules :
       {childProcessModules, filesystemModules, networkModules, workerModules, vmModules,
        systemModules})
    if (llvm::is_contained(modules, module))
      return true;
  return module.ends_with(".node");
}

} // namespace agentc
