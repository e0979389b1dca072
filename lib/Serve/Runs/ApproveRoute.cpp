#include "Handlers.h"
#include "Runs/RunAnswers.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

static constexpr size_t mostReasonBytes = 4096;

namespace {
struct Decision {
  uint64_t approval = 0;
  llvm::StringRef word;
  std::string reason;
  bool isAutomatic = false;
};
} // namespace

/// The decision of a body; std::nullopt after refusing it.
static std::optional<Decision> readDecision(const SharedCall &call) {
  const std::optional<Json> body = call->object();
  if (!body)
    return std::nullopt;
  const llvm::StringRef word = models::textOf(*body, "decision");
  const Json reason = body->value("reason", Json("")),
             automatic = body->value("isAutomatic", Json(false));
  const uint64_t approval = models::countOf(*body, "approval");
  if (approval != 0 && (word == "approve" || word == "deny") && reason.is_string() &&
      reason.get_ref<const std::string &>().size() <= mostReasonBytes && automatic.is_boolean())
    return Decision{approval,
                    word == "approve" ? agents::decisions::approved : agents::decisions::denied,
                    reason.get<std::string>(), automatic.get<bool>()};
  call->refuse(400, "`approval` is not the number of a question, `decision` not `approve` or "
                    "`deny`, `reason` not a text of 4096 bytes at most, or `isAutomatic` not a "
                    "truth value");
  return std::nullopt;
}

void approveCall(App &app, const SharedCall &call) {
  const std::optional<Decision> decision = readDecision(call);
  std::optional<store::RunRecord> run = decision ? namedRun(app, call) : std::nullopt;
  if (!run)
    return;
  const std::optional<agents::RunState> state =
      call->orFail(agents::readState(app.runs().journal(), run->id));
  if (!state)
    return;
  if (auto known = state->decided.find(decision->approval); known != state->decided.end()) {
    // A client that missed the answer asks again.
    if (known->second == decision->word)
      return answerRun(app, call, *run);
    return call->refuse(409, "the question was answered: " + known->second);
  }
  if (!state->asks(decision->approval))
    return call->refuse(404, "the run has no such question");
  if (run->status != store::RunStatus::Running)
    return call->refuse(409, "the run has ended");
  app.runs().ordered(
      call, *run,
      {{"what", "decide"},
       {"approval", decision->approval},
       {"decision", decision->word.str()},
       {"reason", decision->reason},
       {"isAutomatic", decision->isAutomatic},
       {"by", call->key.name}},
      [approval = decision->approval](const agents::RunState &state) {
        return state.isOver || state.decided.count(approval) != 0;
      },
      [&app, call] {
        if (std::optional<store::RunRecord> after = namedRun(app, call))
          answerRun(app, call, *after);
      });
}

} // namespace agentc::serve
