#ifndef AGENTC_TOOLDRIVER_TOOLDRIVER_H
#define AGENTC_TOOLDRIVER_TOOLDRIVER_H

namespace agentc {

/// The program `agentc-tool-run`: reads requests as JSON lines on standard input, writes reports as
/// JSON lines on standard output. Answers the exit code: 0 if every outcome was `ok`, 1 if one was
/// not, 2 for wrong usage, a line that is not a request, or a machine that failed.
int runToolDriver(int count, char **arguments);

} // namespace agentc

#endif
