#include "Runs/History.h"

#include "agentc/Models/Members.h"

namespace agentc::serve {

std::optional<HistoryRules> readHistoryRules(const Json &json) {
  HistoryRules rules;
  for (const auto &[name, value] : json.items()) {
    if (!value.is_number_unsigned())
      return std::nullopt;
    const uint64_t number = value.get<uint64_t>();
    if (name == "maxMessages" && number <= 1000)
      rules.maxMessages = static_cast<unsigned>(number);
    else if (name == "ttl" && number >= 1 && number <= 3153600000u)
      rules.ttl = static_cast<int64_t>(number);
    else
      return std::nullopt;
  }
  return rules;
}

/// The messages of a completed run: the user's and the answer, or those that its code has appended;
/// null if there are none.
static llvm::Expected<Json> pairOf(store::Journal &journal, const store::RunRecord &run,
                                   bool isVerbatim) {
  llvm::Expected<std::vector<store::RunEvent>> first = journal.read(run.id, 0, 1);
  if (!first)
    return first.takeError();
  llvm::Expected<std::vector<store::RunEvent>> last = journal.read(run.id, run.last - 1, 1);
  if (!last)
    return last.takeError();
  if (first->empty() || last->empty())
    return Json();
  const Json start = parseJson(first->front().data).value_or(Json::object()),
             end = parseJson(last->front().data).value_or(Json::object());
  // Code decides itself what is remembered.
  if (const Json *remembered = models::memberOf(end, "history"); remembered && !isVerbatim)
    return *remembered;
  // The APIs refuse messages without content.
  if (models::textOf(end, "content").empty() || !start.contains("message"))
    return Json();
  return Json({{{"role", "user"}, {"content", start["message"]}},
               {{"role", "assistant"}, {"content", end["content"]}}});
}

llvm::Expected<Json> historyOf(store::Journal &journal, const store::RunRecord &run,
                               const HistoryRules &rules) {
  const int64_t oldest = rules.ttl ? store::eventTime() - *rules.ttl * 1000 : 0;
  llvm::Expected<std::vector<store::RunRecord>> runs =
      journal.runs(run.tenant, llvm::StringRef(run.conversation), rules.maxMessages);
  if (!runs)
    return runs.takeError();
  std::vector<Json> pairs; // the newest first
  for (const store::RunRecord &each : *runs) {
    if (each.status != store::RunStatus::Completed || each.agent != run.agent ||
        each.created < oldest || 2 * (pairs.size() + 1) > rules.maxMessages)
      continue;
    llvm::Expected<Json> pair = pairOf(journal, each, rules.isVerbatim);
    if (!pair)
      return pair.takeError();
    if (!pair->is_null())
      pairs.push_back(std::move(*pair));
  }
  Json messages = Json::array();
  for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair)
    for (Json &message : *pair)
      messages.push_back(std::move(message));
  if (messages.size() > rules.maxMessages)
    messages.erase(messages.begin(), messages.end() - static_cast<ptrdiff_t>(rules.maxMessages));
  return messages;
}

} // namespace agentc::serve
