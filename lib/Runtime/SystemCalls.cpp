#include "SystemCalls.h"

#include "Sanitized.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <vector>

namespace agentc {

#if defined(__x86_64__)
static constexpr uint32_t nativeArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
static constexpr uint32_t nativeArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "the sandbox's list of system calls was made for x86-64 and aarch64"
#endif

namespace {

enum class Levels { Both, Package };

enum class Condition {
  Any,
  NoFlags,
  PrivateAnonymous,
  NotExecutableOutsideCode,
  GivesPagesBack,
  CopyForBroker,
  ProfilingTimer,
  AddsFilter,
  WakesPrivate,
  Refused,
};

struct Entry {
  uint32_t number;
  Levels levels;
  Condition condition;
  int error;
};

/// Writes a filter: classic BPF, whose accumulator holds the call's number at the begin of each
/// entry's part.
class FilterWriter {
public:
  explicit FilterWriter(CodeRange code) : code_(code) {}

  void begin();
  /// Parts of sorted entries, found by halving, so that the kernel's check of all numbers at
  /// installation stays short; other numbers end in `otherwise`.
  void writeSearch(const Entry *first, const Entry *last, uint32_t otherwise);
  void forbid(uint32_t number) {
    add(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
    die();
  }
  void end(uint32_t action) { add(BPF_RET | BPF_K, action); }
  bool install();

private:
  void writePart(const Entry &entry);
  void add(uint16_t code, uint32_t k, uint8_t ifTrue = 0, uint8_t ifFalse = 0) {
    filter_.push_back({code, ifTrue, ifFalse, k});
  }
  void loadLow(unsigned argument) { loadArgument(argument, 0); }
  void loadHigh(unsigned argument) { loadArgument(argument, 4); }
  void loadArgument(unsigned argument, unsigned half) {
    add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args) + argument * 8 + half);
  }
  /// Goes on only if the low half of an argument, and no other bit of it, has the value.
  void requireValue(unsigned argument, uint32_t value);
  void requireOneOf(unsigned argument, uint32_t one, uint32_t other);
  /// Goes on only if no bit of the mask is set in the argument's low half and none in its high one.
  void requireNone(unsigned argument, uint32_t mask);
  /// Goes on only if addresses from argument 0, as many as argument 1 says, lie in the code range.
  void requireInCode();
  void die() { end(SECCOMP_RET_KILL_PROCESS); }
  void allow() { end(SECCOMP_RET_ALLOW); }

