#ifndef AGENTC_LIB_TOOLDRIVER_REQUESTLINES_H
#define AGENTC_LIB_TOOLDRIVER_REQUESTLINES_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

class Broker;
struct CallEvent;
struct CallQuestion;

/// Writes an event of a call to standard output, as a line before its report.
void printEvent(llvm::StringRef id, const CallEvent &event);

/// Writes a question of a call that its client answers.
void printQuestion(llvm::StringRef id, const CallQuestion &question);

/// Answers each line that comes in with a line that goes out; the exit code.
int answerRequests(Broker &broker, int in, int out);

} // namespace agentc

#endif
