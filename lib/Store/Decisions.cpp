#include "Decisions.h"

#include "agentc/Support/Json.h"

#include <nlohmann/json.hpp>

namespace agentc::store {

Decision decisionOf(const RunEvent &event) {
  Decision decision;
  if (event.kind != "approval.answer")
    return decision;
  const Json data = parseJson(event.data).value_or(Json::object());
  const Json word = data.value("decision", Json()), alike = data.value("alike", Json::array());
  decision.isDenied = word == "denied";
  if ((word != "approved" && !decision.isDenied) || !alike.is_array())
    return decision;
  for (const Json &text : alike)
    if (text.is_string())
      decision.alike.push_back(text.get<std::string>());
  return decision;
}

llvm::Error DecisionTable::add(llvm::StringRef run, const Decision &decision) {
  if (decision.alike.empty())
    return llvm::Error::success();
  // A run with a denial keeps counting as denied.
  Database::Statement add(database_, "INSERT INTO decisions (alike, run, denied) VALUES (?, ?, ?) "
                                     "ON CONFLICT DO UPDATE SET denied = max(denied, "
                                     "excluded.denied)");
  for (const std::string &alike : decision.alike) {
    add.bind(alike).bind(run).bind(int64_t(decision.isDenied));
    add.step();
    if (llvm::Error error = add.finish())
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<DecisionCounts> DecisionTable::count(llvm::StringRef tenant, llvm::StringRef alike) {
  Database::Statement list(database_, "SELECT denied FROM decisions JOIN runs ON run = id WHERE "
                                      "alike = ? AND tenant = ? LIMIT ?");
  list.bind(alike).bind(tenant).bind(int64_t(mostCountedRuns));
  DecisionCounts counts;
  while (list.step())
    ++(list.number(0) ? counts.denied : counts.approved);
  if (llvm::Error error = list.finish())
    return error;
  return counts;
}

} // namespace agentc::store
