#ifndef AGENTC_LIB_TOOLDRIVER_REQUESTLINES_H
#define AGENTC_LIB_TOOLDRIVER_REQUESTLINES_H

namespace agentc {

class Broker;

/// Answers each line that comes in with a line that goes out; the exit code.
int answerRequests(Broker &broker, int in, int out);

} // namespace agentc

#endif
