#ifndef AGENTC_LIB_SERVE_HANDLERS_H
#define AGENTC_LIB_SERVE_HANDLERS_H

#include "App.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

// The functions of the routes, by the files that define them.

// PackageRoutes.cpp
void uploadPackage(App &app, const SharedCall &call);
void keepPackage(App &app, const SharedCall &call, Upload upload);
void listPackages(App &app, const SharedCall &call);
void showPackage(App &app, const SharedCall &call);
void showPackageConfig(App &app, const SharedCall &call);
void showPackageAccess(App &app, const SharedCall &call);
void showPackageSbom(App &app, const SharedCall &call);
void sendArchive(App &app, const SharedCall &call);
void removePackage(App &app, const SharedCall &call);

// PulledPackage.cpp
void pullPackage(App &app, const SharedCall &call);

// AgentRoutes.cpp
void deployAgent(App &app, const SharedCall &call);
void listAgents(App &app, const SharedCall &call);
void showAgent(App &app, const SharedCall &call);
void listVersions(App &app, const SharedCall &call);
void rollBack(App &app, const SharedCall &call);

// ToolRoutes.cpp
void callTool(App &app, const SharedCall &call);
void executeToolUse(App &app, const SharedCall &call);
void execute(App &app, const SharedCall &call);
void listCalls(App &app, const SharedCall &call);

// CodeRoutes.cpp
/// True if an agent (of this name, if one is given) asks models itself or by its code, so that
/// `executeAsRun` has to run it.
bool runsAsCode(App &app, const SharedCall &call, llvm::StringRef slug,
                const std::optional<std::string> &name);
void executeAsRun(App &app, const SharedCall &call, llvm::StringRef slug, const Json &input);

// SavedRoutes.cpp
void showSaved(App &app, const SharedCall &call);

// McpRoutes.cpp
void speakMcp(App &app, const SharedCall &call);

// RunRoutes.cpp
void chat(App &app, const SharedCall &call);
void addRun(App &app, const SharedCall &call);
void listRuns(App &app, const SharedCall &call);
void showRun(App &app, const SharedCall &call);
void followRun(App &app, const SharedCall &call);
void cancelRun(App &app, const SharedCall &call);
void pauseRun(App &app, const SharedCall &call);
void resumeRun(App &app, const SharedCall &call);

// ScheduleRoutes.cpp
void listSchedules(App &app, const SharedCall &call);
void removeSchedule(App &app, const SharedCall &call);

// ApproveRoute.cpp
void approveCall(App &app, const SharedCall &call);

// ResponseRoutes.cpp
void createResponse(App &app, const SharedCall &call);
void showResponse(App &app, const SharedCall &call);
void cancelResponse(App &app, const SharedCall &call);
void removeResponse(App &app, const SharedCall &call);
void listInputItems(App &app, const SharedCall &call);
void listModels(App &app, const SharedCall &call);
// SessionRoutes.cpp
void addSession(App &app, const SharedCall &call);
void speakInSession(App &app, const SharedCall &call);
void followSession(App &app, const SharedCall &call);
void listMessages(App &app, const SharedCall &call);

// Knowledge/KnowledgeRoutes.cpp
void addKnowledge(App &app, const SharedCall &call);
void listKnowledge(App &app, const SharedCall &call);
void removeKnowledge(App &app, const SharedCall &call);
void searchKnowledge(App &app, const SharedCall &call);

// Knowledge/MemoryRoutes.cpp
void addMemory(App &app, const SharedCall &call);
void searchMemory(App &app, const SharedCall &call);
void changeMemory(App &app, const SharedCall &call);
void removeMemory(App &app, const SharedCall &call);
// Knowledge/MemoryRates.cpp
void useMemory(App &app, const SharedCall &call);

/// The body of a refusal in the form of the Responses API.
Json responseError(unsigned status, const Json &refusal);

// KeyRoutes.cpp
void addKey(App &app, const SharedCall &call);
void listKeys(App &app, const SharedCall &call);
void revokeKey(App &app, const SharedCall &call);
void showAudit(App &app, const SharedCall &call);

// StateRoutes.cpp
void showConsole(App &app, const SharedCall &call);
void showHealth(App &app, const SharedCall &call);
void showReadiness(App &app, const SharedCall &call);
void showMetrics(App &app, const SharedCall &call);
void showOpenApi(App &app, const SharedCall &call);

/// Answers with a list in a member of this name, each element as `describe` makes it.
template <class T, class Describe>
void answerList(const SharedCall &call, const char *name, llvm::Expected<std::vector<T>> read,
                Describe describe) {
  const std::optional<std::vector<T>> found = call->orFail(std::move(read));
  if (!found)
    return;
  Json list = Json::array();
  for (const T &one : *found)
    list.push_back(describe(one));
  call->answer(200, {{name, std::move(list)}});
}

/// The page at `/`.
llvm::StringRef consolePage();

/// A time as RFC 3339 writes it, in UTC.
std::string timeText(int64_t seconds);

/// A package of the call's tenant; std::nullopt after refusing the call.
std::optional<store::PackageRecord> findPackage(App &app, const SharedCall &call,
                                                llvm::StringRef digest);
/// An agent of the call's tenant; std::nullopt after refusing the call.
std::optional<store::Agent> findAgent(App &app, const SharedCall &call, llvm::StringRef slug);
/// An agent of the call's tenant with what calls of it get; std::nullopt after refusing the call.
struct ResolvedAgent {
  store::Agent agent;
  store::PackageRecord package;
  Json settings;
};
std::optional<ResolvedAgent> resolveAgent(App &app, const SharedCall &call, llvm::StringRef slug);
/// The part of an agent's settings that its package is prepared by.
PreparationSettings preparationOf(const Json &settings);
/// Prepares a package for a call, or refuses the call.
void withPackage(App &app, const SharedCall &call, const store::PackageRecord &package,
                 PreparationSettings settings, std::function<void(SharedPackage)> then);
/// Adds the caller to a request, and limits it by an agent's settings.
void describeCaller(ToolRequest &request, const SharedCall &call, const Json &settings);

} // namespace agentc::serve

#endif