  CodeRange code_;
  std::vector<sock_filter> filter_;
};

void FilterWriter::begin() {
  add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
  add(BPF_JMP | BPF_JEQ | BPF_K, nativeArchitecture, 1, 0);
  die();
  add(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
}

void FilterWriter::writeSearch(const Entry *first, const Entry *last, uint32_t otherwise) {
  if (last - first == 1) {
    add(BPF_JMP | BPF_JEQ | BPF_K, first->number, 1, 0);
    end(otherwise);
    return writePart(*first);
  }
  const Entry *middle = first + (last - first) / 2;
  // Conditional jumps reach only 255 instructions far.
  add(BPF_JMP | BPF_JGE | BPF_K, middle->number, 0, 1);
  size_t jump = filter_.size();
  add(BPF_JMP | BPF_JA, 0);
  writeSearch(first, middle, otherwise);
  filter_[jump].k = static_cast<uint32_t>(filter_.size() - jump - 1);
  writeSearch(middle, last, otherwise);
}

void FilterWriter::requireValue(unsigned argument, uint32_t value) {
  requireOneOf(argument, value, value);
}

void FilterWriter::requireOneOf(unsigned argument, uint32_t one, uint32_t other) {
  loadHigh(argument);
  add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  die();
  loadLow(argument);
  add(BPF_JMP | BPF_JEQ | BPF_K, one, 2, 0);
  add(BPF_JMP | BPF_JEQ | BPF_K, other, 1, 0);
  die();
}

void FilterWriter::requireNone(unsigned argument, uint32_t mask) {
  loadHigh(argument);
  add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  die();
  loadLow(argument);
  add(BPF_JMP | BPF_JSET | BPF_K, mask, 0, 1);
  die();
}

void FilterWriter::requireInCode() {
  uint32_t low = static_cast<uint32_t>(code_.begin),
           high = static_cast<uint32_t>(code_.begin >> 32);
  uint32_t size = static_cast<uint32_t>(code_.size);
  // The high half is that of the range's begin, or one more where the low half has wrapped.
  loadLow(0);
  add(BPF_JMP | BPF_JGE | BPF_K, low, 0, 3);
  loadHigh(0);
  add(BPF_JMP | BPF_JEQ | BPF_K, high, 4, 0);
  die();
  loadHigh(0);
  add(BPF_JMP | BPF_JEQ | BPF_K, high + 1, 1, 0);
  die();
  loadHigh(1);
  add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  die();
  loadLow(0);
  add(BPF_ALU | BPF_SUB | BPF_K, low);
  add(BPF_JMP | BPF_JGT | BPF_K, size, 0, 1);
  die();
  // The rest of the range behind the address must hold the length.
  add(BPF_MISC | BPF_TAX, 0);
  add(BPF_LD | BPF_IMM, size);
  add(BPF_ALU | BPF_SUB | BPF_X, 0);
  add(BPF_MISC | BPF_TAX, 0);
  loadLow(1);
  add(BPF_JMP | BPF_JGT | BPF_X, 0, 0, 1);
  die();
}

void FilterWriter::writePart(const Entry &entry) {
  switch (entry.condition) {
  case Condition::Any:
    break;
  case Condition::NoFlags: // getrandom(bytes, size, flags)
    requireValue(2, 0);
    break;
  case Condition::PrivateAnonymous: // mmap(address, size, protection, flags, …)
    requireNone(2, ~static_cast<uint32_t>(PROT_READ | PROT_WRITE));
    requireNone(3, ~static_cast<uint32_t>(MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED |
                                          MAP_STACK));
    loadLow(3);
    add(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 1, 0);
    die();
    break;
  case Condition::NotExecutableOutsideCode: // mprotect(address, size, protection)
    requireNone(2, ~static_cast<uint32_t>(PROT_READ | PROT_WRITE | (code_.size ? PROT_EXEC : 0)));
    loadLow(2);
    add(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0);
    allow();
    requireInCode();
    break;
  case Condition::GivesPagesBack: // madvise(address, size, advice)
    requireOneOf(2, MADV_DONTNEED, MADV_FREE);
    break;
  case Condition::CopyForBroker: // clone(flags, stack, …)
    requireValue(0, CLONE_PARENT | SIGCHLD);
    requireValue(1, 0);
    break;
  case Condition::ProfilingTimer: // setitimer(which, …)
    requireValue(0, ITIMER_PROF);
    break;
  case Condition::AddsFilter: // seccomp(operation, flags, …)
    requireValue(0, SECCOMP_SET_MODE_FILTER);
    requireValue(1, 0);
    break;
  case Condition::WakesPrivate: // futex(word, operation, …)
    requireValue(1, FUTEX_WAKE_PRIVATE);
    break;
  case Condition::Refused:
    return end(SECCOMP_RET_ERRNO | static_cast<uint32_t>(entry.error));
  }
  allow();
}

bool FilterWriter::install() {
  sock_fprog program = {static_cast<unsigned short>(filter_.size()), filter_.data()};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

} // namespace

static std::vector<Entry> makeList() {
  std::vector<Entry> list = {
#define ALLOWED(NAME, LEVELS, CONDITION, WHY)                                                      \
  {__NR_##NAME, Levels::LEVELS, Condition::CONDITION, 0},
#define REFUSED(NAME, ERROR, WHY) {__NR_##NAME, Levels::Both, Condition::Refused, ERROR},
#include "SystemCalls.def"
#undef ALLOWED
#undef REFUSED
  };
  std::sort(list.begin(), list.end(),
            [](const Entry &one, const Entry &other) { return one.number < other.number; });
  return list;
}

CallCounts countCalls(Level level) {
  CallCounts counts;
  for (const Entry &entry : makeList())
    if (entry.condition == Condition::Refused)
      ++counts.refused;
    else if (entry.levels == Levels::Both || level == Level::Package)
      ++counts.allowed;
  return counts;
}

bool canFilterSystemCalls() {
#ifdef AGENTC_SANITIZED
  // The sanitizers' own calls are on no list.
  return false;
#endif
  uint32_t action = SECCOMP_RET_KILL_PROCESS;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool filterSystemCalls(Level level, CodeRange code) {
  std::vector<Entry> list = makeList();
  FilterWriter writer(code);
  writer.begin();
  if (level == Level::Package) {
    writer.writeSearch(list.data(), list.data() + list.size(), SECCOMP_RET_KILL_PROCESS);
    return writer.install();
  }
  // Both filters are asked and the harsher answer counts; this one names only what goes.
  for (const Entry &entry : list)
    if (entry.levels == Levels::Package)
      writer.forbid(entry.number);
  writer.end(SECCOMP_RET_ALLOW);
  return writer.install();
}

} // namespace agentc
