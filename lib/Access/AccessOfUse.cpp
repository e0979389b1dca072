#include "agentc/Access/Access.h"
#include "agentc/Access/ParsedObjects.h"

#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

namespace {

/// Globals that a host adds to ECMAScript's own and that reach, or may reach, outside of the
/// program.
constexpr llvm::StringLiteral hostGlobals[] = {
    "BaseAgent",   "BroadcastChannel", "Buffer",       "Bun",          "Deno",
    "EventSource", "HistoryService",   "LLMClient",    "RAGService",   "SharedWorker",
    "Tool",        "WebAssembly",      "WebSocket",    "Worker",       "XMLHttpRequest",
    "__buzzi__",   "caches",           "console",      "crypto",       "document",
    "fetch",       "importScripts",    "indexedDB",    "localStorage", "location",
    "module",      "navigator",        "performance",  "postMessage",  "process",
    "require",     "sessionStorage",   "setImmediate", "setInterval",  "setTimeout"};

class UseReader {
public:
  UseReader(const Values &values, const ApiUse &use, KnownVariable known, FileReaches *files)
      : values_(values), use_(use), known_(known), files_(files) {}

  std::vector<AccessItem> run() && {
    if (use_.kind == UseKind::Test && !use_.path.starts_with("global:process.env."_api))
      return {};
    llvm::StringRef name = use_.path;
    if (name.consume_front("global:"))
      readGlobal(name);
    else if (name.consume_front("module:"))
      readModule(name.drop_front(use_.module.size()));
    else if (name == "handler:ctx"_api && use_.kind == UseKind::Escape)
      lose(handedOnContext);
    readRequests();
    return std::move(items_);
  }

private:
  void add(AccessKind kind, llvm::StringRef name) { items_.push_back({kind, name.str(), {}}); }
  void lose(llvm::StringRef reason) { add(AccessKind::Unanalyzed, reason); }

  void readGlobal(llvm::StringRef name) {
    llvm::StringRef root = name.take_front(name.find_first_of(".("));
    if (name.starts_with("[?]"))
      return lose("a global by a name that is not known");
    if (root == "globalThis" && use_.kind == UseKind::Escape)
      return lose("the global object is handed on");
    if (name == "eval" || name == "Function") {
      if (use_.kind == UseKind::Call || use_.kind == UseKind::Escape)
        add(AccessKind::CodeGeneration, name);
      return;
    }
    if (name.starts_with("Function.[?]") || name == "Function.constructor")
      return lose("a member of `Function` by a name that is not known");
    if (root == "require" || root == "import")
      return readLoader(root, name == root);
    if (root == "process")
      return readProcess(name);
    if ((name == "setTimeout" || name == "setInterval") && use_.kind == UseKind::Call &&
        !use_.arguments.empty() && llvm::isa<StringValue>(use_.arguments[0]))
      add(AccessKind::CodeGeneration, name);
    if (llvm::is_contained(hostGlobals, root))
      add(AccessKind::Global, root);
  }

  void readLoader(llvm::StringRef root, bool isWhole) {
    if (!isWhole)
      return;
    if (use_.kind != UseKind::Call)
      return lose(("`" + root + "` is handed on").str());
    bool known = !use_.arguments.empty();
    if (known)
      forEachAlternative(*use_.arguments[0],
                         [&](const Value &value) { known &= llvm::isa<StringValue>(value); });
    if (!known)
      lose("a module by a name that is not known");
  }

  void readProcess(llvm::StringRef name) {
    if (!name.consume_front("process.env")) {
      if (name.starts_with("process.[?]"))
        return lose("a member of `process` by a name that is not known");
      if (name == "process" && use_.kind == UseKind::Escape)
        lose("`process` is handed on");
      return add(AccessKind::Global, "process");
    }
    if (use_.kind == UseKind::Write)
      return;
    if (name.empty())
      return readEnvironment();
    if (!name.consume_front("."))
      return lose("all of `process.env`");
    if (name.starts_with("[?]"))
      return lose("an environment variable by a name that is not known");
    add(AccessKind::Env, name.take_front(name.find_first_of(".(")));
  }

  void readEnvironment() {
    std::optional<std::vector<std::string>> names = variablesParsed(values_, use_);
    if (!names)
      return lose("all of `process.env`");
    for (const std::string &one : *names)
      add(AccessKind::Env, one);
  }

  void readModule(llvm::StringRef member) {
    if (member.starts_with(".[?]") && isNodeModule(use_.module))
      lose("a member of a module by a name that is not known");
    add(AccessKind::Module, use_.module);
    if (files_)
      for (const FileReach &reach : files_->of(values_, use_))
        add(AccessKind::File, describe(reach));
    if (member.empty() && use_.kind == UseKind::Escape &&
        llvm::is_contained({"axios", "http", "https", "node-fetch", "undici"}, use_.module))
      lose(("`" + use_.module + "`, which makes requests, is handed on").str());
  }

  void readRequests() {
    for (const RequestTarget &target : requestTargets(values_, use_, known_)) {
      if (!target.host.empty())
        add(AccessKind::Host, target.host);
      else if (target.scheme != "data" && target.scheme != "blob" && target.scheme != "about")
        lose("a request to a host that is not known");
    }
  }

  const Values &values_;
  const ApiUse &use_;
  KnownVariable known_;
  FileReaches *files_;
  std::vector<AccessItem> items_;
};

} // namespace

std::vector<AccessItem> accessOfUse(const Values &values, const ApiUse &use, KnownVariable known,
                                    FileReaches *files) {
  return UseReader(values, use, known, files).run();
}

} // namespace agentc
