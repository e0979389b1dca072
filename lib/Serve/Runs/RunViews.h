#ifndef AGENTC_LIB_SERVE_RUNVIEWS_H
#define AGENTC_LIB_SERVE_RUNVIEWS_H

#include "agentc/Store/Journal.h"

namespace agentc::serve {

/// The forms in which a run's events are streamed.
enum class RunView {
  Journal, ///< each event as it stands in the journal
  Chat,    ///< the requirements' chat: `token`, `tool_start`, `tool_complete`, `done`, without ids
  Replay   ///< the same, with ids
};

/// An event as a server-sent event; empty if the view does not show it.
std::string viewOf(RunView view, const store::RunEvent &event);

} // namespace agentc::serve

#endif
