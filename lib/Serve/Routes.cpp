#include "Handlers.h"

namespace agentc::serve {

using namespace store;

/// Bytes of a body of JSON, and of one with code or a tool's input.
static constexpr uint64_t small = 256 << 10, large = 8 << 20;

/// Whoever approves calls sees the runs that they are of.
static constexpr unsigned seesRuns = ScopeRead | ScopeRun | ScopeApprove;

static constexpr Route routes[] = {
    {"POST", "/api/packages", ScopeDeploy, uploadBody, "Judge, seal and keep a package", "",
     "Package", uploadPackage},
    {"POST", "/api/packages/pull", ScopeDeploy, small, "Keep a package that is in a registry",
     "PackageReference", "Package", pullPackage},
    {"GET", "/api/packages", ScopeRead, 0, "List packages", "", "Packages", listPackages},
    {"GET", "/api/packages/{digest}", ScopeRead, 0, "Show a package", "", "Package", showPackage},
    {"DELETE", "/api/packages/{digest}", ScopeDeploy, 0,
     "Remove a package that no agent is made of", "", "", removePackage},
    {"GET", "/api/packages/{digest}/config", ScopeRead, 0, "Show a package's agents and tools", "",
     "Document", showPackageConfig},
    {"GET", "/api/packages/{digest}/access", ScopeRead, 0, "Show what a package's code can reach",
     "", "Document", showPackageAccess},
    {"GET", "/api/packages/{digest}/sbom", ScopeRead, 0,
     "Show a package's components, as CycloneDX", "", "Document", showPackageSbom},
    {"GET", "/api/packages/{digest}/archive", ScopeRead, 0, "Get a package's archive", "", "",
     sendArchive},
    {"PUT", "/api/agents/{slug}", ScopeDeploy | ScopeApprove, small,
     "Deploy an agent, or a new version of it", "Deployment", "Agent", deployAgent},
    {"GET", "/api/agents", ScopeRead, 0, "List agents", "", "Agents", listAgents},
    {"GET", "/api/agents/{slug}", ScopeRead, 0, "Show an agent's current version", "", "Agent",
     showAgent},
    {"GET", "/api/agents/{slug}/versions", ScopeRead, 0,
     "List an agent's versions, the newest first", "", "Versions", listVersions},
    {"POST", "/api/agents/{slug}/rollback", ScopeDeploy | ScopeApprove, small,
     "Make an earlier version the current one again", "Rollback", "Agent", rollBack},
    {"POST", "/api/tool", ScopeRun, large, "Call a tool: of code, a package or an agent",
     "ToolCall", "ToolResult", callTool},
    {"POST", "/api/execute", ScopeRun, large,
     "Call an agent, or a bundle by its address, with its events as they come", "Execution", "",
     execute},
    {"POST", "/api/agent-tool-execute", ScopeRun, large, "Answer a model's `tool_use` block",
     "ToolUseCall", "Document", executeToolUse},
    {"POST", "/mcp/{slug}", ScopeRun, large,
     "Speak the Model Context Protocol (Streamable HTTP) with an agent's tools", "Document",
     "Document", speakMcp},
    {"GET", "/assets/{id}", ScopeRead, 0, "Get an asset that a call saved", "", "", showSaved},
    {"GET", "/deliverables/{id}", ScopeRead, 0, "Get a deliverable that a call made", "",
     "Document", showSaved},
    {"GET", "/api/calls", ScopeRead, 0, "List calls under way, and the last that ended", "",
     "Calls", listCalls},
    {"POST", "/api/agent-chat-stream", ScopeRun, large,
     "Chat with an agent, whose answer is streamed", "Chat", "", chat},
    {"POST", "/api/runs", ScopeRun, large, "Begin a run of an agent", "NewRun", "Run", addRun},
    {"GET", "/api/runs", seesRuns, 0, "List runs, the newest first", "", "Runs", listRuns},
    {"GET", "/api/runs/{id}", seesRuns, 0, "Show a run", "", "Run", showRun},
    {"GET", "/api/runs/{id}/events", seesRuns, 0,
     "Follow a run's events, after one or from the first", "", "", followRun},
    {"POST", "/api/runs/{id}/cancel", ScopeRun, small, "Cancel a run", "", "Run", cancelRun},
    {"POST", "/api/runs/{id}/approve", ScopeApprove, small,
     "Approve a call that waits for a person, or deny it", "Decision", "Run", approveCall},
    {"POST", "/v1/responses", ScopeRun, large,
     "Begin a run of an agent, and answer it as a response (Open Responses)", "NewResponse",
     "Response", createResponse},
    {"GET", "/v1/responses/{id}", seesRuns, 0,
     "Show a run as a response, or stream its events after one", "", "Response", showResponse},
    {"POST", "/v1/responses/{id}/cancel", ScopeRun, small, "Cancel a response", "", "Response",
     cancelResponse},
    {"GET", "/v1/models", ScopeRead | ScopeRun, 0, "List agents, as models", "", "Document",
     listModels},
    {"POST", "/api/keys", ScopeAdmin, small, "Make a key", "NewKey", "Key", addKey},
    {"GET", "/api/keys", ScopeAdmin, 0, "List the tenant's keys", "", "Keys", listKeys},
    {"DELETE", "/api/keys/{id}", ScopeAdmin, 0, "Revoke a key", "", "", revokeKey},
    {"GET", "/api/audit", ScopeAdmin, 0, "List who did what, 500 entries after one", "", "Audit",
     showAudit},
    {"GET", "/metrics", ScopeRead, 0, "Show metrics of the tenant, in Prometheus' text format", "",
     "", showMetrics},
    {"GET", "/", 0, 0, "Show the console", "", "", showConsole},
    {"GET", "/healthz", 0, 0, "Tell that the server lives", "", "Document", showHealth},
    {"GET", "/readyz", 0, 0, "Tell whether the server takes work", "", "Document", showReadiness},
    {"GET", "/openapi.json", 0, 0, "Show this description", "", "Document", showOpenApi},
};

llvm::ArrayRef<Route> allRoutes() { return routes; }

} // namespace agentc::serve
