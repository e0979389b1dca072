#include "agentc/Support/Parallel.h"

#include "llvm/Support/Compiler.h"

#include <gtest/gtest.h>

#include <atomic>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace agentc;

TEST(ForEachInParallel, CallsOnceForEachWhateverTheThreads) {
  for (size_t threads : {0, 1, 3, 1000})
    for (size_t count : {0, 1, 2, 1000}) {
      std::vector<std::atomic<int>> calls(count);
      forEachInParallel(count, threads, [&](size_t i) { ++calls[i]; });
      for (const std::atomic<int> &one : calls)
        EXPECT_EQ(one, 1);
    }
}

TEST(ForEachInParallel, RunsOnSeveralThreads) {
  // each waits for the other, which one thread could not
  std::atomic<int> here{0};
  forEachInParallel(2, 2, [&](size_t) {
    ++here;
    while (here < 2)
      std::this_thread::yield();
  });
  EXPECT_EQ(here, 2);
}

// Sanitizers take more address space than any limit leaves.
#if !LLVM_ADDRESS_SANITIZER_BUILD && !LLVM_THREAD_SANITIZER_BUILD
static void sumWithoutThreads() {
  rlimit none;
  none.rlim_cur = none.rlim_max = 1 << 20; // less than the stack of a thread
  setrlimit(RLIMIT_AS, &none);
  size_t sum = 0;
  forEachInParallel(100, 4, [&](size_t i) { sum += i; });
  _exit(sum == 4950 ? 0 : 1);
}

TEST(ForEachInParallel, GoesOnWithoutThreads) {
  // in a process of its own, which has no stack left from another test's thread
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(sumWithoutThreads(), testing::ExitedWithCode(0), "");
}
#endif

TEST(ProcessorCount, IsOneAtLeast) { EXPECT_GE(processorCount(), 1u); }
