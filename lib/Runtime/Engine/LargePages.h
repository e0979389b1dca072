#ifndef AGENTC_LIB_RUNTIME_LARGEPAGES_H
#define AGENTC_LIB_RUNTIME_LARGEPAGES_H

namespace agentc {

/// Moves V8's code into large pages, at the address where it is, so that a copy of this
/// process need not find each of its pages again. Takes some ten milliseconds and 45 MB, and
/// changes nothing where the kernel gives no large pages. To be called before other threads start.
void useLargePages();

} // namespace agentc

#endif
