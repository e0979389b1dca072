#include "agentc/Bundle/ModuleNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace agentc {

namespace {

// The versions are those that runtime/package.json puts into the prelude. Of the frameworks the
// sandbox has the functions that define agents and tools, and nothing else; these differ too little
// between versions to check.
constexpr ProvidedModule provided[] = {
    {"@ai-sdk/amazon-bedrock", ""},
    {"@ai-sdk/anthropic", ""},
    {"@ai-sdk/azure", ""},
    {"@ai-sdk/cohere", ""},
    {"@ai-sdk/deepseek", ""},
    {"@ai-sdk/gateway", ""},
    {"@ai-sdk/google", ""},
    {"@ai-sdk/google-vertex", ""},
    {"@ai-sdk/groq", ""},
    {"@ai-sdk/mistral", ""},
    {"@ai-sdk/openai", ""},
    {"@ai-sdk/openai-compatible", ""},
    {"@ai-sdk/xai", ""},
    {"@anthropic-ai/claude-agent-sdk", ""},
    {"@buzzi/base-agent", "2.0.0"},
    {"@google/adk", ""},
    {"@langchain/anthropic", ""},
    {"@langchain/core", ""},
    {"@langchain/google-genai", ""},
    {"@langchain/langgraph", ""},
    {"@langchain/openai", ""},
    {"@lightfast/core", ""},
    {"@mastra/core", ""},
    {"@modelcontextprotocol/sdk", ""},
    {"@openai/agents", ""},
    {"ai", ""},
    {"axios", "1.21.1"},
    {"buffer", ""},
    {"crypto", ""},
    {"events", ""},
    {"langchain", ""},
    {"lightfast", ""},
    {"lodash-es", "4.18.1"},
    {"querystring", ""},
    {"url", ""},
    {"util", ""},
    {"zod", "4.6.7"},
};

// `module.builtinModules` of Node 20, and what newer ones have under the same scheme.
constexpr llvm::StringLiteral nodeModules[] = {"_http_agent",
                                               "_http_client",
                                               "_http_common",
                                               "_http_incoming",
                                               "_http_outgoing",
                                               "_http_server",
                                               "_stream_duplex",
                                               "_stream_passthrough",
                                               "_stream_readable",
                                               "_stream_transform",
                                               "_stream_wrap",
                                               "_stream_writable",
                                               "_tls_common",
                                               "_tls_wrap",
                                               "assert",
                                               "assert/strict",
                                               "async_hooks",
                                               "buffer",
                                               "child_process",
                                               "cluster",
                                               "console",
                                               "constants",
                                               "crypto",
                                               "dgram",
                                               "diagnostics_channel",
                                               "dns",
                                               "dns/promises",
                                               "domain",
                                               "events",
                                               "fs",
                                               "fs/promises",
                                               "http",
                                               "http2",
                                               "https",
                                               "inspector",
                                               "inspector/promises",
                                               "module",
                                               "net",
                                               "os",
                                               "path",
                                               "path/posix",
                                               "path/win32",
                                               "perf_hooks",
                                               "process",
                                               "punycode",
                                               "querystring",
                                               "readline",
                                               "readline/promises",
                                               "repl",
                                               "stream",
                                               "stream/consumers",
                                               "stream/promises",
                                               "stream/web",
                                               "string_decoder",
                                               "sys",
                                               "timers",
                                               "timers/promises",
                                               "tls",
                                               "trace_events",
                                               "tty",
                                               "url",
                                               "util",
                                               "util/types",
                                               "v8",
                                               "vm",
                                               "wasi",
                                               "worker_threads",
                                               "zlib"};

const ProvidedModule *findExact(llvm::StringRef name) {
  auto *at = llvm::lower_bound(
      provided, name, [](const ProvidedModule &a, llvm::StringRef b) { return a.name < b; });
  return at != std::end(provided) && at->name == name ? at : nullptr;
}

bool isWord(llvm::StringRef text) { return !text.empty() && llvm::all_of(text, llvm::isAlnum); }

/// Which modules inside a provided package are provided with it.
bool providesSubpath(llvm::StringRef package, llvm::StringRef subpath) {
  if (package == "lodash-es") {
    subpath.consume_back(".js");
    return isWord(subpath);
  }
  if (package == "zod")
    return llvm::is_contained({"mini", "v3", "v4", "v4-mini", "v4/core", "v4/mini"}, subpath);
  // A framework's definitions are the same under each of its subpaths.
  return package != "axios" && !isNodeModule(package) && !subpath.empty();
}

} // namespace

llvm::ArrayRef<ProvidedModule> providedModules() { return provided; }

const ProvidedModule *findProvidedModule(llvm::StringRef specifier) {
  const bool nodeScheme = specifier.consume_front("node:");
  if (const ProvidedModule *exact = findExact(specifier))
    return nodeScheme && !isNodeModule(specifier) ? nullptr : exact;
  auto package = packageOfSpecifier(specifier);
  if (nodeScheme || !package || *package == specifier)
    return nullptr;
  const ProvidedModule *found = findExact(*package);
  return found && providesSubpath(*package, specifier.drop_front(package->size() + 1)) ? found
                                                                                       : nullptr;
}

bool isNodeModule(llvm::StringRef specifier) {
  // Only Node's own modules can stand behind its scheme, whatever a later version adds.
  return specifier.starts_with("node:") ||
         std::binary_search(std::begin(nodeModules), std::end(nodeModules), specifier);
}

llvm::StringRef canonicalModuleName(llvm::StringRef specifier) {
  llvm::StringRef name = specifier;
  // `node:test` has no short name: `test` is a package.
  return name.consume_front("node:") && isNodeModule(name) ? name : specifier;
}

std::optional<llvm::StringRef> packageOfSpecifier(llvm::StringRef specifier) {
  if (specifier.empty() || specifier.starts_with(".") || specifier.starts_with("/") ||
      specifier.starts_with("#") || specifier.contains(':') || specifier.contains('\\'))
    return std::nullopt;
  size_t end = specifier.find('/');
  if (specifier.starts_with("@") && end != llvm::StringRef::npos)
    end = specifier.find('/', end + 1);
  return specifier.take_front(end);
}

} // namespace agentc
