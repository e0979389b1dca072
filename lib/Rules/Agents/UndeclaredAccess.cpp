#include "Uses.h"

#include "agentc/Access/ReachedCode.h"

#include <set>

namespace agentc::rules {

/// Globals of browsers and other runtimes that reach out of the program and that the sandbox
/// doesn't have.
static constexpr llvm::StringLiteral otherHosts[] = {
    "BroadcastChannel", "EventSource", "SharedWorker", "WebSocket",     "Worker",
    "XMLHttpRequest",   "caches",      "document",     "importScripts", "indexedDB",
    "localStorage",     "location",    "navigator",    "postMessage",   "sessionStorage"};

/// `typeof document` and the like: code that asks first works without.
static bool isTested(const CheckContext &context, const AccessItem &item) {
  return llvm::any_of(context.uses.all(), [&](const ApiUse &use) {
    return use.kind == UseKind::Test && use.path == "global:" + item.name &&
           context.program.moduleOf(*use.node).path() == item.via.back().file;
  });
}

static void addPath(Diagnostic &finding, const AccessItem &item, const std::string &who) {
  constexpr size_t most = 8;
  for (size_t i = 0; i + 1 < item.via.size() && i < most; ++i)
    finding.notes.push_back(
        {i == 0 ? who + " begins here" : "called here", item.via[i].file, item.via[i].range});
}

/// The global of another host that a use is of; empty for others.
static llvm::StringRef globalOfOther(const ApiUse &use) {
  llvm::StringRef path = use.path;
  if (!path.consume_front("global:"))
    return "";
  llvm::StringRef name = path.take_until([](char c) { return c == '.' || c == '('; });
  return llvm::is_contained(otherHosts, name) ? name : "";
}

/// True if there is anything to look for, so that access is not inferred in vain: only handlers
/// have a context, and anything that one of their calls reaches stands somewhere in the code.
static bool mayReach(const CheckContext &context) {
  return llvm::any_of(context.config.agents, [](const auto &agent) { return agent.handler; }) ||
         llvm::any_of(context.uses.all(),
                      [](const ApiUse &use) { return !globalOfOther(use).empty(); });
}

/// True if the code declares itself to be a bundle's. In other code, which the sandbox may
/// never run, every use that is reached at all counts.
static bool isDeclared(const CheckContext &context) {
  return !context.bundle.isSourceTree || !context.manifest.settingsKey.empty();
}

static std::string withoutHost(const std::string &who, llvm::StringRef name) {
  return who + " reaches `" + name.str() +
         "`, which no manifest can allow; the sandbox doesn't have it";
}

/// The first use in each module; what is done with results goes without saying.
static void checkUses(const CheckContext &context, RuleReporter &report) {
  std::set<std::pair<const ModuleInfo *, llvm::StringRef>> told;
  for (const ApiUse &use : context.uses.all()) {
    llvm::StringRef name = globalOfOther(use);
    if (!name.empty() && use.kind != UseKind::Test && !llvm::StringRef(use.path).contains('(') &&
        context.reached().contains(*use.node) &&
        told.emplace(&context.program.moduleOf(*use.node), name).second)
      report.at(use, withoutHost("code", name));
  }
}

static void check(const CheckContext &context, RuleReporter &report) {
  if (!isDeclared(context))
    return checkUses(context, report);
  if (!mayReach(context))
    return;
  auto checkEntry = [&](const ToolAccess &access, const std::string &who) {
    for (const AccessItem &item : access.items) {
      if (item.via.empty())
        continue;
      const SourcePlace &place = item.via.back();
      bool isOther = item.kind == AccessKind::Global && llvm::is_contained(otherHosts, item.name);
      if (isOther) {
        Diagnostic &finding = report.at(place.file, place.range, withoutHost(who, item.name));
        finding.reached = true;
        addPath(finding, item, who);
        if (isTested(context, item))
          lowerTo(finding, Severity::Note);
      } else if (item.kind == AccessKind::Unanalyzed && item.name == handedOnContext) {
        Diagnostic &finding = report.at(place.file, place.range,
                                        "what " + who + " reaches is not known: " + item.name);
        finding.reached = true;
        addPath(finding, item, who);
      }
    }
  };
  for (const ToolAccess &entry : context.access().entries)
    checkEntry(entry, (entry.agent ? "the handler `" : "the tool `") + shownText(entry.id) + "`");
  checkEntry(context.access().topLevel, "loading the bundle");
}

extern const Rule UndeclaredAccess = {{.id = "AC7009",
                                       .name = "undeclared-access",
                                       .group = "agents",
                                       .severity = Severity::Warning,
                                       .summary = "access that no manifest can declare",
                                       .access = "globals",
                                       .precision = Precision::High,
                                       .cwe = 1220,
                                       .concern = Concern::Sandbox},
                                      check};

} // namespace agentc::rules
