#ifndef AGENTC_DIAGNOSTICS_FINGERPRINT_H
#define AGENTC_DIAGNOSTICS_FINGERPRINT_H

#include "agentc/Diagnostics/Diagnostic.h"

#include <functional>

namespace agentc {

/// Sets the fingerprints of a sorted list: SHA-256 over rule id, path, the tokens around the place
/// and which occurrence of these it is, so that moved lines keep theirs. `context` answers the
/// statement's text for a place; white space in it doesn't count, so what counts in literals is
/// something else there.
void setFingerprints(DiagnosticList &list,
                     const std::function<std::string(const Diagnostic &)> &context);

} // namespace agentc

#endif
