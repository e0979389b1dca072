#ifndef AGENTC_LANGUAGESERVER_LANGUAGESERVER_H
#define AGENTC_LANGUAGESERVER_LANGUAGESERVER_H

#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Diagnostics/Renderers.h"
#include "agentc/Pipeline/ProjectRequest.h"

namespace agentc {

/// How a language server reads, and the pages that it names.
struct ServerOptions {
  ReadingOptions reading;
  RulePages pages; ///< may be empty
};

/// Serves one client on standard input and output by the Language Server Protocol 3.17, until it
/// sends `exit` or closes either. Reading is done in children that last for one round each, so that
/// a round can be ended and no source can harm the server. Nothing but files of the client's
/// folders and open documents is read, and nothing is written. Returns the exit code that the
/// protocol asks for: 0 after `shutdown` or without a dialogue, else 1.
int serveEditor(DriverEnv &env, const ServerOptions &options);

} // namespace agentc

#endif
