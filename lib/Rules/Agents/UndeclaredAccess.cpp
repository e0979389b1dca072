#include "Uses.h"

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

static void check(const CheckContext &context, RuleReporter &report) {
  auto checkEntry = [&](const ToolAccess &access, const std::string &who) {
    for (const AccessItem &item : access.items) {
      if (item.via.empty())
        continue;
      const SourcePlace &place = item.via.back();
      bool isOther = item.kind == AccessKind::Global && llvm::is_contained(otherHosts, item.name);
      if (isOther) {
        Diagnostic &finding =
            report.at(place.file, place.range,
                      who + " reaches `" + item.name +
                          "`, which no manifest can allow; the sandbox doesn't have it");
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

extern const Rule UndeclaredAccess = {
    {"AC7009",
     "undeclared-access",
     "agents",
     Severity::Warning,
     "access that no manifest can declare",
     "globals",
     {"A tool, a handler or loading the bundle reaches a global of browsers or other runtimes that "
      "leads out of the program, such as `XMLHttpRequest`, or hands on its whole `ctx`, so that "
      "what it reaches is not known. The notes show the calls that lead there.",
      "A manifest can allow hosts, environment variables and modules. What is reached in another "
      "way was declared nowhere, and nobody can have agreed to it.",
      R"(module.exports = async function handler(input) {
  const request = new XMLHttpRequest();
  request.open('GET', input.path);
};
)",
      R"(module.exports = async function handler(input) {
  return typeof XMLHttpRequest === 'undefined';
};
)",
      "Hosts, environment variables and modules beyond the manifest have rules of their own at the "
      "place of the access. Where the same file asks by `typeof` whether the global is there, the "
      "finding is a note."},
     Precision::High,
     1220},
    check};

} // namespace agentc::rules
