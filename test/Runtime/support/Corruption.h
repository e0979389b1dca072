#ifndef AGENTC_TEST_RUNTIME_SUPPORT_CORRUPTION_H
#define AGENTC_TEST_RUNTIME_SUPPORT_CORRUPTION_H

#include <v8.h>

namespace agentc {

/// Gives guests the means of an attacker who has a bug of V8's: a global `corruption`. Never part
/// of a build that is shipped.
void addCorruption(v8::Local<v8::Context> context);

} // namespace agentc

#endif
