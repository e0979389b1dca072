#include "agentc/Support/Parallel.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Threading.h"

#include <algorithm>
#include <atomic>
#include <pthread.h>

namespace agentc {

namespace {

/// The usual stack size of a main thread, in bytes; a default of the system may be smaller.
constexpr size_t stackSize = size_t(8) << 20;

/// More would gain little, and each thread's stack and heap count against a limit of address space.
constexpr size_t maxThreads = 16;

struct Work {
  std::atomic<size_t> next{0};
  size_t count;
  llvm::function_ref<void(size_t)> call;

  void run() {
    for (size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;)
      call(i);
  }
  static void *main(void *work) {
    static_cast<Work *>(work)->run();
    return nullptr;
  }
};

} // namespace

size_t threadsFor(size_t count, size_t threads) { return std::min({threads, count, maxThreads}); }

void forEachInParallel(size_t count, size_t threads, llvm::function_ref<void(size_t)> call) {
  Work work{{}, count, call};
  llvm::SmallVector<pthread_t, maxThreads> others;
  pthread_attr_t attributes;
  threads = threadsFor(count, threads);
  // pthreads, since neither std::thread nor LLVM's lets a caller go on when there is none to have
  if (threads > 1 && pthread_attr_init(&attributes) == 0) {
    pthread_attr_setstacksize(&attributes, stackSize);
    for (pthread_t thread; others.size() + 1 < threads; others.push_back(thread))
      if (pthread_create(&thread, &attributes, Work::main, &work) != 0)
        break;
    pthread_attr_destroy(&attributes);
  }
  work.run();
  for (pthread_t thread : others)
    pthread_join(thread, nullptr);
}

size_t processorCount() {
  return std::max(llvm::hardware_concurrency().compute_thread_count(), 1u);
}

} // namespace agentc
