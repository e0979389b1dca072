#ifndef AGENTC_LIB_SERVE_RUNVIEWS_H
#define AGENTC_LIB_SERVE_RUNVIEWS_H

#include "agentc/Store/Journal.h"
#include "agentc/Support/Json.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

/// The form in which one client gets a run's events.
class RunView {
public:
  virtual ~RunView();
  /// An event as server-sent events, of all in their order; empty if the view does not show it.
  virtual std::string show(const store::RunEvent &event) = 0;
  /// False if the client waits for the end, and is answered by `whole`.
  virtual bool isStreamed() const { return true; }
  virtual Json whole() const { return Json(); }
  /// False if it answers its client itself, so that the stream leaves the call alone.
  virtual bool answersCall() const { return true; }
  /// Called if its stream ends before the run.
  virtual void leave() {}
  /// True if it must see a run from the first event on, even if the client has seen some.
  virtual bool startsAnew() const { return false; }
};

/// Each event as it stands in the journal.
std::unique_ptr<RunView> journalView();
/// The requirements' chat: `token`, `tool_start`, `tool_complete`, `done`; their own client ignores
/// blocks that begin with an id.
std::unique_ptr<RunView> chatView(bool hasIds);

/// The metadata of a completed run's answer, by its last event: the code's own, tools, tokens, and
/// the wish for a person, by the code or by the signal `ESCALATE`.
Json metadataOf(const Json &end);

/// The code of an agent as `/api/execute` shows a call.
std::unique_ptr<RunView> callView();

/// The requirements' sessions: `thinking`, `tool_call`, `delta`, `complete`, `error`, `approval`,
/// with ids that name the run, since a session has several.
std::unique_ptr<RunView> sessionView(std::string run);

} // namespace agentc::serve

#endif
