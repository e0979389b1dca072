// Any bytes are a client of `agentc mcp`: what is answered is messages of JSON-RPC, and a call is
// forgotten once it is cancelled.
#include "LineSplitter.h"

#include "agentc/Mcp/Server.h"
#include "agentc/ToolProtocol/ToolClient.h"

#include <cstdint>
#include <cstdlib>

using namespace agentc;

static Offer offer() {
  Offer offer;
  offer.name = "fuzz";
  offer.version = "1";
  for (const char *name : {"a", "b", "c"}) {
    OfferedTool &tool = offer.tools.emplace_back();
    tool.name = name;
    tool.definition = {{"name", name}, {"inputSchema", {{"type", "object"}}}};
  }
  offer.tools.back().needsApproval = true;
  offer.methods.emplace();
  offer.methods->resources = offer.methods->prompts = true;
  return offer;
}

static void check(const McpOutput &output) {
  const std::string &line = output.line;
  const std::optional<Json> json = parseJson(line);
  const bool isMessage = json && json->is_object() && json->value("jsonrpc", Json()) == Json("2.0");
  if (!isMessage || line.find('\n') != line.size() - 1 ||
      json->contains("result") + json->contains("error") + json->contains("method") != 1)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static const Offer offered = offer();
  // No sandbox is started, since nobody steps: calls wait until they are cancelled.
  ToolClient sandbox(ToolProcess::adopt({-1, -1}), {});
  {
    McpServer server(offered, sandbox, check);
    LineSplitter lines(4096);
    lines.take({reinterpret_cast<const char *>(bytes), size},
               [&](std::optional<llvm::StringRef> line) {
                 line ? server.take(*line) : server.refuseLine("too long");
               });
  }
  if (sandbox.pending() != 0)
    std::abort();
  return 0;
}
