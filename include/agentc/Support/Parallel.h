#ifndef AGENTC_SUPPORT_PARALLEL_H
#define AGENTC_SUPPORT_PARALLEL_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace agentc {

/// Calls `work(i)` once for each i below `count`, in that order but on up to `threads` threads at
/// once, the calling one among them, and returns when all are done. The calls must not touch what
/// others write. Where the system gives no threads, the calling one does it all.
void forEachInParallel(size_t count, size_t threads, llvm::function_ref<void(size_t)> work);

/// How many threads `forEachInParallel` uses at most for so much work.
size_t threadsFor(size_t count, size_t threads);

/// The processors that this process may run on; at least 1.
size_t processorCount();

} // namespace agentc

#endif
