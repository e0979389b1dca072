// Searches of an agent's own code. The results are in the journal before the code gets them, so
// that code which runs again gets the same.

#include "RunCode.h"

namespace agentc::agents {

/// Searches of a run, whose results the journal keeps.
static constexpr unsigned mostSearches = 100;

void AgentLoop::Run::Code::takeSearch(uint32_t question, const Json &with) {
  for (size_t i = 0; i < knownSearches_; ++i)
    if (run_.state_.searches[i].value("request", Json()) == with && searched_.insert(i).second)
      return reply(question, {{"value", run_.state_.searches[i].value("results", Json::array())}});
  if (++searches_ > mostSearches)
    return refuse(question, "searches_used_up",
                  "the agent has searched " + std::to_string(mostSearches) +
                      " times, which is all it may");
  run_.agent_.host->search(
      with, [this, weak = run_.weak_from_this(), question, with](ToolHost::Passages found) {
        // The run, and this with it, may have ended meanwhile.
        if (const auto self = weak.lock())
          tellFound(question, with, found);
      });
}

void AgentLoop::Run::Code::tellFound(uint32_t question, const Json &with,
                                     const ToolHost::Passages &found) {
  if (const auto *fault = std::get_if<std::string>(&found))
    return refuse(question, "search_failed", *fault);
  const Json &results = std::get<Json>(found);
  if (run_.append(events::searched, {{"request", with}, {"results", results}}))
    reply(question, {{"value", results}});
}

} // namespace agentc::agents
