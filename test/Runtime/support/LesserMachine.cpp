// Runs a program on a machine that lacks what it names: `lesser-machine seccomp,landlock,userns
// PROGRAM ARGUMENT…`. The kernel's answers are those of containers that forbid these calls.
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

static void refuse(std::vector<sock_filter> &filter, uint32_t number, int error) {
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<uint32_t>(error)));
}

int main(int count, char **arguments) {
  if (count < 3)
    return 2;
  std::vector<sock_filter> filter = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr))};
  llvm::SmallVector<llvm::StringRef, 4> lacking;
  llvm::StringRef(arguments[1]).split(lacking, ',');
  for (llvm::StringRef each : lacking)
    if (each == "seccomp")
      refuse(filter, SYS_seccomp, ENOSYS);
    else if (each == "landlock")
      refuse(filter, SYS_landlock_create_ruleset, ENOSYS);
    else if (each == "users")
      for (uint32_t number : {SYS_unshare, SYS_setresuid, SYS_setgroups})
        refuse(filter, number, EPERM);
    else if (each == "close_range")
      refuse(filter, SYS_close_range, ENOSYS);
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  sock_fprog program = {static_cast<unsigned short>(filter.size()), filter.data()};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) != 0) {
    perror("lesser-machine");
    return 2;
  }
  execv(arguments[2], arguments + 2);
  perror("lesser-machine");
  return 2;
}
