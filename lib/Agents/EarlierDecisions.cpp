#include "EarlierDecisions.h"

#include "agentc/Support/Digest.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

namespace agentc::agents {

/// The number of runs whose decisions make a habit.
static constexpr uint64_t leastForSuggestion = 3;

/// A value with its members in the order of their names.
static Json sorted(const Json &value) {
  if (value.is_array()) {
    Json list = Json::array();
    for (const Json &each : value)
      list.push_back(sorted(each));
    return list;
  }
  if (!value.is_object())
    return value;
  std::map<std::string, Json> members;
  for (const auto &[name, member] : value.items())
    members[name] = sorted(member);
  return Json(members);
}

/// The names and types of a sorted value; of a list, each type once.
static Json shapeOf(const Json &value) {
  if (value.is_object()) {
    Json shape = Json::object();
    for (const auto &[name, member] : value.items())
      shape[name] = shapeOf(member);
    return shape;
  }
  if (!value.is_array())
    return value.is_number() ? "number" : value.type_name();
  std::map<std::string, Json> shapes;
  for (const Json &each : value) {
    Json shape = shapeOf(each);
    shapes[printJson(shape, /*indented=*/false)] = std::move(shape);
  }
  Json list = Json::array();
  for (auto &[text, shape] : shapes)
    list.push_back(std::move(shape));
  return list;
}

CallLikeness likenessOf(const store::RunRecord &run, const LoopAgent &agent, const RunState &state,
                        const RunState::Call &call) {
  const auto textFor = [&](llvm::StringRef degree, const Json &arguments) {
    // A digest, because arguments may be nested as deep as JSON can be.
    return sha256Hex(printJson({degree.str(), run.tenant, run.agent, agent.identity, state.user,
                                call.tool, sha256Hex(printJson(arguments, /*indented=*/false))},
                               /*indented=*/false));
  };
  const Json arguments = sorted(call.input);
  return {textFor("same", arguments), textFor("alike", shapeOf(arguments))};
}

static Json countsToJson(const store::DecisionCounts &counts) {
  return {{"approved", counts.approved}, {"denied", counts.denied}};
}

static std::string textOf(const store::DecisionCounts &same, const store::DecisionCounts &alike) {
  const auto counts = [](const store::DecisionCounts &of) {
    return "approved in " + std::to_string(of.approved) + " earlier runs and denied in " +
           std::to_string(of.denied);
  };
  return "the same call was " + counts(same) + "; such calls, whatever their values, were " +
         counts(alike);
}

Json describeEarlier(store::Journal &journal, llvm::StringRef tenant,
                     const CallLikeness &likeness) {
  llvm::Expected<store::DecisionCounts> same = journal.decisions(tenant, likeness.same);
  llvm::Expected<store::DecisionCounts> alike = journal.decisions(tenant, likeness.alike);
  if (!same || !alike) {
    // A person can decide without them.
    llvm::consumeError(same.takeError());
    llvm::consumeError(alike.takeError());
    return Json::object();
  }
  Json told = {{"before", {{"same", countsToJson(*same)}, {"alike", countsToJson(*alike)}}}};
  if (alike->approved + alike->denied > 0)
    told["before"]["message"] = textOf(*same, *alike);
  // Of other arguments nothing follows: who wants one call approved would have others approved.
  if (same->approved >= leastForSuggestion && same->denied == 0)
    told["suggestion"] = "approve";
  else if (same->denied >= leastForSuggestion && same->approved == 0)
    told["suggestion"] = "deny";
  return told;
}

} // namespace agentc::agents
